#pragma once

#include <ATen/core/Tensor.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pauc/objective/lambda.h"
#include "pauc/objective/make_objective.h"

namespace pauc::python {

// How an objective was asked for.
struct ObjectiveRequest {
  std::string name;
  std::int64_t examples = 0;
  Settings settings;              // options of the method
  std::optional<double> fpr_max;  // of methods that fit options to the scores instead of having a bound
  std::optional<double> tpr_min;
};

// Parts of a batch as a training loop has them.
struct LoopBatch {
  at::Tensor scores;   // [B] or [B, 1]
  at::Tensor labels;   // [B] or [B, 1]
  at::Tensor index;    // [B]: number of each example in the training set; undefined if not given
  at::Tensor weights;  // [B]; undefined if not given
};

// What the last step said.
struct LastStep {
  double value = 0;
  std::vector<std::pair<std::string, double>> diagnostics;
};

// pauc.Objective: an objective with what a loop in Python asks of it.
class LoopObjective {
 public:
  explicit LoopObjective(ObjectiveRequest request);

  // Loss of a batch. A refused batch changes nothing.
  at::Tensor step(const LoopBatch& batch);
  // Fits the options that depend on the scores, as `pauc train` does before each epoch.
  void match(const LoopBatch& rows);
  void begin_stage(double learning_rate);

  const ObjectiveRequest& request() const { return request_; }
  const std::vector<MatchedOption>& matched() const { return matched_; }
  // What another thread may be changing comes as a copy. Call these without the lock of the interpreter.
  struct Saved {
    NamedTensors tensors;
    bool is_matched;
  };
  Saved saved() const;
  std::optional<LastStep> last() const;
  std::vector<std::string> notes() const;
  // Takes over a saved state; refuses one of another size and is then unchanged.
  void restore(const NamedTensors& saved, bool is_matched);
  // Takes over what another objective said: a copy answers as the original.
  void restore_answers(std::optional<LastStep> last, std::vector<std::string> notes);

 private:
  std::vector<std::string> match_in(const LoopBatch& rows, State& state) const;

  ObjectiveRequest request_;
  std::vector<MatchedOption> matched_;  // options that the bounds of the request determine
  PairOptions pairs_;
  Objective objective_;
  std::optional<LastStep> last_;
  std::vector<std::string> notes_;
  bool is_matched_ = false;
  mutable std::mutex busy_;  // the interpreter is free while a step runs
};

}  // namespace pauc::python
