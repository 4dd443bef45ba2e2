#include "pauc/core/io/byte_source.h"

#include <gmock/gmock.h>
#include <unistd.h>
#include <zlib.h>

#include <functional>
#include <thread>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::HasSubstr;

std::string packed(const std::string& text) {
  z_stream stream = {};
  deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  std::string in = text;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// More than the buffer holds, unpacked and packed.
std::string long_text() {
  std::string text;
  for (std::uint64_t k = 0, number = 1; k < 300'000; ++k) {
    number = number * 6364136223846793005U + 1442695040888963407U;
    text += static_cast<char>('a' + (number >> 60));
    text += static_cast<char>(number >> 40);
  }
  return text;
}

class Bytes : public testing::Test {
 protected:
  std::string read_of(const std::string& content, std::size_t piece) const {
    ByteSource source(folder_.file("f", content));
    std::string all;
    std::string part(piece, '\0');
    while (const std::size_t got = source.read(part.data(), piece)) all.append(part, 0, got);
    EXPECT_EQ(source.read(part.data(), piece), 0);
    return all;
  }
  test::TemporaryFolder folder_;
};

TEST_F(Bytes, AreThoseOfTheFileInPiecesOfAnySize) {
  const std::string text = long_text();
  for (const std::size_t piece : {std::size_t{1000}, std::size_t{1} << 18, std::size_t{1} << 20}) {
    EXPECT_EQ(read_of(text, piece), text) << piece;
    EXPECT_EQ(read_of(packed(text), piece), text) << piece;
    EXPECT_EQ(read_of(packed(text) + packed("more") + packed(text), piece), text + "more" + text) << piece;
    EXPECT_EQ(read_of(packed(text) + std::string(600, '\0'), piece), text) << piece;
  }
  for (const char* short_text : {"", "a", "\x1F", "\x1F\n"}) EXPECT_EQ(read_of(short_text, 100), short_text);
  EXPECT_EQ(read_of(packed(std::string(1000, 'x')), 1), std::string(1000, 'x'));
}

TEST_F(Bytes, OfTruncatedAndDamagedGzipAreRefused) {
  const std::string whole = packed(long_text());
  for (const std::size_t size : {std::size_t{3}, std::size_t{100}, whole.size() - 1}) {
    EXPECT_THAT(refusal_of([&] { read_of(whole.substr(0, size), 1000); }), HasSubstr("the file is truncated")) << size;
  }
  std::string damaged = whole;
  damaged[damaged.size() - 6] ^= 1;  // in the checksum
  EXPECT_THAT(refusal_of([&] { read_of(damaged, 1000); }),
              HasSubstr("the gzip data are damaged (incorrect data check"));
}

// A pipe, both ends of which this test holds.
class Pipe {
 public:
  Pipe() { EXPECT_EQ(pipe(ends_), 0); }
  ~Pipe() {
    close(ends_[0]);
    end();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  std::string path() const { return joined("/dev/fd/", ends_[0]); }
  void send(const std::string& bytes) const {
    EXPECT_EQ(write(ends_[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  void end() {
    if (ends_[1] >= 0) close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  int ends_[2];
};

TEST(Stream, HandsOnWhatItHas) {
  const Pipe pipe;
  EXPECT_TRUE(is_stream(pipe.path()));
  EXPECT_FALSE(is_stream("/"));
  pipe.send("some");
  ByteSource source(pipe.path());
  EXPECT_FALSE(source.would_wait());
  std::string text(1 << 20, ' ');
  EXPECT_EQ(source.read(text.data(), text.size()), 4);
  EXPECT_TRUE(source.would_wait());
  pipe.send("more");
  EXPECT_FALSE(source.would_wait());
  EXPECT_EQ(source.read(text.data(), text.size()), 4);
}

// Each row is there as soon as it was sent; a reader that waits for more would hang here.
void expect_rows_as_they_come(const std::function<std::string(const std::string&)>& encoded) {
  Pipe pipe;
  pipe.send(encoded("a,b\n1,\xC3\xA4\n"));
  CsvReader csv(pipe.path(), {});
  ASSERT_EQ(csv.columns().size(), 2U);
  for (const char* row : {"2,x\n", "3,\"y,z\"\n4,", "5\n6,7\n"}) {
    ASSERT_TRUE(csv.next());
    EXPECT_TRUE(csv.would_wait());
    pipe.send(encoded(row));
    EXPECT_FALSE(csv.would_wait());
  }
  ASSERT_TRUE(csv.next());
  EXPECT_EQ(csv.field(1), "5");
  EXPECT_FALSE(csv.would_wait());
  ASSERT_TRUE(csv.next());
  EXPECT_TRUE(csv.would_wait());
  pipe.end();
  EXPECT_FALSE(csv.would_wait());
  EXPECT_FALSE(csv.next());
}

TEST(Stream, RowsComeAsTheyAreSent) {
  expect_rows_as_they_come([](const std::string& text) { return text; });
}

TEST(Stream, PackedRowsComeAsTheyAreSent) { expect_rows_as_they_come(packed); }

TEST(Stream, RowsOfOtherEncodingsComeAsTheyAreSent) {
  bool first = true;
  expect_rows_as_they_come([&](const std::string& text) {
    std::string wide = std::exchange(first, false) ? "\xFF\xFE" : "";
    for (const char c : text) {
      if (c == '\xC3') continue;
      wide += c;
      wide += '\0';
    }
    return wide;
  });
  expect_rows_as_they_come([](const std::string& text) {
    std::string latin;
    for (const char c : text) latin += c == '\xC3' ? std::string() : std::string(1, c);
    return latin;
  });
}

TEST(Stream, AFirstLineMayComeInPieces) {
  const Pipe pipe;
  pipe.send("first name; la");
  std::thread later([&] { pipe.send("st; age\n1;2;3\n"); });
  CsvReader csv(pipe.path(), {});
  later.join();
  EXPECT_EQ(csv.delimiter(), ';');
  EXPECT_EQ(csv.columns().size(), 3U);
}

}  // namespace
}  // namespace pauc
