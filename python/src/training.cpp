#include "training.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "errors.h"
#include "pauc/trainer/loop/threads.h"

namespace py = pybind11;

namespace pauc::python {

namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(50);

// A moment of a training, in plain values: the thread that trains has no business with the interpreter.
struct Moment {
  std::string note;  // or else:
  std::string candidate, phase;
  std::string member;  // of a blend; empty: this is the only model
  std::int64_t fold = 0, folds = 0;
  double done = 0;  // share of the training, of all models of a blend
  std::int64_t epoch = 0, epochs = 0, batch = 0, batches = 0;
  double objective = 0;
  std::optional<record::Epoch> last;  // the last epoch that was completed
  double best = 0;
  std::int64_t best_epoch = 0;
};

Moment moment_of(const std::string& name, const Progress& progress, const FitOptions& options) {
  Moment moment;
  moment.candidate = name;
  moment.phase = options.phase;
  moment.epoch = progress.epoch;
  moment.epochs = options.epochs;
  moment.batch = progress.batch;
  moment.done = static_cast<double>(progress.epoch) / static_cast<double>(options.epochs);
  if (progress.stepped > 0) moment.objective = progress.objective_sum / static_cast<double>(progress.stepped);
  if (!progress.log.empty()) moment.last = progress.log.back();
  moment.best = progress.best.valid;
  moment.best_epoch = progress.best.epoch;
  return moment;
}

py::dict event_of(const Moment& moment) {
  py::dict event;
  if (!moment.note.empty()) {
    event["note"] = in_python(moment.note);
    return event;
  }
  event["candidate"] = moment.candidate;
  event["phase"] = moment.phase;
  event["member"] = moment.member.empty() ? py::object(py::none()) : py::str(moment.member);
  event["fold"] = moment.fold;
  event["folds"] = moment.folds;
  event["done"] = moment.done;
  event["epoch"] = moment.epoch;
  event["epochs"] = moment.epochs;
  event["batch"] = moment.batch;
  event["batches"] = moment.batches;
  event["objective"] = moment.last && moment.batches == 0 ? moment.last->objective : moment.objective;
  event["train"] = moment.last ? py::object(py::float_(moment.last->train)) : py::none();
  event["valid"] = moment.last ? py::object(py::float_(moment.last->valid)) : py::none();
  event["best"] = moment.best_epoch > 0 ? py::object(py::float_(moment.best)) : py::none();
  event["best_epoch"] = moment.best_epoch;
  event["seconds"] = moment.last ? moment.last->seconds : 0;
  return event;
}

class WatchedTraining {
 public:
  explicit WatchedTraining(const RunRequest& request) : thread_([this, &request] { work(request); }) {}
  ~WatchedTraining() {
    stop();
    thread_.join();
  }
  WatchedTraining(const WatchedTraining&) = delete;
  WatchedTraining& operator=(const WatchedTraining&) = delete;

  // Waits a moment; what has happened since the last time goes to `moments`. False at the end.
  bool next(std::vector<Moment>& moments) {
    std::unique_lock guard(mutex_);
    changed_.wait_for(guard, kBetweenLooks, [this] { return done_; });
    moments = std::exchange(moments_, {});
    if (batch_) moments.push_back(*std::exchange(batch_, std::nullopt));
    return !done_;
  }

  void stop() {
    const std::lock_guard guard(mutex_);
    stop_ = true;
  }

  // After the end.
  RunSummary result() {
    if (failure_) std::rethrow_exception(failure_);
    return std::move(*summary_);
  }

 private:
  void work(const RunRequest& request) {
    try {
      summary_ = train(request, observer());
    } catch (...) {
      failure_ = std::current_exception();
    }
    const std::lock_guard guard(mutex_);
    done_ = true;
    changed_.notify_all();
  }

  RunObserver observer() {
    RunObserver observer;
    observer.note = [this](const std::string& text) {
      Moment moment;
      moment.note = text;
      add(std::move(moment));
    };
    observer.batch_done = [this](const std::string& name, const Progress& progress, const FitOptions& options,
                                 std::int64_t batches) {
      Moment moment = moment_of(name, progress, options);
      moment.batches = batches;
      moment.done += static_cast<double>(progress.batch) / static_cast<double>(batches * options.epochs);
      const std::lock_guard guard(mutex_);
      batch_ = std::move(moment);
    };
    observer.epoch_done = [this](const std::string& name, const Progress& progress, const FitOptions& options) {
      add(moment_of(name, progress, options));
    };
    observer.fold_epoch_done = [this](const FoldModel& model, const Progress& progress, const FitOptions& options) {
      Moment moment = moment_of(model.candidate, progress, options);
      moment.member = model.member;
      moment.fold = model.fold;
      moment.folds = model.folds;
      moment.done = model.blend_done;
      add(std::move(moment));
    };
    observer.stop_requested = [this] {
      const std::lock_guard guard(mutex_);
      return stop_;
    };
    return observer;
  }

  void add(Moment moment) {
    const std::lock_guard guard(mutex_);
    batch_.reset();  // is older
    moments_.push_back(std::move(moment));
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  bool stop_ = false;
  std::vector<Moment> moments_;
  std::optional<Moment> batch_;  // the last one
  std::optional<RunSummary> summary_;
  std::exception_ptr failure_;
  std::thread thread_;  // last: it uses the others
};

// Shows moments and lets signal handlers run; either may raise.
void look(const std::vector<Moment>& moments, const py::function& show) {
  for (const Moment& moment : moments) show(event_of(moment));
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace

RunSummary train_watched(const RunRequest& request, const py::function& show) {
  const ThreadsAsBefore threads;
  std::exception_ptr raised;  // by the interpreter
  WatchedTraining training(request);
  std::vector<Moment> moments;
  for (bool running = true; running;) {
    {
      const py::gil_scoped_release unlocked;
      running = training.next(moments);
    }
    try {
      if (!raised) look(moments, show);
    } catch (const py::error_already_set&) {
      raised = std::current_exception();
      training.stop();
    }
  }
  if (raised) std::rethrow_exception(raised);
  return training.result();
}

}  // namespace pauc::python
