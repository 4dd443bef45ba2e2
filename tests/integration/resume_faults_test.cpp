// `pauc train --resume` when the disk is full or a checkpoint is damaged.
#include <sys/mount.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>

#include "support/training.h"

namespace pauc::test {
namespace {

namespace fs = std::filesystem;
using testing::ContainsRegex;
using testing::HasSubstr;

const char* const kOptions = "train t.csv --drop id,part,w,g --objective sopa --epochs 40 --out ";

class Faults : public TrainingTest {
 protected:
  std::map<std::string, std::string> straight() {
    EXPECT_EQ(pauc(std::string(kOptions) + "straight --quiet").exit_code, 0);
    return bits("straight");
  }
  void interrupt(const std::string& run) {
    BegunCommand command(folder_.folder(), kOptions + run);
    ASSERT_TRUE(command.wait_until_it_says("epoch 4/40"));
    command.send(SIGINT);
    ASSERT_EQ(command.wait().exit_code, 75);
  }
  // The newest checkpoint's file first.
  std::vector<std::string> checkpoint_files(const std::string& extension) const {
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(folder_.path("run/checkpoint"))) {
      if (entry.path().extension() == extension) files.push_back(entry.path());
    }
    std::sort(files.rbegin(), files.rend());
    return files;
  }
  static void change_a_byte(const std::string& path) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    const auto middle = static_cast<std::streamoff>(fs::file_size(path) / 2);
    file.seekg(middle);
    const char byte = static_cast<char>(file.get() ^ 4);
    file.seekp(middle);
    file.put(byte);
  }
};

// A file system of its own, gone when the test ends.
class SmallDisk {
 public:
  explicit SmallDisk(std::string folder) : folder_(std::move(folder)) {
    fs::create_directory(folder_);
    mounted_ = mount("tmpfs", folder_.c_str(), "tmpfs", 0, "size=8m") == 0;
  }
  ~SmallDisk() {
    if (mounted_) umount2(folder_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  bool mounted() const { return mounted_; }

  void fill() const {
    std::ofstream file(folder_ + "/filler", std::ios::binary);
    const std::string block(4096, 'x');
    while (file.write(block.data(), static_cast<std::streamsize>(block.size())).flush()) {
    }
  }
  void free() const { fs::remove(folder_ + "/filler"); }

 private:
  std::string folder_;
  bool mounted_;
};

TEST_F(Faults, AFullDiskLosesNothing) {
  const SmallDisk disk(folder_.path("disk"));
  if (!disk.mounted()) GTEST_SKIP() << "needs the right to mount: " << std::strerror(errno);
  const auto expected = straight();
  interrupt("disk/run");
  disk.fill();
  const auto full = pauc("train --resume --quiet --out disk/run");
  EXPECT_EQ(full.exit_code, 74) << full.err;
  EXPECT_THAT(full.err, ContainsRegex("^pauc: disk/run/[^\n]*: cannot write: No space left on device\n$"));
  disk.free();
  const auto rest = pauc("train --resume --quiet --out disk/run");
  EXPECT_EQ(rest.exit_code, 0) << rest.err;
  EXPECT_EQ(bits("disk/run"), expected);
}

// The same without any right: files may not grow beyond a few kB while a checkpoint is written.
TEST_F(Faults, AFileThatCannotBeWrittenLosesNothing) {
  const auto expected = straight();
  interrupt("run");
  const auto limited =
      run_shell("cd '" + folder_.folder() +
                "' && trap '' XFSZ && ulimit -f 20 && '" PAUC_COMMAND "' train --resume --quiet --out run");
  EXPECT_EQ(limited.exit_code, 74) << limited.err;
  EXPECT_THAT(limited.err, ContainsRegex("^pauc: run/checkpoint/0[^\n]*: cannot write: File too large\n$"));
  const auto rest = pauc("train --resume --quiet --out run");
  EXPECT_EQ(rest.exit_code, 0) << rest.err;
  EXPECT_EQ(bits("run"), expected);
}

TEST_F(Faults, ADamagedCheckpointIsPassedOverAndSaid) {
  const auto expected = straight();
  interrupt("run");
  fs::rename(folder_.path("run"), folder_.path("whole"));
  using Damage = std::function<void(const std::string& newest)>;
  const std::pair<const char*, Damage> damages[] = {
      {".json", change_a_byte},
      {".safetensors", change_a_byte},
      {".safetensors", [](const std::string& newest) { fs::resize_file(newest, 100); }},
      {".safetensors", [](const std::string& newest) { fs::remove(newest); }}};
  for (const auto& [extension, damage] : damages) {
    fs::remove_all(folder_.path("run"));
    fs::copy(folder_.path("whole"), folder_.path("run"), fs::copy_options::recursive);
    const std::string newest = checkpoint_files(extension).front();
    damage(newest);
    const auto rest = pauc("train --resume --out run");
    EXPECT_EQ(rest.exit_code, 0) << rest.err;
    EXPECT_THAT(rest.err, HasSubstr(fs::path(newest).filename().string()));
    EXPECT_THAT(rest.err, HasSubstr("; the previous checkpoint is used"));
    EXPECT_EQ(bits("run"), expected) << extension;
  }
}

TEST_F(Faults, NoWholeCheckpointIsRefusedAndLeftAsItIs) {
  interrupt("run");
  for (const std::string& file : checkpoint_files(".safetensors")) change_a_byte(file);
  const auto before = checkpoint_files(".safetensors");
  const auto result = pauc("train --resume --quiet --out run");
  EXPECT_EQ(result.exit_code, 76);
  EXPECT_THAT(result.err, ContainsRegex("damaged; no intact checkpoint is left: overwrite the run to start again\n$"));
  EXPECT_EQ(checkpoint_files(".safetensors"), before);
}

}  // namespace
}  // namespace pauc::test
