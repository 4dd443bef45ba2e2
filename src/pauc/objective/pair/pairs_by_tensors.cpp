// The plain route: the P x N matrix of losses by tensor operations, on whatever device the scores are.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include <algorithm>
#include <cmath>

#include "pauc/core/error.h"
#include "pauc/objective/pair/pairs.h"
#include "pauc/objective/pair/selection.h"

namespace pauc {

namespace {

std::vector<double> numbers_of(const at::Tensor& tensor) {
  const at::Tensor numbers = tensor.detach().to(at::kCPU, at::kDouble).contiguous();
  return {numbers.data_ptr<double>(), numbers.data_ptr<double>() + numbers.numel()};
}

at::Tensor losses_of_gaps(const at::Tensor& gaps, const kernel::Surrogate& surrogate) {
  switch (surrogate.kind) {
    case kernel::Surrogate::Kind::squared_hinge:
      return (surrogate.margin - gaps).relu().square();
    case kernel::Surrogate::Kind::hinge:
      return (surrogate.margin - gaps).relu();  // slope 0 at the kink, as in the kernels; that of clamp_min is 1
    case kernel::Surrogate::Kind::squared:
      return (surrogate.margin - gaps).square();
    case kernel::Surrogate::Kind::sigmoid:
      return (-gaps / surrogate.temperature).sigmoid();
    case kernel::Surrogate::Kind::logistic:
      break;
  }
  return at::softplus(-gaps / surrogate.temperature);
}

// Double, where the device has it.
at::ScalarType widest_type(const at::Tensor& tensor) { return tensor.device().is_mps() ? at::kFloat : at::kDouble; }

at::Tensor on_device_of(const at::Tensor& tensor, const std::vector<double>& values, at::ScalarType type) {
  return at::tensor(values, at::kDouble).to(tensor.device(), type);
}

// weight + slope (score - score'), score' = score held fixed: its value is the weight, its derivative the slope.
at::Tensor moving(const at::Tensor& weights, const at::Tensor& slopes, const at::Tensor& scores) {
  return weights + slopes * (scores - scores.detach());
}

}  // namespace

at::Tensor Pairs::like_scores(const std::vector<double>& values) const {
  return on_device_of(positive_tensor_, values, positive_tensor_.scalar_type());
}

at::Tensor Pairs::loss_matrix(at::ScalarType type) const {
  return losses_of_gaps(positive_tensor_.to(type).unsqueeze(1) - negative_tensor_.to(type).unsqueeze(0),
                        surrogate_);  // [P, N]
}

// A float has seven digits: of a large exponent none is left behind the point. Such a batch is computed in double.
at::ScalarType Pairs::type_for_exponents(double lambda) const {
  constexpr double kLargestExponent = 50;
  const auto positives = std::minmax_element(positive_scores_.begin(), positive_scores_.end());
  const auto negatives = std::minmax_element(negative_scores_.begin(), negative_scores_.end());
  const double largest = std::max(kernel::loss_at(surrogate_, *positives.first - *negatives.second).value,
                                  kernel::loss_at(surrogate_, *positives.second - *negatives.first).value);
  return largest / lambda > kLargestExponent ? widest_type(positive_tensor_) : positive_tensor_.scalar_type();
}

at::Tensor Pairs::selection(const std::vector<double>& thresholds, double wanted, std::vector<double>& selected) const {
  // The same comparisons as the kernels' ranks, on h_max - h_j.
  const kernel::DescendingScores& sorted = sorted_negatives();
  std::vector<double> above(thresholds.size());
  std::vector<double> tied(thresholds.size());
  std::vector<double> shares(thresholds.size());
  const std::vector<RankCut> cuts = cuts_at_thresholds(sorted, positive_scores_, thresholds, surrogate_, wanted);
  for (std::size_t i = 0; i < thresholds.size(); ++i) {
    const kernel::LossLimits limits =
        kernel::limits_of_loss(surrogate_, thresholds[i], positive_scores_[i], sorted.largest);
    above[i] = limits.above;
    tied[i] = limits.tied;
    shares[i] = cuts[i].share;
    selected.push_back(cuts[i].selected());
  }
  const at::ScalarType type = widest_type(negative_tensor_);
  const auto as_column = [&](const std::vector<double>& values) {
    return on_device_of(negative_tensor_, values, type).unsqueeze(1);
  };
  const at::Tensor gaps = (sorted.largest - on_device_of(negative_tensor_, negative_scores_, type)).unsqueeze(0);
  const at::Tensor is_above = gaps < as_column(above);
  return at::where(is_above, at::ones({}, is_above.options().dtype(type)), (gaps < as_column(tied)) * as_column(shares))
      .to(positive_tensor_.scalar_type());
}

WeightedPairs Pairs::weighted_by_tensors(const PairWeights& weights) const {
  at::Tensor losses = loss_matrix(positive_tensor_.scalar_type());
  WeightedPairs pairs;
  at::Tensor columns = at::ones_like(negative_tensor_);
  if (weights.top) columns = like_scores(kernel::in_batch_order(*weights.top));
  if (!weights.columns.empty()) columns = like_scores(weights.columns);
  pairs.mean_loss = (losses.detach() * columns).mean().item<double>();
  if (!weights.thresholds.empty()) {
    at::Tensor chosen = selection(weights.thresholds, weights.wanted, pairs.selected);  // [P, N]
    if (!weights.inner_thresholds.empty()) {
      chosen = (chosen - selection(weights.inner_thresholds, weights.inner_wanted, pairs.inner_selected)).clamp_min(0);
    }
    losses = losses * chosen;
  }
  at::Tensor rows = at::ones_like(positive_tensor_);
  if (!weights.rows.empty()) rows = like_scores(weights.rows);
  if (!weights.row_slopes.empty()) rows = moving(rows, like_scores(weights.row_slopes), raw_tensors_.positive_scores);
  if (!weights.column_slopes.empty()) {
    columns = moving(columns, like_scores(weights.column_slopes), raw_tensors_.negative_scores);
  }
  pairs.row_values = numbers_of(losses.detach().mv(columns.detach()));
  pairs.column_values = numbers_of(losses.detach().t().mv(rows.detach()));
  pairs.graph = rows.dot(losses.mv(columns));
  return pairs;
}

KlMeans Pairs::kl_means_by_tensors(double lambda) const {
  KlMeans means;
  means.lambda = lambda;
  means.losses = loss_matrix(type_for_exponents(lambda));
  const at::Tensor log_sums = (means.losses.detach() / lambda).logsumexp(1);  // [P]
  means.log_means = numbers_of(log_sums);
  for (double& mean : means.log_means) mean -= std::log(static_cast<double>(negatives()));
  return means;
}

Loss Pairs::kl_loss_by_tensors(const KlMeans& means, const std::vector<double>& log_ratios, double scale,
                               double value) const {
  std::vector<double> shifts(log_ratios.size());
  for (std::size_t i = 0; i < shifts.size(); ++i) shifts[i] = log_ratios[i] - means.log_means[i];
  const at::Tensor rows = on_device_of(means.losses, shifts, means.losses.scalar_type());
  const at::Tensor weights = (means.losses.detach() / means.lambda + rows.unsqueeze(1)).exp();
  return loss_of_graph((weights * means.losses).sum(), scale / static_cast<double>(negatives()), value);
}

Loss Pairs::loss_of_graph(const at::Tensor& graph, double scale, double value) const {
  const at::Tensor scaled = scale * graph;
  require(std::isfinite(value) && std::isfinite(scaled.item<double>()),
          "scores: too far apart for these options: the loss leaves the range of their type");
  return {scaled - scaled.detach() + value, value, {}};
}

}  // namespace pauc
