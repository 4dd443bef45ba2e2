#include "processes.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>
#include <vector>

#include "pauc/core/error.h"

namespace pauc::cli {

namespace {

constexpr int kPassedOn[] = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t signal_to_pass = 0;

extern "C" void remember_signal(int signal) { signal_to_pass = signal; }

// The folder of the file in which the ranks meet.
class MeetingPlace {
 public:
  MeetingPlace() : folder_((std::filesystem::temp_directory_path() / "pauc-ranks-XXXXXX").string()) {
    if (mkdtemp(folder_.data()) == nullptr) {
      fail(Fault::cannot_create, folder_, ": cannot create a folder: ", std::strerror(errno));
    }
  }
  ~MeetingPlace() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  MeetingPlace(const MeetingPlace&) = delete;
  MeetingPlace& operator=(const MeetingPlace&) = delete;

  std::string file() const { return folder_ + "/store"; }

 private:
  std::string folder_;
};

struct Child {
  pid_t process = 0;
  bool ended = false;
  int code = 0;    // if it ended by itself
  int signal = 0;  // if it was killed
  bool killed() const { return signal != 0; }
};

void become_rank(int rank, int count, const std::string& file) {
  const auto set = [](const char* name, const std::string& value) { setenv(name, value.c_str(), 1); };
  set("RANK", std::to_string(rank));
  set("LOCAL_RANK", std::to_string(rank));
  set("WORLD_SIZE", std::to_string(count));
  set("LOCAL_WORLD_SIZE", std::to_string(count));
  set("PAUC_RANKS_FILE", file);
  for (const int signal : kPassedOn) {
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
  if (rank == 0) return;
  // Only rank 0 reads and prints results.
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
}

Child started(int rank, int count, const std::string& file, const std::string& program, char** arguments) {
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process < 0) fail(Fault::failed_run, "processes: cannot start another process: ", std::strerror(errno));
  if (process > 0) return {process, false, 0, 0};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  setpgid(0, 0);  // so that Ctrl-C reaches it once, through the parent
  become_rank(rank, count, file);
  execv(program.c_str(), arguments);
  const std::string message = joined("pauc: ", program, ": cannot start: ", std::strerror(errno), "\n");
  if (write(STDERR_FILENO, message.data(), message.size()) < 0) _exit(2);
  _exit(1);
}

class Children {
 public:
  explicit Children(std::vector<Child> children) : children_(std::move(children)) {}

  int wait() {
    using Clock = std::chrono::steady_clock;
    constexpr auto kGrace = std::chrono::seconds(5);
    constexpr auto kGraceOfSuccess = std::chrono::seconds(30);  // others may still evaluate and write their logs
    Clock::time_point first_alone = Clock::now();
    while (running() > 0) {
      look();
      pass_signal();
      const bool complete = children_[0].ended && !children_[0].killed();
      const bool stuck = complete || (failed() && others_ended());
      if (!stuck) first_alone = Clock::now();
      if (stuck && Clock::now() - first_alone > (failed() ? kGrace : kGraceOfSuccess)) kill_rest();
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return code();
  }

 private:
  int running() const {
    int count = 0;
    for (const Child& child : children_) count += child.ended ? 0 : 1;
    return count;
  }

  bool failed() const {
    for (const Child& child : children_) {
      if (child.ended && (child.killed() || child.code != 0)) return true;
    }
    return false;
  }

  // Ranks that end by themselves tell the others why; one that is left behind is stopped or hangs.
  bool others_ended() const {
    for (const Child& child : children_) {
      if (child.ended && !child.killed()) return true;
    }
    return false;
  }

  void look() {
    for (Child& child : children_) {
      int status = 0;
      if (child.ended || waitpid(child.process, &status, WNOHANG) != child.process) continue;
      child.ended = true;
      child.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
      child.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    }
  }

  void pass_signal() {
    const int signal = signal_to_pass;
    if (signal == 0) return;
    signal_to_pass = 0;
    passed_ = signal;
    for (const Child& child : children_) {
      if (!child.ended) kill(child.process, signal);
    }
  }

  void kill_rest() {
    for (const Child& child : children_) {
      if (!child.ended) kill(child.process, SIGKILL);
    }
  }

  // That of rank 0, which knows whether the run is complete, or of the first rank that has failed by itself and said
  // why. Where all were killed, nobody has said what happened.
  int code() const {
    const Child& first = children_[0];
    if (!first.killed()) return first.code;
    if (first.signal == passed_) fail(Fault::interrupted, "stopped before the training had begun");
    for (const Child& child : children_) {
      if (!child.killed() && child.code != 0) return child.code;
    }
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    fail(Fault::failed_run, "rank 0 on ", host, ": was killed");
  }

  std::vector<Child> children_;
  int passed_ = 0;  // the last signal that was passed on
};

}  // namespace

int run_processes(int count, const std::string& program, char** arguments) {
  const MeetingPlace place;
  for (const int signal : kPassedOn) {
    if (std::signal(signal, remember_signal) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
  std::vector<Child> children;
  for (int rank = 0; rank < count; ++rank) {
    children.push_back(started(rank, count, place.file(), program, arguments));
  }
  return Children(std::move(children)).wait();
}

}  // namespace pauc::cli
