#include "pauc/core/io/file_reader.h"

#include <gmock/gmock.h>

#include <functional>
#include <utility>

#include "faults/broken_calls.h"
#include "pauc/core/io/byte_source.h"
#include "pauc/core/io/checksum.h"
#include "pauc/core/io/safetensors.h"
#include "pauc/core/io/sha256.h"
#include "pauc/core/io/whole_file.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::HasSubstr;

std::string all_of(FileReader file) {
  std::string text(10'000, '\0');
  text.resize(file.fill(text.data(), text.size()));
  return text;
}

class Reading : public testing::Test {
 protected:
  Reading() { write_safetensors(tensors_, {{"a", "U8", {5}, "abcde"}}); }

  // What is read by each of the ways to read a file, as text.
  std::vector<std::function<std::string()>> ways() const {
    return {[this] { return all_of(FileReader(path_)); },
            [this] { return content_of_file(path_, 10'000); },
            [this] { return joined(std::int64_t{fingerprint_of(path_).crc}); },
            [this] { return sha256_of_file(path_); },
            [this] { return std::string(Safetensors::read(tensors_).tensors()[0].bytes); },
            [this] {
              std::string text(10'000, '\0');
              text.resize(ByteSource(path_).fill(text.data(), text.size()));
              return text;
            }};
  }

  test::TemporaryFolder folder_;
  std::string path_ = folder_.file("a", std::string(5'000, 'x') + "end");
  std::string tensors_ = folder_.path("a.safetensors");
};

TEST_F(Reading, RepeatsWhatASignalHasInterrupted) {
  for (const auto& way : ways()) {
    const std::string undisturbed = way();
    for (const auto& [call, at] : {std::pair("open", 1), {"read", 1}, {"read", 2}}) {
      const test::BrokenCall interrupted(folder_.folder(), call, at, "EINTR");
      EXPECT_EQ(way(), undisturbed) << call << " " << at;
      EXPECT_EQ(interrupted.failed(), 1) << call << " " << at;
    }
  }
}

TEST_F(Reading, ReadsTheRestAfterAShortRead) {
  for (const auto& way : ways()) {
    const std::string undisturbed = way();
    const test::BrokenCall shortened(folder_.folder(), "read", 1, "short");
    EXPECT_EQ(way(), undisturbed);
    EXPECT_EQ(shortened.failed(), 1);
  }
}

TEST_F(Reading, EndsWithAnErrorWhereTheDiskFails) {
  for (const auto& way : ways()) {
    {
      const test::BrokenCall broken(folder_.folder(), "read", 1, "EIO");
      EXPECT_THAT(refusal_of([&] { way(); }, Fault::io), HasSubstr(": cannot read: Input/output error"));
    }
    const test::BrokenCall broken(folder_.folder(), "open", 1, "EIO");
    EXPECT_THAT(refusal_of([&] { way(); }, Fault::io), HasSubstr(": cannot open: Input/output error"));
  }
}

TEST_F(Reading, CallsTheFileAsItIsTold) {
  EXPECT_EQ(refusal_of([&] { FileReader(folder_.path("none"), "row 3: none"); }, Fault::no_input),
            "row 3: none: cannot open: No such file or directory");
  EXPECT_EQ(refusal_of([&] { FileReader(folder_.folder(), "row 3: it"); }, Fault::no_input),
            "row 3: it: expected a file, got a folder");
}

TEST_F(Reading, GoesToAPlace) {
  FileReader file(path_);
  EXPECT_EQ(file.size(), 5003);
  file.go_to(5000);
  EXPECT_EQ(all_of(std::move(file)), "end");
}

}  // namespace
}  // namespace pauc
