#include "pauc/trainer/run/run_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/io/sha256.h"
#include "pauc/core/io/uninterrupted.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/data/registry.h"
#include "pauc/record/limits.h"
#include "pauc/record/times.h"
#include "pauc/trainer/config/command_line.h"
#include "pauc/trainer/config/options.h"

namespace pauc {

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kMayChange = {"trainer.epochs", "trainer.threads", "trainer.checkpoint_every",
                                             "trainer.keep_checkpoints", "trainer.minutes"};

std::string beginning_json(const RunBeginning& beginning) {
  const auto& asked = beginning.asked.values();
  return record::run_start_json({beginning.version,
                                 train_command(beginning.asked),
                                 {asked.begin(), asked.end()},
                                 beginning.files,
                                 beginning.rows_crc});
}

// The name, with a number if there is such a file or folder already.
std::string free_name(const std::string& name) {
  std::string free = name;
  for (int k = 2; is_there(free); ++k) free = joined(name, "-", k);
  return free;
}

// Whether a run was begun in the folder: names such as config.yaml or metrics.json alone may belong to anybody.
bool holds_run(const record::RunPaths& paths) { return is_there(paths.start()) || is_there(paths.card()); }

// Hidden files, such as those that a killed process has left, and the data themselves are no obstacle, and an old page
// may be overwritten.
void require_no_foreign_files(const record::RunPaths& paths, const std::vector<DataFile>& data) {
  std::vector<std::string> foreign;
  std::error_code ignored;
  // A folder that cannot be listed will refuse the first file as well.
  for (fs::directory_iterator entry(paths.folder, ignored), end; entry != end; entry.increment(ignored)) {
    const fs::path& path = entry->path();
    const std::string name = path.filename().string();
    const bool is_data = std::any_of(data.begin(), data.end(),
                                     [&](const DataFile& file) { return fs::equivalent(file.path, path, ignored); });
    const bool known = name[0] == '.' || is_data || paths.folder + "/" + name == paths.page();
    if (!known) foreign.push_back(name);
  }
  if (foreign.empty()) return;
  std::sort(foreign.begin(), foreign.end());
  fail(Fault::cannot_create, paths.folder, ": expected an empty folder for the run, got one that holds ",
       shown(foreign.front()), foreign.size() > 1 ? joined(" and ", foreign.size() - 1, " more") : "",
       "; choose another folder, such as ", free_name(paths.folder + "/run"));
}

// A file that only one of them has; null if there is none.
const DataFile* changed_file(const RunBeginning& now, const RunBeginning& before) {
  const auto other_than = [](const std::vector<DataFile>& files, const std::vector<DataFile>& others) {
    const auto found = std::find_if(files.begin(), files.end(), [&](const DataFile& file) {
      return std::none_of(others.begin(), others.end(), [&](const DataFile& other) {
        return other.path == file.path && other.fingerprint == file.fingerprint;
      });
    });
    return found == files.end() ? nullptr : &*found;
  };
  const DataFile* changed = other_than(now.files, before.files);
  return changed != nullptr ? changed : other_than(before.files, now.files);
}

void check_same_data(const record::RunPaths& paths, const RunBeginning& now, const RunBeginning& before,
                     ChangedData changed_data) {
  const DataFile* changed = changed_file(now, before);
  if (changed != nullptr) {
    require(changed_data == ChangedData::allowed, paths.folder, ": cannot resume: ", changed->path,
            " has changed since the run began; allow changed data to resume anyway");
    return;
  }
  // The same files in other parts: rows that the model was trained on would now judge it.
  if (!now.rows_crc || !before.rows_crc || *now.rows_crc == *before.rows_crc) return;
  const bool same_version = before.version == now.version;
  fail(Fault::cannot_resume, paths.folder, ": cannot resume: the run was started by ",
       same_version ? "another build of pauc " : "pauc ", before.version,
       ", which put other rows in train, valid and test than this ",
       same_version ? "one" : joined("pauc ", now.version), " does; resume it with that ",
       same_version ? "build" : "version", ", or overwrite it");
}

// Files of one major version have the formats that their readers check.
std::string major_of(const std::string& version) { return version.substr(0, version.find('.')); }

void check_same_run(const record::RunPaths& paths, const RunBeginning& now, ChangedData changed_data) {
  const RunBeginning before = read_beginning(paths);
  require(major_of(before.version) == major_of(now.version), paths.folder,
          ": cannot resume: the run was started by pauc ", before.version, ", this is pauc ", now.version);
  const std::string difference = first_difference(now.asked, before.asked, kMayChange);
  require_usage(difference.empty(), paths.folder, ": cannot resume with other options: ", difference);
  const auto epochs = [](const Config& config) { return config.read("trainer", kTrainerFields).epochs; };
  const auto wanted = epochs(now.asked);
  const auto had = epochs(before.asked);
  require_usage(!wanted || !had || *wanted >= *had, paths.folder,
                ": cannot resume with fewer epochs: it was started with ", had.value_or(0), ", got ",
                wanted.value_or(0));
  check_same_data(paths, now, before, changed_data);
}

// A folder in its place is somebody else's.
void remove_page(const record::RunPaths& paths) {
  std::error_code ignored;
  if (!fs::is_directory(paths.page(), ignored)) remove_for_good(paths.page());
}

}  // namespace

std::vector<DataFile> data_files(const DataOptions& options, int threads) {
  std::vector<DataFile> files;
  for (const SourceFiles& source : sources_of(options)) {
    const bool alone = source.paths == std::vector<std::string>{source.name};
    files.push_back({source.name, alone ? fingerprint_of(source.name) : fingerprint_of(source.paths, threads),
                     alone ? sha256_of_file(source.name) : sha256_of_files(source.paths, threads)});
  }
  return files;
}

std::string free_folder() { return free_name("pauc-run"); }

void write_beginning(const record::RunPaths& paths, const RunBeginning& beginning) {
  write_file_atomically(paths.start(), beginning_json(beginning));
}

RunBeginning read_beginning(const record::RunPaths& paths) {
  record::RunStart start = record::read_run_start(paths);
  RunBeginning beginning{start.version, {}, std::move(start.files), start.rows_crc};
  for (const auto& [key, value] : start.asked) beginning.asked.set(key, value, paths.start());
  return beginning;
}

void check_can_begin(const record::RunPaths& paths, const RunBeginning& beginning, OutputMode mode,
                     ChangedData changed_data) {
  std::error_code ignored;
  if (is_there(paths.folder) && !fs::is_directory(paths.folder, ignored)) {
    fail(Fault::cannot_create, "out: expected a new folder for the run, got the file ", paths.folder);
  }
  if (!paths.has_run() && is_there(paths.page()) && mode != OutputMode::overwrite) {
    fail(Fault::cannot_create, paths.page(),
         ": does not belong to a run in this folder; overwrite it or choose another folder");
  }
  if (!holds_run(paths)) require_no_foreign_files(paths, beginning.files);
  if (!paths.has_run()) return;
  if (mode == OutputMode::fresh) {
    fail(Fault::cannot_create, paths.folder, ": holds another run; resume it, overwrite it or choose another folder");
  }
  if (mode == OutputMode::overwrite) return;
  if (!fs::exists(paths.start(), ignored)) {
    fail(Fault::cannot_create, paths.folder,
         ": cannot resume: the folder holds files of a run but no run.json; overwrite it or choose another folder");
  }
  check_same_run(paths, beginning, changed_data);
}

Config with_options_of_before(const record::RunPaths& paths, const Config& asked) {
  if (!is_there(paths.start())) return asked;
  const Config before = read_beginning(paths).asked;
  Config config = asked;
  for (const auto& [key, value] : before.values()) {
    const bool may_change = std::find(kMayChange.begin(), kMayChange.end(), key) != kMayChange.end();
    if (may_change && !config.has(key)) config.set(key, value, "resume");
  }
  return config;
}

void begin_run(const record::RunPaths& paths, const RunBeginning& beginning, OutputMode mode,
               ChangedData changed_data) {
  check_can_begin(paths, beginning, mode, changed_data);  // again, now that nobody else can begin one
  make_folder(paths.folder);
  const std::string text = beginning_json(beginning);
  if (mode == OutputMode::resume && is_there(paths.start())) {
    remove_temporary_files(paths.folder);
    for (const std::string& parts : {paths.candidates(), paths.targets(), paths.tasks()}) {
      for (const std::string& part : paths_in(parts)) remove_temporary_files(part);
    }
    if (content_of_file(paths.start(), record::kMostJsonBytes) != text) write_file_atomically(paths.start(), text);
    return;
  }
  // metrics.json first, or what is left would pass for a finished run; run.json is replaced, or for no run at all. The
  // rest is gone for good by then: the new run must not resume from a checkpoint of the old one.
  for (const std::string& file : paths.all()) {
    if (file != paths.start()) remove_for_good(file);
  }
  remove_page(paths);
  write_beginning(paths, beginning);
}

void mark_unfinished(const record::RunPaths& paths) {
  remove_for_good(paths.metrics());
  remove_page(paths);
  remove_for_good(paths.predictions("test-like"));
  auto times = record::read_times(paths);
  if (!times || times->finished.empty()) return;
  times->finished.clear();
  ++times->resumed;
  write_file_atomically(record::times_path(paths), record::times_json(*times));
}

bool has_ended(const record::RunPaths& paths) {
  if (!paths.finished()) return false;
  const auto times = record::read_times(paths);
  return !times || !times->finished.empty();
}

void write_start_time(const record::RunPaths& paths, const std::vector<DataFile>& files) {
  if (has_ended(paths)) return;
  std::error_code failed;
  record::RunTimes times;
  if (const auto before = record::read_times(paths)) {
    times = *before;
    if (times.finished.empty()) ++times.resumed;
  } else {
    times.started = record::utc_now();
  }
  times.data.clear();
  for (const DataFile& file : files) {
    const std::string changed = record::utc_of_change(file.path);
    if (!changed.empty()) times.data.emplace_back(fs::path(file.path).filename().string(), changed);
  }
  times.folder = fs::relative(fs::current_path(failed), paths.folder, failed).string();
  write_file_atomically(record::times_path(paths), record::times_json(times));
}

void write_end_time(const record::RunPaths& paths) {
  auto times = record::read_times(paths);
  if (!times) return;
  times->finished = record::utc_now();
  write_file_atomically(record::times_path(paths), record::times_json(*times));
}

void remove_temporary_files(const std::string& folder) {
  std::error_code ignored;
  for (const fs::path path : paths_in(folder)) {
    if (path.filename().string().rfind(".pauc-", 0) == 0 && path.extension() == ".tmp") fs::remove(path, ignored);
  }
}

RunLock::RunLock(const std::string& folder, std::chrono::milliseconds patience) {
  constexpr auto kBetweenTries = std::chrono::milliseconds(20);
  make_folder(folder);
  descriptor_ = uninterrupted([&] { return open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
  if (descriptor_ < 0) fail(Fault::cannot_create, folder, ": cannot open: ", std::strerror(errno));
  for (; flock(descriptor_, LOCK_EX | LOCK_NB) != 0; patience -= kBetweenTries) {
    if (patience <= patience.zero()) {
      close(descriptor_);
      fail(Fault::cannot_create, folder, ": another pauc is working there");
    }
    std::this_thread::sleep_for(kBetweenTries);
  }
}

bool is_locked(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool locked = flock(descriptor, LOCK_EX | LOCK_NB) != 0;
  close(descriptor);
  return locked;
}

RunLock::~RunLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace pauc
