#include "pauc/objective/pair/pairs.h"

#include <ATen/Functions.h>
#include <ATen/Parallel.h>
#include <ATen/TensorOperators.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "pauc/batch/flat_numbers.h"
#include "pauc/core/error.h"
#include "pauc/kernel/pair_sums.h"
#include "pauc/kernel/sigmoid.h"
#include "pauc/objective/slots.h"

namespace pauc {

namespace {

// Squares of larger scores, times what weights them, would leave the range of a float.
constexpr double kLargestScore = 1e15;

// Reads the scores once: values by class, with their places in the batch.
template <class Number>
void read_by_class(const at::Tensor& scores, const at::Tensor& labels, std::vector<double>* values,
                   std::vector<std::int64_t>* places) {
  const FlatNumbers<Number> number(scores);
  const FlatNumbers<std::int64_t> label(labels);
  const std::int64_t size = scores.numel();
  std::int64_t positives = 0;
  for (std::int64_t k = 0; k < size; ++k) positives += label[k];
  for (const int side : {0, 1}) {
    values[side].resize(side == 1 ? positives : size - positives);
    places[side].resize(values[side].size());
  }
  // Copies: the writes could change the originals, for all that the compiler knows.
  double* const to_value[2] = {values[0].data(), values[1].data()};
  std::int64_t* const to_place[2] = {places[0].data(), places[1].data()};
  const Number* const numbers = number.begin();
  const std::int64_t* const sides = label.begin();
  std::int64_t seen = 0;  // positives
  for (std::int64_t k = 0; k < size; ++k) {
    const std::int64_t side = sides[k];
    const std::int64_t next = side != 0 ? seen : k - seen;
    to_value[side][next] = numbers[k];
    to_place[side][next] = k;
    seen += side;
  }
}

std::vector<double> values_at(const at::Tensor& scores, const std::vector<std::int64_t>& places) {
  const FlatNumbers<double> numbers(scores);
  std::vector<double> values(places.size());
  for (std::size_t k = 0; k < places.size(); ++k) values[k] = numbers[places[k]];
  return values;
}

// NaN if one of them is. Four independent numbers, so that none waits for the one before it.
double largest_magnitude(const std::vector<double>& values) {
  double largest[4] = {0, 0, 0, 0};
  const auto look_at = [&](double value, double& so_far) {
    const double magnitude = std::abs(value);
    so_far = magnitude > so_far || std::isnan(magnitude) ? magnitude : so_far;
  };
  std::size_t k = 0;
  for (; k + 4 <= values.size(); k += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) look_at(values[k + lane], largest[lane]);
  }
  for (; k < values.size(); ++k) look_at(values[k], largest[0]);
  for (const double lane : largest) look_at(lane, largest[0]);
  return largest[0];
}

}  // namespace

Pairs::Pairs(const ScoredBatch& batch, Link link, const kernel::Surrogate& surrogate, Route route)
    : batch_(batch), surrogate_(surrogate), by_kernels_(uses_kernels(batch, route)) {
  require(!batch.weights.defined(), "weights: expected none: this objective has no weights of examples");
  std::vector<double> values[2];
  std::vector<std::int64_t> places[2];
  if (batch.scores.scalar_type() == at::kDouble) {
    read_by_class<double>(batch.scores, batch.labels, values, places);
  } else {
    read_by_class<float>(batch.scores, batch.labels, values, places);
  }
  require(!values[1].empty(), "batch: expected at least one positive, got none");
  require(!values[0].empty(), "batch: expected at least one negative, got none");
  for (const auto& side : values) {
    const double largest = largest_magnitude(side);
    if (!std::isfinite(largest)) fail(Fault::data, "scores: expected finite numbers, got ", largest);
    largest_raw_score_ = std::max(largest_raw_score_, largest);
  }
  require(link == Link::sigmoid || largest_raw_score_ <= kLargestScore, "scores: expected at most ", kLargestScore,
          " in absolute value, got ", largest_raw_score_);
  negative_scores_ = std::move(values[0]);
  positive_scores_ = std::move(values[1]);
  negative_places_ = std::move(places[0]);
  positive_places_ = std::move(places[1]);
  positive_slopes_.resize(positive_scores_.size(), 1.0);
  negative_slopes_.resize(negative_scores_.size(), 1.0);
  if (link == Link::sigmoid) {
    kernel::sigmoid_in_place(positive_scores_, positive_slopes_);
    kernel::sigmoid_in_place(negative_scores_, negative_slopes_);
  }
  if (!by_kernels_) {
    const bool wide = batch.scores.scalar_type() == at::kDouble;
    raw_tensors_ = split_by_class({batch.scores.to(wide ? at::kDouble : at::kFloat), batch.labels, {}, {}});
    const auto linked = [&](const at::Tensor& scores) { return link == Link::sigmoid ? scores.sigmoid() : scores; };
    positive_tensor_ = linked(raw_tensors_.positive_scores);
    negative_tensor_ = linked(raw_tensors_.negative_scores);
  }
}

const kernel::DescendingScores& Pairs::sorted_negatives() const {
  if (!sorted_negatives_) sorted_negatives_ = kernel::sorted_descending(negative_scores_, at::get_num_threads());
  return *sorted_negatives_;
}

kernel::TopShares Pairs::top_negatives(double fpr_min, double fpr_max) const {
  const auto count = static_cast<double>(negatives());
  if (sorted_negatives_) return kernel::top_shares(*sorted_negatives_, fpr_max * count, fpr_min * count);
  return kernel::top_shares(negative_scores_, fpr_max * count, fpr_min * count, at::get_num_threads());
}

std::vector<double> Pairs::raw_positive_scores() const { return values_at(batch_.scores, positive_places_); }
std::vector<double> Pairs::raw_negative_scores() const { return values_at(batch_.scores, negative_places_); }

std::vector<std::int64_t> Pairs::positive_slots(std::int64_t count) const { return slots_at(positive_places_, count); }
std::vector<std::int64_t> Pairs::negative_slots(std::int64_t count) const { return slots_at(negative_places_, count); }

std::vector<std::int64_t> Pairs::slots_at(const std::vector<std::int64_t>& places, std::int64_t count) const {
  require(batch_.slots.defined(), "slots: expected one for each example, got none: this objective remembers examples");
  const FlatNumbers<std::int64_t> slot(batch_.slots);
  std::vector<std::int64_t> slots(places.size());
  // Those of the other class are checked as well: a wrong number of examples should show at once.
  require_slots(slot.span(), count);
  for (std::size_t k = 0; k < places.size(); ++k) slots[k] = slot[places[k]];
  return slots;
}

WeightedPairs Pairs::weighted(const PairWeights& weights) const {
  return by_kernels_ ? weighted_by_kernels(weights) : weighted_by_tensors(weights);
}

double Pairs::mean_loss_in(double fpr_min, double fpr_max) const {
  const auto count = static_cast<double>(negatives());
  const kernel::TopShares top = top_negatives(fpr_min, fpr_max);
  kernel::ChosenPairs chosen{positive_scores_, top.scores, surrogate_};
  chosen.column_weights = top.shares;
  const double sum = kernel::total_loss(chosen, at::get_num_threads());
  return sum / (static_cast<double>(positives()) * (fpr_max - fpr_min) * count);
}

KlMeans Pairs::kl_means(double lambda) const {
  return by_kernels_ ? kl_means_by_kernels(lambda) : kl_means_by_tensors(lambda);
}

Loss Pairs::loss(const WeightedPairs& pairs, double scale, double value) const {
  if (!by_kernels_) return loss_of_graph(pairs.graph, scale, value);
  return loss_by_kernels(pairs.gradient, scale, value);
}

Loss Pairs::loss(const KlMeans& means, const std::vector<double>& log_ratios, double scale, double value) const {
  if (!by_kernels_) return kl_loss_by_tensors(means, log_ratios, scale, value);
  const auto* fast = std::get_if<kernel::KlSums>(&means.sums);
  kernel::KlGradients gradients =
      fast != nullptr ? fast->gradients(log_ratios) : std::get<kernel::TiledKlSums>(means.sums).gradients(log_ratios);
  return loss_by_kernels({std::move(gradients.positives), std::move(gradients.negatives), {}, {}}, scale, value);
}

Loss Pairs::loss(const PairGradient& gradient, double scale, double value) const {
  if (by_kernels_) return loss_by_kernels(gradient, scale, value);
  return loss_of_graph(
      positive_tensor_.dot(like_scores(gradient.positives)) + negative_tensor_.dot(like_scores(gradient.negatives)),
      scale, value);
}

}  // namespace pauc
