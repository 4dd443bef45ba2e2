#include "faults/plan.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "faults/broken_calls.h"

namespace pauc::test {

namespace {

constexpr const char* kNames[kCalls] = {"open", "read", "write", "fsync", "rename", "close", "mmap", "unlink", "mkdir"};

struct Plan {
  std::string folder;
  int call = -1;
  std::int64_t at = 0;
  bool lasts = false;
  Failure failure;
  Counts* counts = nullptr;
};

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

int number_of(const std::string& call) {
  const auto* const found = std::find(std::begin(kNames), std::end(kNames), call);
  return found == std::end(kNames) ? -1 : static_cast<int>(found - std::begin(kNames));
}

Failure failure_named(const std::string& how) {
  Failure failure;
  failure.takes_half = how == "short";
  failure.takes_nothing = how == "zero";
  if (how == "EIO") failure.error = EIO;
  if (how == "ENOSPC") failure.error = ENOSPC;
  if (how == "EINTR") failure.error = EINTR;
  return failure;
}

// In a file, so that a command counts the calls of all its processes. Asks the system directly: this library's own
// open() would ask for the plan that is being made.
Counts* shared_counts(const std::string& path) {
  static Counts own{};
  const auto descriptor = path.empty() ? -1 : syscall(SYS_openat, AT_FDCWD, path.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return &own;
  const auto memory = syscall(SYS_mmap, nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0L);
  syscall(SYS_close, descriptor);
  return memory == -1 ? &own : reinterpret_cast<Counts*>(memory);
}

Plan& plan() {
  // Never destroyed: files are closed until the very end of a program.
  static Plan* const one = [] {
    auto* made = new Plan;
    made->counts = shared_counts(variable("PAUC_FAULT_COUNTS"));
    made->call = number_of(variable("PAUC_FAULT_CALL"));
    made->at = std::atoll(variable("PAUC_FAULT_AT").c_str());
    made->lasts = variable("PAUC_FAULT_LASTS") == "1";
    made->failure = failure_named(variable("PAUC_FAULT_HOW"));
    made->folder = variable("PAUC_FAULT_FOLDER");  // last: what comes before is not counted
    return made;
  }();
  return *one;
}

}  // namespace

bool is_watched(const std::string& path) {
  const std::string& folder = plan().folder;
  return !folder.empty() && path.compare(0, folder.size(), folder) == 0 &&
         (path.size() == folder.size() || path[folder.size()] == '/');
}

Failure counted(Call call, const std::string& path) {
  if (!is_watched(path)) return {};
  const Plan& now = plan();
  const std::int64_t number = ++now.counts->of_call[static_cast<int>(call)];
  if (static_cast<int>(call) != now.call || now.at == 0) return {};
  if (number != now.at && !(now.lasts && number > now.at)) return {};
  ++now.counts->failed;
  std::strncpy(now.counts->path, path.c_str(), sizeof now.counts->path - 1);
  return now.failure;
}

BrokenCall::BrokenCall(const std::string& folder, const std::string& call, std::int64_t at, const std::string& how) {
  Plan& now = plan();
  for (auto& count : now.counts->of_call) count = 0;
  now.counts->failed = 0;
  now.call = number_of(call);
  now.at = at;
  now.lasts = false;
  now.failure = failure_named(how);
  now.folder = folder;
}

BrokenCall::~BrokenCall() { plan().folder.clear(); }

std::int64_t BrokenCall::failed() const { return plan().counts->failed; }

}  // namespace pauc::test
