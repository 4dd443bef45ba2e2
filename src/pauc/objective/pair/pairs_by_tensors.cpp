// The plain route for any loss: pairs by tensor operations, on whatever device the scores are. Tiles of rows, each with
// its gradient, are added up, so that no matrix of all P x N pairs is ever in memory.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <cmath>

#include "pauc/batch/flat_numbers.h"
#include "pauc/core/error.h"
#include "pauc/objective/pair/pairs.h"
#include "pauc/objective/pair/selection.h"

namespace pauc {

namespace {

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

std::vector<double> rows_of(const std::vector<double>& values, const PairTile& tile) {
  return {values.begin() + tile.begin, values.begin() + tile.begin + tile.rows};
}

void append(const std::vector<double>& values, std::vector<double>& all) {
  all.insert(all.end(), values.begin(), values.end());
}

// A sum over tiles and its gradient.
class TileSum {
 public:
  TileSum(std::int64_t positives, const at::Tensor& negatives) {
    const at::Tensor column = negatives.detach();
    gradient_ = {at::zeros({positives}, column.options()), at::zeros_like(column),
                 at::zeros({positives}, column.options()), at::zeros_like(column)};
  }

  void add(const at::Tensor& sum, const PairTile& tile) {
    sum.backward();
    value_ += sum.item<double>();
    const auto take = [](const at::Tensor& leaf, const at::Tensor& to) {
      if (leaf.grad().defined()) to.add_(leaf.grad());
    };
    take(tile.positives, gradient_.positives.narrow(0, tile.begin, tile.rows));
    take(tile.raw_positives, gradient_.raw_positives.narrow(0, tile.begin, tile.rows));
    take(tile.negatives, gradient_.negatives);
    take(tile.raw_negatives, gradient_.raw_negatives);
  }

  double value() const { return value_; }
  const TensorGradient& gradient() const { return gradient_; }

 private:
  TensorGradient gradient_;
  double value_ = 0;
};

}  // namespace

at::Tensor Pairs::graph_of(double value, const TensorGradient& gradient) const {
  const auto part = [](const at::Tensor& scores, const at::Tensor& slopes) {
    return (scores - scores.detach()).dot(slopes.to(scores.scalar_type()));
  };
  return part(positive_tensor_, gradient.positives) + part(negative_tensor_, gradient.negatives) +
         part(raw_tensors_.positive_scores, gradient.raw_positives) +
         part(raw_tensors_.negative_scores, gradient.raw_negatives) + value;
}

at::Tensor Pairs::like_scores(const std::vector<double>& values) const {
  return on_device_of(positive_tensor_, values, positive_tensor_.scalar_type());
}

void Pairs::for_each_tile(const std::function<void(const PairTile&)>& use) const {
  constexpr std::int64_t kPairsAtOnce = std::int64_t{1} << 20;
  const std::int64_t rows_at_once = std::max<std::int64_t>(1, kPairsAtOnce / negatives());
  const auto leaf = [](const at::Tensor& tensor) { return tensor.detach().set_requires_grad(true); };
  PairTile tile;
  for (tile.begin = 0; tile.begin < positives(); tile.begin += tile.rows) {
    tile.rows = std::min(rows_at_once, positives() - tile.begin);
    tile.positives = leaf(positive_tensor_.narrow(0, tile.begin, tile.rows));
    tile.raw_positives = leaf(raw_tensors_.positive_scores.narrow(0, tile.begin, tile.rows));
    tile.negatives = leaf(negative_tensor_);
    tile.raw_negatives = leaf(raw_tensors_.negative_scores);
    use(tile);
  }
}

at::Tensor Pairs::loss_matrix(const PairTile& tile, at::ScalarType type) const {
  return losses_of_gaps(tile.positives.to(type).unsqueeze(1) - tile.negatives.to(type).unsqueeze(0),
                        surrogate_);  // [rows, N]
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

// The same comparisons as the kernels' ranks, on h_max - h_j.
SelectedPairs Pairs::selection(const std::vector<double>& thresholds, double wanted) const {
  SelectedPairs selected;
  if (thresholds.empty()) return selected;
  const kernel::DescendingScores& sorted = sorted_negatives();
  const std::vector<RankCut> cuts = cuts_at_thresholds(sorted, positive_scores_, thresholds, surrogate_, wanted);
  for (std::size_t i = 0; i < thresholds.size(); ++i) {
    const kernel::LossLimits limits =
        kernel::limits_of_loss(surrogate_, thresholds[i], positive_scores_[i], sorted.largest);
    selected.above.push_back(limits.above);
    selected.tied.push_back(limits.tied);
    selected.shares.push_back(cuts[i].share);
    selected.counts.push_back(cuts[i].selected());
  }
  return selected;
}

at::Tensor Pairs::selected_in(const PairTile& tile, const SelectedPairs& selected) const {
  const at::ScalarType type = widest_type(negative_tensor_);
  const auto as_column = [&](const std::vector<double>& values) {
    return on_device_of(negative_tensor_, rows_of(values, tile), type).unsqueeze(1);
  };
  const double largest = sorted_negatives().largest;
  const at::Tensor gaps = (largest - on_device_of(negative_tensor_, negative_scores_, type)).unsqueeze(0);
  const at::Tensor is_above = gaps < as_column(selected.above);
  return at::where(is_above, at::ones({}, is_above.options().dtype(type)),
                   (gaps < as_column(selected.tied)) * as_column(selected.shares))
      .to(positive_tensor_.scalar_type());
}

WeightedPairs Pairs::weighted_by_tensors(const PairWeights& weights) const {
  if (can_be_sorted(weights)) return weighted_by_sorting(weights);
  WeightedPairs pairs;
  const SelectedPairs outer = selection(weights.thresholds, weights.wanted);
  const SelectedPairs inner = selection(weights.inner_thresholds, weights.inner_wanted);
  pairs.selected = outer.counts;
  pairs.inner_selected = inner.counts;
  const std::vector<double> all_columns = weights.column_weights();
  const at::Tensor fixed_columns = all_columns.empty() ? at::ones_like(negative_tensor_) : like_scores(all_columns);
  const at::Tensor column_values = at::zeros_like(negative_tensor_.detach());
  double loss_sum = 0;
  TileSum sum(positives(), negative_tensor_);
  for_each_tile([&](const PairTile& tile) {
    const c10::AutoGradMode with_graph(true);
    at::Tensor losses = loss_matrix(tile, positive_tensor_.scalar_type());
    loss_sum += (losses.detach() * fixed_columns.detach()).sum().item<double>();
    if (!weights.thresholds.empty()) {
      at::Tensor chosen = selected_in(tile, outer);
      if (!weights.inner_thresholds.empty()) chosen = (chosen - selected_in(tile, inner)).clamp_min(0);
      losses = losses * chosen;
    }
    at::Tensor rows =
        weights.rows.empty() ? at::ones_like(tile.positives.detach()) : like_scores(rows_of(weights.rows, tile));
    at::Tensor columns = fixed_columns.detach();
    if (!weights.row_slopes.empty()) {
      rows = moving(rows, like_scores(rows_of(weights.row_slopes, tile)), tile.raw_positives);
    }
    if (!weights.column_slopes.empty())
      columns = moving(columns, like_scores(weights.column_slopes), tile.raw_negatives);
    append(numbers_of(losses.detach().mv(columns.detach())), pairs.row_values);
    column_values.add_(losses.detach().t().mv(rows.detach()));
    sum.add(rows.dot(losses.mv(columns)), tile);
  });
  pairs.mean_loss = loss_sum / (static_cast<double>(positives()) * static_cast<double>(negatives()));
  pairs.column_values = numbers_of(column_values);
  pairs.graph = graph_of(sum.value(), sum.gradient());
  return pairs;
}

KlMeans Pairs::kl_means_by_tensors(double lambda) const {
  KlMeans means;
  means.lambda = lambda;
  const at::ScalarType type = type_for_exponents(lambda);
  for_each_tile([&](const PairTile& tile) {
    append(numbers_of((loss_matrix(tile, type).detach() / lambda).logsumexp(1)), means.log_means);
  });
  for (double& mean : means.log_means) mean -= std::log(static_cast<double>(negatives()));
  return means;
}

Loss Pairs::kl_loss_by_tensors(const KlMeans& means, const std::vector<double>& log_ratios, double scale,
                               double value) const {
  std::vector<double> shifts(log_ratios.size());
  for (std::size_t i = 0; i < shifts.size(); ++i) shifts[i] = log_ratios[i] - means.log_means[i];
  const at::ScalarType type = type_for_exponents(means.lambda);
  TileSum sum(positives(), negative_tensor_);
  for_each_tile([&](const PairTile& tile) {
    const c10::AutoGradMode with_graph(true);
    const at::Tensor losses = loss_matrix(tile, type);
    const at::Tensor rows = on_device_of(losses, rows_of(shifts, tile), type);
    const at::Tensor weights = (losses.detach() / means.lambda + rows.unsqueeze(1)).exp();
    sum.add((weights * losses).sum(), tile);
  });
  return loss_of_graph(graph_of(sum.value(), sum.gradient()), scale / static_cast<double>(negatives()), value);
}

Loss Pairs::loss_of_graph(const at::Tensor& graph, double scale, double value) const {
  const at::Tensor scaled = scale * graph;
  require(std::isfinite(value) && std::isfinite(scaled.item<double>()),
          "scores: too far apart for these options: the loss leaves the range of their type");
  return {scaled - scaled.detach() + value, value, {}};
}

}  // namespace pauc
