#include "rank_output.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/file_reader.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/trainer/run/run_folder.h"

namespace pauc::cli {

std::string shared_folder(const std::string& out, OutputMode mode, const Ranks& ranks) {
  if (ranks.is_alone() || !out.empty()) return out;
  return ranks.from_first([&] { return mode == OutputMode::fresh ? free_folder() : std::string("pauc-run"); });
}

namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 23;
constexpr const char* kCut = "(earlier lines are left out)\n";

// The last bytes of a log that may be larger than memory.
std::string end_of_file(const std::string& path) {
  FileReader file(path);
  const std::int64_t bytes = file.size();
  const std::int64_t kept = std::min<std::int64_t>(bytes, kMostBytes);
  std::string text(static_cast<std::size_t>(kept), '\0');
  file.go_to(bytes - kept);
  text.resize(file.fill(text.data(), text.size()));
  if (kept < bytes) text = kCut + text.substr(std::min(text.find('\n'), text.size() - 1) + 1);
  return text;
}

// A log is written again as a whole after each epoch, so it keeps its last lines only.
void keep_end(std::string& text) {
  if (text.size() <= kMostBytes) return;
  const std::size_t half = text.find('\n', text.size() - kMostBytes / 2);
  text = kCut + (half == std::string::npos ? std::string() : text.substr(half + 1));
}

}  // namespace

RankLog::RankLog(const std::string& run, int rank, OutputMode mode) : file_(joined(run, "/ranks/rank-", rank, ".log")) {
  if (mode == OutputMode::resume && is_there(file_)) text_ = end_of_file(file_) + "resumed\n";
}

RunObserver RankLog::observer() {
  RunObserver observer;
  observer.note = [this](const std::string& note) { text_ += note + "\n"; };
  observer.epoch_done = [this](const std::string& name, const Progress& progress, const FitOptions& options) {
    const record::Epoch& record = progress.log.back();
    text_ += joined(name, name.empty() ? "" : " ", "epoch ", record.epoch, "/", options.epochs, "  objective ",
                    record.objective, "  valid ", record.valid, "  ", record.seconds, " s\n");
    keep_end(text_);
    write();
  };
  return observer;
}

void RankLog::write() const {
  make_folder(file_.substr(0, file_.rfind('/')));
  write_file_atomically(file_, text_);
}

}  // namespace pauc::cli
