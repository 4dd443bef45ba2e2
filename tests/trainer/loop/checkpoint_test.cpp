#include "pauc/trainer/loop/checkpoint.h"

#include <ATen/Functions.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "faults/broken_calls.h"
#include "pauc/core/io/checksum.h"
#include "pauc/core/random.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

namespace fs = std::filesystem;
using test::content_of;
using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

// The n-th of a row of checkpoints.
Checkpoint numbered(int n) {
  return {{{"model/weight", at::full({3, 2}, n, at::kFloat)},
           {"state", at::full({5}, n + 0.5, at::kDouble)},
           {"empty", at::empty({0}, at::kLong)}},
          {{"epoch", n}, {"note", "ä \"quoted\""}}};
}

int number_of(const Checkpoint& checkpoint) { return checkpoint.record.at("epoch"); }

class Checkpoints : public testing::Test {
 protected:
  void write(int n) { write_checkpoint(folder_.folder(), numbered(n)); }
  std::optional<Checkpoint> read() {
    notes_.clear();
    return read_checkpoint(folder_.folder(), notes_);
  }

  test::TemporaryFolder folder_;
  std::vector<std::string> notes_;
};

TEST_F(Checkpoints, ReadBackToTheSameBits) {
  write(7);
  const auto back = read();
  ASSERT_TRUE(back);
  EXPECT_THAT(notes_, IsEmpty());
  EXPECT_EQ(back->record, numbered(7).record);
  const Checkpoint expected = numbered(7);
  EXPECT_EQ(back->tensors.size(), 3);
  for (const auto& [name, tensor] : expected.tensors) EXPECT_TRUE(at::equal(tensor, back->tensors.at(name))) << name;
}

TEST_F(Checkpoints, AFolderWithoutAnyGivesNone) {
  EXPECT_FALSE(read());
  EXPECT_FALSE(read_checkpoint(folder_.path("none"), notes_));
  EXPECT_THAT(notes_, IsEmpty());
}

TEST_F(Checkpoints, TheNewestCountsAndTheOneBeforeIsKept) {
  for (int n = 1; n <= 12; ++n) write(n);
  EXPECT_EQ(number_of(*read()), 12);
  EXPECT_THAT(files_in(folder_.folder()),
              ElementsAre("00000011.json", "00000011.safetensors", "00000012.json", "00000012.safetensors"));
}

TEST_F(Checkpoints, HalvesThatAKillHasLeftAreRemovedByTheNext) {
  write(1);
  folder_.file("00000002.safetensors", "half");
  folder_.file("00000002.safetensors.tmp", "half");
  EXPECT_EQ(number_of(*read()), 1);
  write(2);
  EXPECT_EQ(number_of(*read()), 2);
  EXPECT_EQ(files_in(folder_.folder()).size(), 4);
}

TEST_F(Checkpoints, AHalfWithoutItsRecordIsPassedOverWithANote) {
  write(1);
  write(2);
  fs::remove(folder_.path("00000002.json"));
  EXPECT_EQ(number_of(*read()), 1);
  EXPECT_THAT(notes_, ElementsAre(HasSubstr("00000002.safetensors: is incomplete; the previous checkpoint is used")));
  fs::remove(folder_.path("00000001.json"));
  EXPECT_FALSE(read());
  EXPECT_EQ(notes_.size(), 2);
}

// Bits and bytes changed, ends cut off, bytes added, files gone: never taken for whole.
TEST_F(Checkpoints, EveryDamageIsFoundAndTheOneBeforeIsUsed) {
  write(1);
  write(2);
  Random random(11);
  for (const char* name : {"00000002.json", "00000002.safetensors"}) {
    const std::string path = folder_.path(name);
    const std::string whole = content_of(path);
    for (int trial = 0; trial < 300; ++trial) {
      std::string damaged = whole;
      const std::uint32_t place = random.below(static_cast<std::uint32_t>(whole.size()));
      switch (random.below(5)) {
        case 0:
          damaged[place] = static_cast<char>(damaged[place] ^ (1 << random.below(8)));
          break;
        case 1:
          damaged[place] = static_cast<char>(damaged[place] + 1 + static_cast<int>(random.below(255)));
          break;
        case 2:
          damaged.resize(place);
          break;
        case 3:
          damaged.insert(place, 1, static_cast<char>(random.below(256)));
          break;
        default:
          damaged.erase(place, 1 + random.below(8));
      }
      if (damaged == whole) continue;
      folder_.file(name, damaged);
      const auto found = read();
      ASSERT_TRUE(found);
      ASSERT_EQ(number_of(*found), 1) << name << " " << trial;
      ASSERT_EQ(notes_.size(), 1);
      EXPECT_THAT(notes_[0], HasSubstr("00000002."));
      EXPECT_THAT(notes_[0], HasSubstr("the previous checkpoint is used"));
    }
    fs::remove(path);
    EXPECT_EQ(number_of(*read()), 1);
    EXPECT_EQ(notes_.size(), 1) << name;
    folder_.file(name, whole);
    EXPECT_EQ(number_of(*read()), 2);
    EXPECT_THAT(notes_, IsEmpty());
  }
}

// A space that becomes a tab leaves JSON what it was.
TEST_F(Checkpoints, NoByteCanChangeUnseen) {
  write(1);
  write(2);
  for (const char* name : {"00000002.json", "00000002.safetensors"}) {
    const std::string whole = content_of(folder_.path(name));
    for (std::size_t place = 0; place < whole.size(); ++place) {
      std::string damaged = whole;
      damaged[place] = static_cast<char>(damaged[place] ^ (' ' ^ '\t'));
      folder_.file(name, damaged);
      ASSERT_EQ(number_of(*read()), 1) << name << ", byte " << place;
    }
    folder_.file(name, whole);
  }
}

TEST_F(Checkpoints, AHugeFileInPlaceOfASmallOneIsPassedOver) {
  write(1);
  for (const char* name : {"00000002.json", "00000002.safetensors"}) {
    write(2);
    fs::resize_file(folder_.path(name), std::uintmax_t{24} << 30);
    EXPECT_EQ(number_of(*read()), 1) << name;
    EXPECT_THAT(notes_, ElementsAre(HasSubstr("the previous checkpoint is used"))) << name;
    fs::remove(folder_.path("00000002.json"));
  }
}

// A record as it would be written, with a checksum that is right.
std::string with_right_checksum(nlohmann::ordered_json content) {
  content.erase("crc32");
  content["crc32"] = 0;
  content["crc32"] = checksum(content.dump());
  return content.dump() + "\n";
}

// Writing nested values is recursive: the stack would not hold them.
TEST_F(Checkpoints, ARecordOfVeryDeepListsIsPassedOver) {
  write(1);
  write(2);
  const std::string deep(200000, '['), end(200000, ']');
  for (const std::string& text : {deep + end, "{\"crc32\":0,\"a\":" + deep + end + "}\n"}) {
    folder_.file("00000002.json", text);
    EXPECT_EQ(number_of(*read()), 1);
    EXPECT_THAT(notes_, ElementsAre(HasSubstr("the previous checkpoint is used")));
  }
}

TEST_F(Checkpoints, ARecordThatLacksSomethingIsNamed) {
  write(1);
  const auto whole = nlohmann::ordered_json::parse(content_of(folder_.path("00000001.json")));
  for (const char* key : {"format", "file", "tensors", "record"}) {
    auto content = whole;
    content.erase(key);
    folder_.file("00000001.json", with_right_checksum(content));
    EXPECT_THAT(refusal_of([&] { read(); }, Fault::cannot_resume), HasSubstr(key)) << key;
    content[key] = "x";
    folder_.file("00000001.json", with_right_checksum(content));
    if (std::string(key) != "record") {
      EXPECT_THAT(refusal_of([&] { read(); }, Fault::cannot_resume), HasSubstr(key)) << key;
    }
  }
}

// The newest may be whole, and training on from the one before would remove it.
TEST_F(Checkpoints, ADiskThatFailsIsNoDamage) {
  write(1);
  write(2);
  // The folder twice and both files are opened; the files are read.
  for (const auto& [call, at] : {std::pair("open", 1), {"open", 3}, {"open", 4}, {"read", 1}, {"read", 3}}) {
    const test::BrokenCall broken(fs::canonical(folder_.folder()).string(), call, at, "EIO");
    EXPECT_THAT(refusal_of([&] { read(); }, Fault::io), HasSubstr(folder_.folder())) << call << " " << at;
    EXPECT_EQ(broken.failed(), 1) << call << " " << at;
  }
  EXPECT_EQ(number_of(*read()), 2);
}

TEST_F(Checkpoints, SaysWhichTensorIsDamaged) {
  write(1);
  std::string content = content_of(folder_.path("00000001.safetensors"));
  content.back() = static_cast<char>(content.back() ^ 1);
  folder_.file("00000001.safetensors", content);
  EXPECT_THAT(refusal_of([&] { read(); }, Fault::cannot_resume), HasSubstr("tensor state is damaged"));
}

TEST_F(Checkpoints, FilesOfTwoCheckpointsAreNotTakenForOne) {
  write(1);
  write(2);
  fs::copy_file(folder_.path("00000001.safetensors"), folder_.path("00000002.safetensors"),
                fs::copy_options::overwrite_existing);
  EXPECT_EQ(number_of(*read()), 1);
}

TEST_F(Checkpoints, WhereAllAreDamagedItIsRefused) {
  write(1);
  write(2);
  folder_.file("00000001.json", "{}");
  folder_.file("00000002.safetensors", "");
  EXPECT_THAT(refusal_of([&] { read(); }, Fault::cannot_resume),
              HasSubstr("no intact checkpoint is left: overwrite the run to start again"));
}

TEST_F(Checkpoints, TheNextOneAfterDamageIsWhole) {
  write(1);
  write(2);
  folder_.file("00000002.json", "{");
  EXPECT_EQ(number_of(*read()), 1);
  write(3);
  EXPECT_EQ(number_of(*read()), 3);
}

TEST_F(Checkpoints, AFolderThatCannotBeMadeIsRefused) {
  const std::string file = folder_.file("file", "");
  EXPECT_THAT(refusal_of([&] { write_checkpoint(file + "/checkpoint", numbered(1)); }, Fault::cannot_create),
              HasSubstr("cannot create"));
}

}  // namespace
}  // namespace pauc
