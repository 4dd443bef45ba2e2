#include "rank_output.h"

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/trainer/run/run_folder.h"

namespace pauc::cli {

std::string shared_folder(const std::string& out, OutputMode mode, const Ranks& ranks) {
  if (ranks.is_alone() || !out.empty()) return out;
  return ranks.from_first([&] { return mode == OutputMode::fresh ? free_folder() : std::string("pauc-run"); });
}

namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 26;

}  // namespace

RankLog::RankLog(const std::string& run, int rank, OutputMode mode) : file_(joined(run, "/ranks/rank-", rank, ".log")) {
  if (mode == OutputMode::resume && is_there(file_)) text_ = content_of_file(file_, kMostBytes) + "resumed\n";
}

RunObserver RankLog::observer() {
  RunObserver observer;
  observer.note = [this](const std::string& note) { text_ += note + "\n"; };
  observer.epoch_done = [this](const std::string& name, const Progress& progress, const FitOptions& options) {
    const record::Epoch& record = progress.log.back();
    text_ += joined(name, name.empty() ? "" : " ", "epoch ", record.epoch, "/", options.epochs, "  objective ",
                    record.objective, "  valid ", record.valid, "  ", record.seconds, " s\n");
    write();
  };
  return observer;
}

void RankLog::write() const {
  make_folder(file_.substr(0, file_.rfind('/')));
  write_file_atomically(file_, text_);
}

}  // namespace pauc::cli
