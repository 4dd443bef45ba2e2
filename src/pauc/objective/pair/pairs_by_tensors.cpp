// The plain route: losses of pairs by tensor operations, on whatever device the scores are. Tiles of rows, each with
// its gradient, are added up, so that no matrix of all P x N pairs is ever in memory.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <c10/core/GradMode.h>

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

std::vector<double> rows_of(const std::vector<double>& values, const PairTile& tile) {
  return {values.begin() + tile.begin, values.begin() + tile.begin + tile.rows};
}

void append(const std::vector<double>& values, std::vector<double>& all) {
  all.insert(all.end(), values.begin(), values.end());
}

// The gradient of a sum over tiles with respect to the linked and the raw scores.
class TileGradients {
 public:
  TileGradients(std::int64_t positives, const at::Tensor& negatives)
      : positives_(at::zeros({positives}, negatives.detach().options())),
        raw_positives_(at::zeros_like(positives_)),
        negatives_(at::zeros_like(negatives.detach())),
        raw_negatives_(at::zeros_like(negatives_)) {}

  void add(const at::Tensor& sum, const PairTile& tile) {
    sum.backward();
    value_ += sum.item<double>();
    const auto take = [](const at::Tensor& leaf, const at::Tensor& to) {
      if (leaf.grad().defined()) to.add_(leaf.grad());
    };
    take(tile.positives, positives_.narrow(0, tile.begin, tile.rows));
    take(tile.raw_positives, raw_positives_.narrow(0, tile.begin, tile.rows));
    take(tile.negatives, negatives_);
    take(tile.raw_negatives, raw_negatives_);
  }

  // Its value is that of the sum, its derivative the gradient.
  at::Tensor graph(const at::Tensor& positives, const at::Tensor& negatives, const ClassSplit& raw) const {
    const auto part = [](const at::Tensor& scores, const at::Tensor& gradient) {
      return (scores - scores.detach()).dot(gradient);
    };
    return part(positives, positives_) + part(negatives, negatives_) + part(raw.positive_scores, raw_positives_) +
           part(raw.negative_scores, raw_negatives_) + value_;
  }

 private:
  at::Tensor positives_, raw_positives_, negatives_, raw_negatives_;
  double value_ = 0;
};

}  // namespace

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
  WeightedPairs pairs;
  const SelectedPairs outer = selection(weights.thresholds, weights.wanted);
  const SelectedPairs inner = selection(weights.inner_thresholds, weights.inner_wanted);
  pairs.selected = outer.counts;
  pairs.inner_selected = inner.counts;
  std::vector<double> all_columns = weights.top ? kernel::in_batch_order(*weights.top) : weights.columns;
  if (!weights.columns.empty()) all_columns = weights.columns;
  const at::Tensor fixed_columns = all_columns.empty() ? at::ones_like(negative_tensor_) : like_scores(all_columns);
  const at::Tensor column_values = at::zeros_like(negative_tensor_.detach());
  double loss_sum = 0;
  TileGradients gradients(positives(), negative_tensor_);
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
    gradients.add(rows.dot(losses.mv(columns)), tile);
  });
  pairs.mean_loss = loss_sum / (static_cast<double>(positives()) * static_cast<double>(negatives()));
  pairs.column_values = numbers_of(column_values);
  pairs.graph = gradients.graph(positive_tensor_, negative_tensor_, raw_tensors_);
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
  TileGradients gradients(positives(), negative_tensor_);
  for_each_tile([&](const PairTile& tile) {
    const c10::AutoGradMode with_graph(true);
    const at::Tensor losses = loss_matrix(tile, type);
    const at::Tensor rows = on_device_of(losses, rows_of(shifts, tile), type);
    const at::Tensor weights = (losses.detach() / means.lambda + rows.unsqueeze(1)).exp();
    gradients.add((weights * losses).sum(), tile);
  });
  return loss_of_graph(gradients.graph(positive_tensor_, negative_tensor_, raw_tensors_),
                       scale / static_cast<double>(negatives()), value);
}

Loss Pairs::loss_of_graph(const at::Tensor& graph, double scale, double value) const {
  const at::Tensor scaled = scale * graph;
  require(std::isfinite(value) && std::isfinite(scaled.item<double>()),
          "scores: too far apart for these options: the loss leaves the range of their type");
  return {scaled - scaled.detach() + value, value, {}};
}

}  // namespace pauc
