#include "pauc/core/io/safetensors.h"

#include <sys/resource.h>

#include <filesystem>
#include <fstream>

#include "pauc/core/error.h"
#include "pauc/core/random.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

std::string_view bytes_of(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

std::string file_with(const std::string& header, const std::string& data) {
  std::string content(8, '\0');
  for (int k = 0; k < 8; ++k) content[k] = static_cast<char>((header.size() >> (8 * k)) & 0xff);
  return content + header + data;
}

class SafetensorsFiles : public testing::Test {
 protected:
  std::string path() const { return folder_.path("some.safetensors"); }

  void write(const std::string& content) const { std::ofstream(path(), std::ios::binary) << content; }

  std::string content() const { return test::content_of(path()); }

  void expect_refused(const std::string& file, const std::string& sentence) const {
    write(file);
    try {
      Safetensors::read(path());
      FAIL() << "read " << sentence;
    } catch (const UserError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(sentence));
    }
  }

  test::TemporaryFolder folder_;
};

TEST_F(SafetensorsFiles, AreReadAsTheyWereWritten) {
  const std::vector<float> weights = {1, 2, 3, 4, 5, 6};
  const std::vector<float> bias = {7};
  write_safetensors(path(),
                    {{"layer.weight", "F32", {2, 3}, bytes_of(weights)},
                     {"layer.bias", "F32", {}, bytes_of(bias)},
                     {"none", "I64", {0, 4}, {}}},
                    {{"format", "pt"}});
  const Safetensors file = Safetensors::read(path());
  ASSERT_EQ(file.tensors().size(), 3U);
  EXPECT_EQ(file.tensors()[0].name, "layer.weight");
  EXPECT_EQ(file.tensors()[0].shape, (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(file.tensors()[0].bytes, bytes_of(weights));
  EXPECT_EQ(file.tensors()[1].bytes, bytes_of(bias));
  EXPECT_EQ(file.metadata().at("format"), "pt");
  const std::string first = content();
  write_safetensors(path(), file.tensors(), file.metadata());
  EXPECT_EQ(content(), first);
}

TEST_F(SafetensorsFiles, RefuseWhatIsNone) {
  expect_refused("", "expected a safetensors file, got 0 bytes");
  expect_refused("12345678", "header of at most 100 MB");
  expect_refused(file_with("{]", ""), "expected a JSON object");
  expect_refused(file_with("[1]", ""), "expected a JSON object");
  const auto one = [](const std::string& entry) { return "{\"a\":" + entry + "}"; };
  const std::string eight(8, 'x');
  expect_refused(file_with(one(R"({"dtype":"F32","shape":[2]})"), eight), "expected dtype, shape and data_offsets");
  expect_refused(file_with(one(R"({"dtype":"F31","shape":[2],"data_offsets":[0,8]})"), eight), "such as F32");
  expect_refused(file_with(one(R"({"dtype":"F32","shape":[3],"data_offsets":[0,8]})"), eight), "expected 12 bytes");
  expect_refused(file_with(one(R"({"dtype":"F32","shape":[-2],"data_offsets":[0,8]})"), eight), "from 0 on");
  expect_refused(file_with(one(R"({"dtype":"F32","shape":[2.5],"data_offsets":[0,8]})"), eight), "whole numbers");
  expect_refused(file_with(one(R"({"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,8]})"), eight),
                 "that fit a file");
  expect_refused(file_with(one(R"({"dtype":"F32","shape":[2],"data_offsets":[8,0]})"), eight), "data_offsets");
  expect_refused(file_with(one(R"({"dtype":"F32","shape":[2],"data_offsets":[0,8]})"), eight + "y"), "got 9");
  expect_refused(file_with(one(R"({"dtype":"F32","shape":[2],"data_offsets":[0,8]})"), "xxxx"), "inside 4 bytes");
  expect_refused(file_with(one(R"({"dtype":"F32","shape":[1],"data_offsets":[4,8]})"), eight), "from 0 on inside");
}

TEST_F(SafetensorsFiles, RefuseNamesTwiceAndOverlaps) {
  const std::string entry = R"("a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]})";
  expect_refused(file_with("{" + entry + "," + entry + "}", "xxxx"), "\"a\" twice");
  expect_refused(file_with("{" + entry + R"(,"b":{"dtype":"U8","shape":[4],"data_offsets":[2,6]}})", "xxxxxx"),
                 "tensor \"b\"");
  expect_refused(file_with(R"({"__metadata__":{"n":1}})", ""), "expected a text");
  const std::vector<float> one = {1};
  EXPECT_THROW(write_safetensors(path(), {{"a", "F32", {1}, bytes_of(one)}, {"a", "F32", {1}, bytes_of(one)}}),
               UserError);
  EXPECT_THROW(write_safetensors(path(), {{"a", "F32", {2}, bytes_of(one)}}), UserError);
}

// The parser would take 130 bytes of memory for each of them.
TEST_F(SafetensorsFiles, RefuseListsInsideEachOtherBeforeTheyTakeMemory) {
  rusage before{}, after{};
  getrusage(RUSAGE_SELF, &before);
  expect_refused(file_with(std::string(5'000'000, '['), ""), "header: expected at most 4 lists and objects");
  getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 100'000);  // kB
  expect_refused(file_with(R"({"a":{"dtype":"F32","shape":[[[[1]]]],"data_offsets":[0,4]}})", "abcd"),
                 "header: expected at most 4");
}

// Refused before their bytes take memory.
TEST_F(SafetensorsFiles, RefuseASizeThatTheHeaderDoesNotHave) {
  constexpr auto kHuge = std::uintmax_t{1} << 40;
  write("");
  std::filesystem::resize_file(path(), kHuge);
  EXPECT_THAT(test::refusal_of([&] { Safetensors::read(path()); }), testing::HasSubstr("expected a JSON object"));
  write(file_with(R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})", "xxxx"));
  std::filesystem::resize_file(path(), kHuge);
  EXPECT_THAT(test::refusal_of([&] { Safetensors::read(path()); }), testing::HasSubstr("expected 4 bytes of data"));
}

TEST_F(SafetensorsFiles, SurviveAnyDamage) {
  const std::vector<float> weights = {1, 2, 3, 4};
  write_safetensors(path(), {{"w", "F32", {4}, bytes_of(weights)}}, {{"k", "v"}});
  const std::string whole = content();
  Random random(21);
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = whole;
    for (std::uint32_t k = 0; k <= random.below(3); ++k) {
      damaged[random.below(static_cast<std::uint32_t>(damaged.size()))] = static_cast<char>(random.below(256));
    }
    if (random.below(4) == 0) damaged.resize(random.below(static_cast<std::uint32_t>(whole.size())));
    write(damaged);
    try {
      const Safetensors file = Safetensors::read(path());
      for (const auto& tensor : file.tensors()) EXPECT_LE(tensor.bytes.size(), whole.size());
    } catch (const UserError&) {
    }
  }
}

}  // namespace
}  // namespace pauc
