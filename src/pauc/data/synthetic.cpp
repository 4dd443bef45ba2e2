#include "pauc/data/synthetic.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "pauc/core/error.h"
#include "pauc/core/random.h"

namespace pauc {

const Fields<SyntheticOptions> kSyntheticFields = {
    {"rows", &SyntheticOptions::rows, "number of rows"},
    {"features", &SyntheticOptions::features, "number of features (at least 2 for nonlinear)"},
    {"positive_share", &SyntheticOptions::positive_share, "fraction of positive rows"},
    {"separation", &SyntheticOptions::separation,
     "distance between the mean best scores of the classes, in standard deviations; 0: nothing to learn"},
    {"seed", &SyntheticOptions::seed, "seed of the random numbers"}};

namespace {

constexpr std::string_view kPrefix = "synthetic:";
constexpr std::int64_t kMostValues = std::int64_t{1} << 30;
constexpr double kLargestSeparation = 20;
constexpr double kPi = 3.14159265358979323846;

// Streams of the seed: labels do not change with the number of features.
enum Stream : std::uint64_t { kLabelStream, kFeatureStream };

using MakeRow = double (*)(Random& random, double shift, Span<float> row);  // returns the best score

// The score is computed from the features as they are stored: it is theirs to the last bit of a float.
double binormal_row(Random& random, double shift, Span<float> row) {
  const double root = std::sqrt(static_cast<double>(row.size()));
  double sum = 0;
  for (float& feature : row) {
    feature = static_cast<float>(random.normal() + shift / root);
    sum += feature;
  }
  return sum / root;
}

double nonlinear_row(Random& random, double shift, Span<float> row) {
  const double score = random.normal() + shift;
  const double radius = std::exp(-score / 2);
  const double angle = 2 * kPi * random.uniform();
  row[0] = static_cast<float>(radius * std::cos(angle));
  row[1] = static_cast<float>(radius * std::sin(angle));
  for (std::int64_t c = 2; c < row.size(); ++c) row[c] = static_cast<float>(random.normal());
  return score;
}

struct ShapeRecipe {
  std::int64_t fewest_features;
  MakeRow make_row;
};

ShapeRecipe recipe_of(SyntheticShape shape) {
  return shape == SyntheticShape::binormal ? ShapeRecipe{1, binormal_row} : ShapeRecipe{2, nonlinear_row};
}

std::int64_t count_positives(const SyntheticOptions& options) {
  return std::llround(static_cast<double>(options.rows) * options.positive_share);
}

std::string option_place(const SyntheticOptions& options, const char* option) {
  return joined(kPrefix, choice_name(options.shape), ".", option);
}

void check_separation(const SyntheticOptions& options) {
  require_usage(options.separation >= 0 && options.separation <= kLargestSeparation,
                option_place(options, "separation"), ": expected a number from 0 to ", kLargestSeparation, ", got ",
                options.separation);
}

void check_sizes(const SyntheticOptions& options, std::int64_t fewest_features) {
  require_usage(options.features >= fewest_features, option_place(options, "features"), ": expected at least ",
                fewest_features, ", got ", options.features);
  require_usage(options.rows >= 2, option_place(options, "rows"), ": expected at least 2, got ", options.rows);
  require_usage(options.features <= kMostValues / options.rows, option_place(options, "rows"), ": expected at most ",
                kMostValues, " values in all, got ", options.rows, " rows of ", options.features);
}

void check_share(const SyntheticOptions& options) {
  const std::string place = option_place(options, "positive_share");
  require_usage(options.positive_share > 0 && options.positive_share < 1, place,
                ": expected a number between 0 and 1, got ", options.positive_share);
  const std::int64_t positives = count_positives(options);
  require_usage(positives >= 1 && positives < options.rows, place, ": expected rows of both classes, got ", positives,
                " positive rows of ", options.rows);
}

// Selection sampling (Knuth, volume 2, 3.4.2 S): every set of `positives` rows is equally likely.
std::vector<std::uint8_t> draw_labels(Random random, std::int64_t rows, std::int64_t positives) {
  std::vector<std::uint8_t> labels(rows);
  for (std::int64_t i = 0; i < rows; ++i) {
    if (random.below(static_cast<std::uint32_t>(rows - i)) >= static_cast<std::uint32_t>(positives)) continue;
    labels[i] = 1;
    --positives;
  }
  return labels;
}

Table empty_table(std::int64_t features) {
  std::vector<Column> columns;
  for (std::int64_t c = 1; c <= features; ++c) columns.push_back({joined('x', c), Column::Kind::number, {}});
  return dense_table(std::move(columns));
}

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

// By halving, between what doubles can tell from 0 and from 1.
double normal_quantile(double p) {
  double low = -38;
  double high = 9;
  for (int step = 0; step < 64; ++step) {
    const double middle = (low + high) / 2;
    (normal_cdf(middle) < p ? low : high) = middle;
  }
  return low;
}

}  // namespace

SyntheticOptions synthetic_named(const std::string& text) {
  require_usage(text.compare(0, kPrefix.size(), kPrefix) == 0, "expected synthetic:SHAPE, got \"", text, '"');
  const std::size_t shape_end = std::min(text.find(','), text.size());
  const auto shape = choice_named<SyntheticShape>(text.substr(kPrefix.size(), shape_end - kPrefix.size()), "synthetic");
  const std::string where = joined(kPrefix, choice_name(shape));
  Settings settings;
  for (std::size_t begin = shape_end; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin + 1), text.size());
    const std::string setting = text.substr(begin + 1, end - begin - 1);
    const std::size_t equals = setting.find('=');
    require_usage(equals != std::string::npos, where, ": expected option=value, got \"", setting, '"');
    settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
    begin = end;
  }
  SyntheticOptions options = read_settings(settings, kSyntheticFields, where);
  options.shape = shape;
  return options;
}

SyntheticData make_synthetic(const SyntheticOptions& options, const SharedRows& shared) {
  const ShapeRecipe recipe = recipe_of(options.shape);
  check_separation(options);
  check_sizes(options, recipe.fewest_features);
  check_share(options);
  const auto seed = static_cast<std::uint64_t>(options.seed);
  SyntheticData data;
  data.table = empty_table(options.features);
  data.table.held = HeldRows(shared);
  data.labels = draw_labels(Random(seed, kLabelStream), options.rows, count_positives(options));
  auto& columns = std::get<DenseValues>(data.table.values).columns;
  Random random(seed, kFeatureStream);
  if (data.table.held.all()) {
    for (auto& column : columns) column.reserve(static_cast<std::size_t>(options.rows));
  }
  std::vector<float> row(options.features);
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    const double shift = data.labels[i] != 0 ? options.separation : 0;
    data.best_scores.push_back(static_cast<float>(recipe.make_row(random, shift, row)));
    if (!data.table.held.keeps_next()) continue;
    for (std::size_t c = 0; c < row.size(); ++c) columns[c].push_back(row[c]);
    ++data.table.rows;
  }
  return data;
}

// With z = Phi^-1(FPR) the area is the integral of (Phi(separation + z) - tpr_min) phi(z), from where TPR exceeds
// tpr_min: smooth, so that Simpson's rule gives it to 1e-9. What lies 9 deviations below the upper end adds nothing.
double best_area(const SyntheticOptions& options, double fpr_min, double fpr_max, double tpr_min) {
  check_separation(options);
  require_usage(fpr_min >= 0 && fpr_min < fpr_max && fpr_max <= 1, "expected 0 <= fpr_min < fpr_max <= 1, got ",
                fpr_min, " and ", fpr_max);
  require_usage(tpr_min >= 0 && tpr_min < 1, "tpr_min: expected a number from 0 to less than 1, got ", tpr_min);
  const double high = normal_quantile(fpr_max);
  const double low =
      std::max({normal_quantile(fpr_min), normal_quantile(tpr_min) - options.separation, std::min(high, 0.0) - 9});
  if (low >= high) return 0;
  constexpr int kSteps = 4000;
  const double step = (high - low) / kSteps;
  double sum = 0;
  for (int k = 0; k <= kSteps; ++k) {
    const double z = low + k * step;
    const double weight = k == 0 || k == kSteps ? 1 : k % 2 == 1 ? 4 : 2;
    sum += weight * (normal_cdf(options.separation + z) - tpr_min) * std::exp(-z * z / 2);
  }
  const double area = sum * step / 3 / std::sqrt(2 * kPi);
  return area / ((fpr_max - fpr_min) * (1 - tpr_min));
}

}  // namespace pauc
