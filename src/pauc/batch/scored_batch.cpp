#include "pauc/batch/scored_batch.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "pauc/batch/flat_numbers.h"
#include "pauc/batch/shape.h"
#include "pauc/core/error.h"

namespace pauc {

namespace {

void require_vector(const char* what, const at::Tensor& tensor, std::int64_t size) {
  if (tensor.dim() != 1 || tensor.size(0) != size) {
    fail(Fault::data, what, ": expected shape [", size, "], got ", shape_of(tensor));
  }
  require(!tensor.is_complex(), what, ": expected real numbers, got ", c10::toString(tensor.scalar_type()));
}

// Whether a batch may contain such a number: whole loops without branches, since nearly every batch is right.
bool has_negative(const FlatNumbers<std::int64_t>& numbers) {
  std::int64_t signs = 0;
  for (const std::int64_t number : numbers) signs |= number;
  return signs < 0;
}

// A number that is not finite has an exponent of ones: adding one to it reaches the sign.
template <class Number>
bool has_infinite(const FlatNumbers<Number>& numbers) {
  using Bits = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits kMagnitude = static_cast<Bits>(~Bits{0}) >> 1;
  constexpr Bits kOneInExponent = Bits{1} << (std::numeric_limits<Number>::digits - 1);
  Bits signs = 0;
  for (const Number number : numbers) {
    Bits bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    signs |= (bits & kMagnitude) + kOneInExponent;
  }
  return (signs & ~kMagnitude) != 0;
}

template <class Number, class Wrong>
void refuse_if(const at::Tensor& tensor, const char* what, const char* expected, const Wrong& wrong) {
  const FlatNumbers<Number> numbers(tensor);
  const Number* found = std::find_if(numbers.begin(), numbers.end(), wrong);
  if (found == numbers.end()) return;
  fail(Fault::data, what, ": expected ", expected, ", got ", static_cast<double>(*found), " at place ",
       std::int64_t{found - numbers.begin()});
}

void check_scores(const at::Tensor& scores) {
  if (scores.dim() != 1) {
    const bool column = scores.dim() == 2 && scores.size(1) == 1;
    fail(Fault::data, "scores: expected a vector [B], got shape ", shape_of(scores),
         column ? ": squeeze(1) makes one" : "");
  }
  require(scores.is_floating_point(), "scores: expected floating numbers, got ", c10::toString(scores.scalar_type()));
  const auto not_finite = [](auto score) { return !std::isfinite(score); };
  if (scores.scalar_type() == at::kDouble) {
    const FlatNumbers<double> numbers(scores);
    if (has_infinite(numbers)) refuse_if<double>(scores, "scores", "finite numbers", not_finite);
  } else {
    const FlatNumbers<float> numbers(scores);
    if (has_infinite(numbers)) refuse_if<float>(scores, "scores", "finite numbers", not_finite);
  }
}

bool is_zero_or_one(const at::Tensor& labels) {
  if (labels.scalar_type() != at::kLong) return false;
  const FlatNumbers<std::int64_t> numbers(labels);
  std::int64_t bits = 0;  // of all labels, without a branch: nearly every batch is right
  for (const std::int64_t label : numbers) bits |= label;
  return (bits | 1) == 1;
}

at::Tensor zero_or_one(const at::Tensor& labels) {
  if (is_zero_or_one(labels)) return labels;
  const FlatNumbers<double> numbers(labels);
  const double low = std::find(numbers.begin(), numbers.end(), -1.0) == numbers.end() ? 0 : -1;
  refuse_if<double>(labels, "labels", "0 and 1, or -1 and 1", [&](double label) { return label != 1 && label != low; });
  return (labels.detach() == 1).to(at::kLong);
}

}  // namespace

ScoredBatch make_scored_batch(const at::Tensor& scores, const at::Tensor& labels, const at::Tensor& slots,
                              const at::Tensor& weights) {
  check_scores(scores);
  require_vector("labels", labels, scores.size(0));
  ScoredBatch batch{scores, zero_or_one(labels), {}, {}};
  if (slots.defined()) {
    require_vector("slots", slots, scores.size(0));
    require(at::isIntegralType(slots.scalar_type(), false), "slots: expected whole numbers, got ",
            c10::toString(slots.scalar_type()));
    batch.slots = slots.scalar_type() == at::kLong ? slots : slots.to(at::kLong);
    if (has_negative(FlatNumbers<std::int64_t>(batch.slots))) {
      refuse_if<std::int64_t>(batch.slots, "slots", "numbers from 0 on", [](std::int64_t slot) { return slot < 0; });
    }
  }
  if (weights.defined()) {
    require_vector("weights", weights, scores.size(0));
    refuse_if<double>(weights, "weights", "finite numbers from 0 on",
                      [](double weight) { return !(weight >= 0) || !std::isfinite(weight); });
    batch.weights = weights.detach().to(at::kDouble);
  }
  return batch;
}

ClassSplit split_by_class(const ScoredBatch& batch) {
  const at::Tensor positive = batch.labels == 1;
  const at::Tensor positives = at::nonzero(positive).flatten();                   // [P]
  const at::Tensor negatives = at::nonzero(at::logical_not(positive)).flatten();  // [N]
  require(positives.numel() > 0, "batch: expected at least one positive, got none");
  require(negatives.numel() > 0, "batch: expected at least one negative, got none");
  return {batch.scores.index_select(0, positives), batch.scores.index_select(0, negatives), positives, negatives};
}

}  // namespace pauc
