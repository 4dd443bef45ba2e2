#pragma once

#include <sys/types.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/command.h"
#include "support/temporary_folder.h"

namespace pauc::test {

// A CSV file to train on: numbers with missing values, a category, case weights w, groups g, parts, and the label y; a
// third of the rows is positive.
std::string small_table(int rows = 180);

// The content that two equal trainings must share: every file of the run and of its candidates, by its path inside the
// folder, except checkpoints, the page and the logs of ranks; the log without its seconds.
std::map<std::string, std::string> bits_of(const std::string& run);

std::vector<std::string> lines_of(const std::string& text);

// Starts `pauc` with these arguments in a folder, without waiting for it.
class BegunCommand {
 public:
  BegunCommand(const std::string& folder, const std::string& arguments);
  ~BegunCommand();
  BegunCommand(const BegunCommand&) = delete;
  BegunCommand& operator=(const BegunCommand&) = delete;

  // False if the command ended before it printed these words.
  bool wait_until_it_says(const std::string& words);
  void send(int signal) const;
  CommandResult wait();
  pid_t process() const { return process_; }

 private:
  bool ended();

  std::string folder_;
  pid_t process_;
  int status_ = 0;
  bool waited_for_ = false;
};

// Runs `pauc` in a folder with a small table t.csv.
class TrainingTest : public testing::Test {
 protected:
  void SetUp() override;

  CommandResult pauc(const std::string& arguments) const;
  // Runs `pauc train t.csv` and expects success. Columns that do not help are dropped unless `arguments` name some.
  CommandResult trained(const std::string& arguments) const;
  // Expects one line on standard error with these words, nothing on standard output, and nothing new in the folder.
  void refused(const std::string& arguments, int code, const std::string& words) const;

  nlohmann::json read(const std::string& name) const { return nlohmann::json::parse(content_of(folder_.path(name))); }
  bool exists(const std::string& name) const;
  std::map<std::string, std::string> bits(const std::string& run) const { return bits_of(folder_.path(run)); }

  TemporaryFolder folder_;
};

}  // namespace pauc::test
