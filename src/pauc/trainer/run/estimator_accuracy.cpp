#include "pauc/trainer/run/estimator_accuracy.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/parallel.h"
#include "pauc/model/make_model.h"
#include "pauc/objective/estimator_errors.h"
#include "pauc/trainer/config/check_config.h"
#include "pauc/trainer/loop/batch_statistics.h"
#include "pauc/trainer/loop/score.h"
#include "pauc/trainer/loop/streams.h"
#include "pauc/trainer/loop/threads.h"
#include "pauc/trainer/run/prepared_data.h"

namespace pauc {

namespace {

constexpr std::int64_t kMostDraws = 1'000'000;
constexpr std::int64_t kRowsForStatistics = 64;  // in a batch, as zhu2022 trains

const Fields<PairOptions> kPairFields = with_pair_fields<PairOptions>({});

// Ascending; two files or rows of one name would come of a value given twice.
std::vector<double> ordered(const char* name, std::vector<double> values) {
  require_usage(!values.empty(), name, ": expected at least one value, got none");
  std::sort(values.begin(), values.end());
  const auto repeated = std::adjacent_find(values.begin(), values.end());
  if (repeated != values.end()) fail(Fault::usage, name, ": expected each value once, got ", *repeated, " twice");
  return values;
}

EstimatorGrid grid_of(const EstimatorRequest& request) {
  for (const double fpr_max : request.fpr_max) require_share("fpr_max", fpr_max);
  for (const double lambda : request.lambdas) require_above_zero("lambda", lambda);
  return {ordered("fpr_max", request.fpr_max), ordered("lambda", request.lambdas)};
}

PairOptions pair_options_of(const Config& config) {
  const PairOptions options = completed(config.read("objective", kPairFields));
  monotone_surrogate_of(options);
  return options;
}

void check(const EstimatorRequest& request) {
  grid_of(request);
  require_usage(request.draws >= 1 && request.draws <= kMostDraws, "draws: expected 1 to ", kMostDraws, ", got ",
                request.draws);
  require_above_zero("last_layer_scale", request.last_layer_scale);
  check_config(request.asked);
  pair_options_of(request.asked);
  require_usage(request.asked.has("data.path"), "data: expected a file to score, got none");
  require_usage(!request.asked.has("trainer.init"), "init: expected none, since all weights are drawn; got ",
                request.asked.get("trainer.init"));
}

// Everything that was left open, as for a training by the KL estimator.
Config resolved_for_estimator(Config asked, const DataFacts& facts) {
  asked.set("objective.name", "sopa-s", "estimator");
  return resolved(asked, facts);
}

struct Draw {
  double score_deviation = 0;
  std::vector<EstimatorErrors> errors;  // at each fpr_max
};

class Experiment {
 public:
  explicit Experiment(const EstimatorRequest& request)
      : request_(request),
        threads_(request.threads > 0 ? request.threads : hardware_threads()),
        grid_(grid_of(request)),
        data_(prepare_data(request.asked, {}, {threads_, 1, request.cache, request.image_memory})),
        config_(resolved_for_estimator(request.asked, data_.facts())),
        pair_options_(pair_options_of(config_)),
        draws_(static_cast<std::size_t>(request.draws)) {
    if (!request.note) return;
    for (const std::string& note : data_.notes) request.note(note);
  }

  // False when it was asked to stop.
  bool draw_all() {
    const OneThreadEach one_thread_each;
    parallel_for(request_.draws, threads_, [&](std::int64_t number) {
      if (!goes_on()) return;
      at::init_num_threads();  // of this thread
      draws_[number] = draw(number);
      note_done();
    });
    return !stopped_;
  }

  record::EstimatorAccuracy accuracy() const {
    record::EstimatorAccuracy accuracy;
    accuracy.config = request_.config;
    accuracy.model = config_.get("model.name");
    accuracy.model_options = config_.section("model");
    for (const auto& field : describe(kPairFields, pair_options_)) {
      accuracy.pair_options.emplace_back(field.name, field.default_value);
    }
    accuracy.last_layer_scale = request_.last_layer_scale;
    accuracy.seed = request_.seed;
    accuracy.positives = data_.facts().positives;
    accuracy.negatives = data_.facts().rows - accuracy.positives;
    for (const Draw& draw : draws_) accuracy.score_deviations.push_back(draw.score_deviation);
    for (std::size_t b = 0; b < grid_.fpr_max.size(); ++b) accuracy.bounds.push_back(at_fpr(b));
    return accuracy;
  }

 private:
  const Dataset& train() const { return data_.part(Part::train); }

  bool goes_on() {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopped_ = stopped_ || (request_.stop_requested && request_.stop_requested());
    return !stopped_;
  }

  void note_done() {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++done_;
    if (request_.progress) request_.progress(done_);
  }

  Model drawn_model(std::uint64_t seed) const {
    Random random(seed, kInitialWeights);
    Model model = make_model(config_.get("model.name"), config_.section("model"), data_.inputs.shape, random);
    estimate_statistics(
        model, train(), Sampler(train().labels, {kRowsForStatistics, 0, seed}),
        [&](std::int64_t batch) { return Random(seed, kFirstOfSteps + static_cast<std::uint64_t>(batch)); });
    return model;
  }

  Draw draw(std::int64_t number) const {
    const Model model = drawn_model(request_.seed + static_cast<std::uint64_t>(number));
    std::vector<double> scores = scores_of(model, train());
    for (double& score : scores) score *= request_.last_layer_scale;
    try {
      return {record::spread_of(scores).deviation, estimator_errors(scores, train().labels, grid_, pair_options_)};
    } catch (const UserError& error) {
      fail(error.fault(), "draw ", number + 1, ": ", error.what());
    }
  }

  record::EstimatorAtFpr at_fpr(std::size_t bound) const {
    record::EstimatorAtFpr at;
    at.fpr_max = grid_.fpr_max[bound];
    for (const double lambda : grid_.lambdas) at.lambdas.push_back({lambda, {}});
    for (const Draw& draw : draws_) {
      const EstimatorErrors& errors = draw.errors[bound];
      at.exact.push_back(errors.exact);
      at.matched_lambdas.push_back(errors.matched_lambda);
      at.matched_errors.push_back(errors.matched_error);
      for (std::size_t k = 0; k < at.lambdas.size(); ++k) at.lambdas[k].errors.push_back(errors.at[k]);
    }
    return at;
  }

  const EstimatorRequest& request_;
  int threads_;
  EstimatorGrid grid_;
  PreparedData data_;
  Config config_;
  PairOptions pair_options_;
  std::vector<Draw> draws_;
  std::mutex mutex_;  // of the two below, and of what the request wants to be told
  bool stopped_ = false;
  std::int64_t done_ = 0;
};

}  // namespace

std::optional<record::EstimatorAccuracy> estimator_accuracy(const EstimatorRequest& request) {
  check(request);
  Experiment experiment(request);
  if (!experiment.draw_all()) return std::nullopt;
  return experiment.accuracy();
}

}  // namespace pauc
