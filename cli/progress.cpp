#include "progress.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"

namespace pauc::cli {

namespace {

constexpr auto kBetweenDrawings = std::chrono::milliseconds(100);
constexpr int kBarWidth = 12;

std::string clock_text(double seconds) {
  const auto whole = static_cast<long long>(std::ceil(seconds));
  char text[32];
  std::snprintf(text, sizeof text, whole < 3600 ? "%lld:%02lld" : "%lld h %02lld", whole / (whole < 3600 ? 60 : 3600),
                whole < 3600 ? whole % 60 : whole / 60 % 60);
  return text;
}

std::string title(const std::string& name, const FitOptions& options) {
  return (name.empty() ? "" : name + " ") + (options.phase.empty() ? "" : options.phase + " ");
}

nlohmann::ordered_json epoch_event(const std::string& name, const Progress& progress, const FitOptions& options) {
  const record::Epoch& record = progress.log.back();
  nlohmann::ordered_json event = {{"epoch", record.epoch},
                                  {"epochs", options.epochs},
                                  {"objective", record.objective},
                                  {"train", record.train},
                                  {"valid", record.valid},
                                  {"best", progress.best.valid},
                                  {"best_epoch", progress.best.epoch},
                                  {"seconds", record.seconds}};
  if (!name.empty()) event["candidate"] = name;
  if (!options.phase.empty()) event["phase"] = options.phase;
  return event;
}

}  // namespace

ProgressShown::ProgressShown(const Global& global)
    : style_(global.quiet                 ? Style::none
             : global.json_progress       ? Style::json
             : global.verbose             ? Style::lines
             : isatty(STDERR_FILENO) != 0 ? Style::bar
                                          : Style::lines),
      verbose_(global.verbose) {}

RunObserver ProgressShown::observer() {
  RunObserver observer;
  if (style_ == Style::none) return observer;
  if (style_ == Style::bar) {
    observer.batch_done = [this](const std::string& name, const Progress& progress, const FitOptions& options,
                                 std::int64_t batches) { batch_done(name, progress, options, batches); };
  }
  observer.epoch_done = [this](const std::string& name, const Progress& progress, const FitOptions& options) {
    epoch_done(name, progress, options);
  };
  if (verbose_) {
    observer.fold_epoch_done = [this](const FoldModel& model, const Progress& progress, const FitOptions& options) {
      const std::string candidate = model.candidate.empty() ? "" : " " + model.candidate;
      epoch_done(joined(model.member, " fold ", model.fold, candidate), progress, options);
    };
  }
  return observer;
}

void ProgressShown::clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

std::string ProgressShown::time_left(const std::string& name, const Progress& progress, const FitOptions& options,
                                     std::int64_t batches) {
  const double done =
      static_cast<double>(progress.epoch) + static_cast<double>(progress.batch) / static_cast<double>(batches);
  const std::string timed = name + "/" + options.phase;
  if (timed != timed_) {
    timed_ = timed;
    begun_ = Clock::now();
    begun_at_ = done;
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
  if (seconds < 0.5 || done <= begun_at_) return "";
  return clock_text(seconds / (done - begun_at_) * (static_cast<double>(options.epochs) - done)) + " left";
}

void ProgressShown::batch_done(const std::string& name, const Progress& progress, const FitOptions& options,
                               std::int64_t batches) {
  const auto now = Clock::now();
  if (shown_ && now - drawn_ < kBetweenDrawings) return;
  drawn_ = now;
  shown_ = true;
  const double done =
      static_cast<double>(progress.epoch) + static_cast<double>(progress.batch) / static_cast<double>(batches);
  const int filled = static_cast<int>(kBarWidth * done / static_cast<double>(options.epochs));
  const std::string bar = std::string(filled, '=') + std::string(kBarWidth - filled, ' ');
  char text[256];
  int length =
      std::snprintf(text, sizeof text, "%s%lld/%lld [%s] objective %.4f", title(name, options).c_str(),
                    static_cast<long long>(progress.epoch + 1), static_cast<long long>(options.epochs), bar.c_str(),
                    progress.stepped > 0 ? progress.objective_sum / static_cast<double>(progress.stepped) : 0.0);
  if (progress.best.epoch > 0) {
    length += std::snprintf(text + length, sizeof text - length, " valid %.4f best %.4f", progress.log.back().valid,
                            progress.best.valid);
  }
  std::snprintf(text + length, sizeof text - length, " %s", time_left(name, progress, options, batches).c_str());
  std::fprintf(stderr, "\r\033[K%.79s", text);  // a line that wraps could not be removed
  std::fflush(stderr);
}

void ProgressShown::epoch_done(const std::string& name, const Progress& progress, const FitOptions& options) {
  if (style_ == Style::bar) return;
  const record::Epoch& record = progress.log.back();
  if (style_ == Style::json) return print_event(epoch_event(name, progress, options));
  if (!name.empty() && !verbose_) return;  // one line says when the candidate is trained
  std::fprintf(stderr, "%sepoch %lld/%lld  objective %.4f  train %.4f  valid %.4f  best %.4f (epoch %lld)  %.1f s\n",
               title(name, options).c_str(), static_cast<long long>(record.epoch),
               static_cast<long long>(options.epochs), record.objective, record.train, record.valid,
               progress.best.valid, static_cast<long long>(progress.best.epoch), record.seconds);
}

}  // namespace pauc::cli
