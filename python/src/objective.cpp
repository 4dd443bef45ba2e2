#include "objective.h"

#include <ATen/Functions.h>

#include <algorithm>
#include <utility>

#include "pauc/batch/flat_numbers.h"
#include "pauc/batch/scored_batch.h"
#include "pauc/batch/shape.h"
#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/objective/slots.h"

namespace pauc::python {

namespace {

const ObjectiveInfo& info_of(const std::string& name) {
  if (const ObjectiveInfo* info = find_objective(name)) return *info;
  std::vector<std::string> names;
  for (const ObjectiveInfo& info : objective_registry()) names.push_back(info.name);
  fail(Fault::usage, "name: no objective \"", name, "\"; expected one of ", names_nearest_first(name, names));
}

std::vector<MatchedOption> options_to_match(const ObjectiveInfo& info, const ObjectiveRequest& request) {
  std::vector<MatchedOption> matched;
  for (const MatchedOption& option : info.matched) {
    const bool by_fpr = option.bound == MatchedOption::Bound::fpr_max;
    if (by_fpr ? request.fpr_max : request.tpr_min) matched.push_back(option);
  }
  return matched;
}

void check_request(const ObjectiveInfo& info, const ObjectiveRequest& request) {
  require_usage(request.examples >= 0, "examples: expected the number of training examples, got ", request.examples);
  require_usage(info.remembers == Remembered::nothing || request.examples > 0,
                "examples: expected the number of training examples, of which ", info.name, " remembers some, got 0");
  if (request.fpr_max) {
    require_usage(*request.fpr_max > 0 && *request.fpr_max <= 1, "fpr_max: expected 0 < fpr_max <= 1, got ",
                  *request.fpr_max);
  }
  if (request.tpr_min) require_tpr_min(*request.tpr_min);
}

Objective made(const ObjectiveInfo& info, const ObjectiveRequest& request) {
  check_request(info, request);
  Objective objective = make_objective(request.name, request.settings, request.examples);
  const std::vector<IdleOption> idle = idle_options(info, request.settings);
  if (!idle.empty()) fail(Fault::usage, idle.front().reason);
  return objective;
}

// A column is a vector too.
at::Tensor as_vector(const at::Tensor& tensor) {
  const bool is_column = tensor.defined() && tensor.dim() == 2 && tensor.size(1) == 1;
  return is_column ? tensor.squeeze(1) : tensor;
}

void require_device(const char* name, const at::Tensor& tensor, const at::Tensor& scores) {
  if (!tensor.defined() || tensor.device() == scores.device()) return;
  fail(Fault::data, name, ": expected the device of the scores, ", scores.device().str(), ", got ",
       tensor.device().str());
}

void require_dense(const char* name, const at::Tensor& tensor) {
  if (!tensor.defined()) return;
  require(tensor.layout() == at::kStrided, name, ": expected a dense tensor, got a sparse one");
  require(!tensor.is_quantized(), name, ": expected plain numbers, got ", c10::toString(tensor.scalar_type()));
}

// `examples` is 0 where nobody has said how many there are.
ScoredBatch scored(const LoopBatch& batch, std::int64_t examples) {
  const at::Tensor scores = as_vector(batch.scores);
  require(!scores.is_meta(), "scores: expected numbers, got a tensor on the device meta, which has none");
  require_dense("scores", batch.scores);
  require_dense("labels", batch.labels);
  require_dense("index", batch.index);
  require_dense("weights", batch.weights);
  if (scores.dim() != 1) fail(Fault::data, "scores: expected shape [n] or [n, 1], got ", shape_of(scores));
  require_device("labels", batch.labels, scores);
  require_device("weights", batch.weights, scores);
  // The state is in CPU memory, so an index may stay there.
  if (batch.index.defined() && !batch.index.device().is_cpu()) require_device("index", batch.index, scores);
  ScoredBatch rows =
      make_scored_batch(scores, as_vector(batch.labels), as_vector(batch.index), as_vector(batch.weights));
  // Also for methods that do not look at it: a wrong number should show before another method is tried.
  if (examples > 0) require_slots(FlatNumbers<std::int64_t>(rows.slots).span(), examples);
  return rows;
}

}  // namespace

LoopObjective::LoopObjective(ObjectiveRequest request)
    : request_(std::move(request)),
      matched_(options_to_match(info_of(request_.name), request_)),
      pairs_(pair_options_in(request_.settings)),
      objective_(made(info_of(request_.name), request_)) {}

std::vector<std::string> LoopObjective::match_in(const LoopBatch& rows, State& state) const {
  const ScoredBatch batch = scored(rows, request_.examples);
  const RegionBounds region{request_.fpr_max.value_or(1), request_.tpr_min.value_or(0)};
  return match_to_scores(matched_, batch.scores.detach(), batch.labels, region, pairs_, state);
}

at::Tensor LoopObjective::step(const LoopBatch& batch) {
  const std::lock_guard<std::mutex> lock(busy_);
  const ScoredBatch rows = scored(batch, request_.examples);
  Loss loss;
  if (matched_.empty() || is_matched_) {
    loss = objective_(rows);
  } else {
    State state = objective_.state;
    std::vector<std::string> notes = match_in(batch, state);
    loss = objective_.step(rows, state);
    objective_.state = std::move(state);
    notes_ = std::move(notes);
    is_matched_ = true;
  }
  last_ = LastStep{loss.value, {}};
  for (const Diagnostic& one : loss.diagnostics) last_->diagnostics.emplace_back(one.name, one.value);
  return std::move(loss.differentiable);
}

void LoopObjective::match(const LoopBatch& rows) {
  const std::lock_guard<std::mutex> lock(busy_);
  require_usage(!matched_.empty(), "match: expected an objective that was made with fpr_max and fits ",
                "options to scores, got ", request_.name, " without any");
  State state = objective_.state;
  notes_ = match_in(rows, state);
  objective_.state = std::move(state);
  is_matched_ = true;
}

void LoopObjective::begin_stage(double learning_rate) {
  const std::lock_guard<std::mutex> lock(busy_);
  objective_.begin_stage(learning_rate);
}

LoopObjective::Saved LoopObjective::saved() const {
  const std::lock_guard<std::mutex> lock(busy_);
  return {snapshot(objective_.state.tensors()), is_matched_};
}

std::optional<LastStep> LoopObjective::last() const {
  const std::lock_guard<std::mutex> lock(busy_);
  return last_;
}

std::vector<std::string> LoopObjective::notes() const {
  const std::lock_guard<std::mutex> lock(busy_);
  return notes_;
}

void LoopObjective::restore(const NamedTensors& saved, bool is_matched) {
  for (const auto& [name, tensor] : saved) {
    require(!at::isnan(tensor).any().item<bool>(), "state_dict: ", name, ": expected numbers, got nan");
  }
  const std::lock_guard<std::mutex> lock(busy_);
  objective_.state.restore(saved);
  is_matched_ = is_matched;
}

void LoopObjective::restore_answers(std::optional<LastStep> last, std::vector<std::string> notes) {
  const std::lock_guard<std::mutex> lock(busy_);
  last_ = std::move(last);
  notes_ = std::move(notes);
}

}  // namespace pauc::python
