#include "support/training.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <thread>

#include "pauc/core/error.h"
#include "pauc/core/random.h"

namespace pauc::test {

namespace {

constexpr const char* kOut = ".begun-out";
constexpr const char* kErr = ".begun-err";

std::string without_seconds(const std::string& log) {
  std::istringstream lines(log);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    auto json = nlohmann::ordered_json::parse(line);
    json.erase("seconds");
    result += json.dump() + "\n";
  }
  return result;
}

}  // namespace

std::string small_table(int rows) {
  Random random(7);
  const char* const parts[] = {"train", "train", "train", "valid", "test"};
  std::string text = "id,a,b,c,w,g,part,y\n";
  for (int k = 0; k < rows; ++k) {
    const bool positive = k % 3 == 0;
    const double a = random.uniform() + (positive ? 0.4 : 0);
    const std::string b = k % 11 == 5 ? "" : joined(random.uniform() - (positive ? 0.2 : 0));
    text += joined("R", k, ",", a, ",", b, ",",
                   k % 4 == 0   ? "red"
                   : k % 5 == 0 ? "green"
                                : "blue",
                   ",", 1 + k % 7, ",", k / 2, ",", parts[k / 3 % 5], ",", positive ? 1 : 0, "\n");
  }
  return text;
}

// A candidate of auto names the folder of the run that it is part of.
const std::regex kOwnFolder("init: .*candidates/ce");

std::map<std::string, std::string> bits_of(const std::string& run) {
  namespace fs = std::filesystem;
  std::map<std::string, std::string> bits;
  for (const auto& entry : fs::recursive_directory_iterator(run)) {
    const std::string name = fs::relative(entry.path(), run).string();
    if (!entry.is_regular_file() || name.find("checkpoint/") != std::string::npos) continue;
    if (name.rfind("ranks/", 0) == 0) continue;
    // What was asked for may differ; the page names its folder.
    if (name == "run.json" || entry.path().filename() == "report.html") continue;
    if (entry.path().filename() == "times.json") continue;
    const std::string content = content_of(entry.path().string());
    bits[name] = entry.path().filename() == "log.jsonl"     ? without_seconds(content)
                 : entry.path().filename() == "config.yaml" ? std::regex_replace(content, kOwnFolder, "init: ce")
                                                            : content;
  }
  return bits;
}

void TrainingTest::SetUp() {
  if (!std::filesystem::exists(PAUC_COMMAND "-torch")) GTEST_SKIP() << "pauc is built without LibTorch";
  folder_.file("t.csv", small_table());
}

CommandResult TrainingTest::pauc(const std::string& arguments) const {
  return run_shell("cd '" + folder_.folder() + "' && '" PAUC_COMMAND "' " + arguments);
}

CommandResult TrainingTest::trained(const std::string& arguments) const {
  const bool drops = arguments.find("--drop") != std::string::npos;
  CommandResult result = pauc("train t.csv " + arguments + (drops ? "" : " --drop id,part,w,g"));
  EXPECT_EQ(result.exit_code, 0) << arguments << "\n" << result.err;
  return result;
}

void TrainingTest::refused(const std::string& arguments, int code, const std::string& words) const {
  const auto names = [&] {
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.folder())) found.insert(entry.path());
    return found;
  };
  const auto before = names();
  const CommandResult result = pauc(arguments);
  EXPECT_EQ(result.exit_code, code) << arguments << "\n" << result.err;
  EXPECT_THAT(result.err, testing::HasSubstr(words)) << arguments;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << arguments << "\n" << result.err;
  EXPECT_THAT(result.out, testing::IsEmpty()) << arguments;
  EXPECT_EQ(names(), before) << arguments;
}

bool TrainingTest::exists(const std::string& name) const { return std::filesystem::exists(folder_.path(name)); }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

BegunCommand::BegunCommand(const std::string& folder, const std::string& arguments) : folder_(folder) {
  std::filesystem::remove(folder_ + "/" + kErr);
  const std::string line =
      no_cache() + " && cd '" + folder_ + "' && exec '" PAUC_COMMAND "' " + arguments + " >" + kOut + " 2>" + kErr;
  process_ = fork();
  if (process_ == 0) {
    execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    _exit(127);
  }
}

BegunCommand::~BegunCommand() {
  if (waited_for_) return;
  kill(process_, SIGKILL);
  waitpid(process_, &status_, 0);
}

bool BegunCommand::ended() {
  waited_for_ = waited_for_ || waitpid(process_, &status_, WNOHANG) == process_;
  return waited_for_;
}

bool BegunCommand::wait_until_it_says(const std::string& words) {
  while (content_of(folder_ + "/" + kErr).find(words) == std::string::npos) {
    if (ended()) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

void BegunCommand::send(int signal) const {
  if (!waited_for_) kill(process_, signal);
}

CommandResult BegunCommand::wait() {
  if (!waited_for_) waitpid(process_, &status_, 0);
  waited_for_ = true;
  const int exit_code = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  return {exit_code, content_of(folder_ + "/" + kOut), content_of(folder_ + "/" + kErr)};
}

}  // namespace pauc::test
