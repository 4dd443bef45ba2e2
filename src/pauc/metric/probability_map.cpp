#include "pauc/metric/probability_map.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "pauc/core/random.h"
#include "pauc/metric/interval/influence.h"

namespace pauc {

namespace {

constexpr std::uint32_t kFolds = 5;

// Fisher and Yates.
void shuffle(std::vector<std::uint32_t>& values, Random& random) {
  for (std::size_t left = values.size(); left > 1; --left) {
    std::swap(values[left - 1], values[random.below(static_cast<std::uint32_t>(left))]);
  }
}

// Each class is dealt in turn, in random order; groups are dealt whole.
std::vector<std::uint32_t> dealt(const ScoredRows& rows) {
  Random random(0);
  std::vector<std::uint32_t> folds(rows.labels.size());
  if (!rows.groups.empty()) {
    std::vector<std::uint32_t> of_group(static_cast<std::size_t>(rows.group_count));
    for (std::size_t g = 0; g < of_group.size(); ++g) of_group[g] = static_cast<std::uint32_t>(g) % kFolds;
    shuffle(of_group, random);
    for (std::size_t i = 0; i < folds.size(); ++i) folds[i] = of_group[rows.groups[i]];
    return folds;
  }
  for (const int label : {0, 1}) {
    std::vector<std::uint32_t> of_class;
    for (std::size_t i = 0; i < folds.size(); ++i) {
      if (rows.labels[i] == label) of_class.push_back(static_cast<std::uint32_t>(i));
    }
    shuffle(of_class, random);
    for (std::size_t k = 0; k < of_class.size(); ++k) folds[of_class[k]] = static_cast<std::uint32_t>(k) % kFolds;
  }
  return folds;
}

struct OwnedCases {
  std::vector<std::uint8_t> labels;
  std::vector<double> scores, weights;

  bool has_both_classes() const {
    return std::count(labels.begin(), labels.end(), 1) > 0 && std::count(labels.begin(), labels.end(), 0) > 0;
  }
};

OwnedCases without_fold(const ScoredRows& rows, const std::vector<std::uint32_t>& folds, std::uint32_t fold) {
  OwnedCases kept;
  for (std::size_t i = 0; i < folds.size(); ++i) {
    if (folds[i] == fold) continue;
    kept.labels.push_back(rows.labels[i]);
    kept.scores.push_back(rows.columns[0][i]);
    if (!rows.weights.empty()) kept.weights.push_back(rows.weights[i]);
  }
  return kept;
}

double loss_of(double probability, std::uint8_t label) {
  constexpr double kLeast = 1e-300;
  return -std::log(std::max(label == 1 ? probability : 1 - probability, kLeast));
}

// Log losses of each row by the maps that were fitted without it.
struct Losses {
  std::vector<double> platt, isotonic;
};

std::optional<Losses> cross_validated(const ScoredRows& rows) {
  const std::vector<std::uint32_t> folds = dealt(rows);
  Losses losses{std::vector<double>(folds.size()), std::vector<double>(folds.size())};
  for (std::uint32_t fold = 0; fold < kFolds; ++fold) {
    const OwnedCases others = without_fold(rows, folds, fold);
    if (!others.has_both_classes()) return std::nullopt;
    const Platt platt = fit_platt({others.labels, others.scores, others.weights});
    const Isotonic isotonic = fit_isotonic({others.labels, others.scores, others.weights});
    for (std::size_t i = 0; i < folds.size(); ++i) {
      if (folds[i] != fold) continue;
      losses.platt[i] = loss_of(platt.probability(rows.columns[0][i]), rows.labels[i]);
      losses.isotonic[i] = loss_of(isotonic.probability(rows.columns[0][i]), rows.labels[i]);
    }
  }
  return losses;
}

double mean_of(const ScoredRows& rows, const std::vector<double>& values) {
  double sum = 0;
  double weights = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double weight = rows.weights.empty() ? 1 : rows.weights[i];
    sum += weight * values[i];
    weights += weight;
  }
  return sum / weights;
}

// Of the mean difference of losses, by units: groups, or rows.
double standard_error(const ScoredRows& rows, const std::vector<double>& differences) {
  const double mean = mean_of(rows, differences);
  std::vector<double> influence(differences.size());
  for (std::size_t i = 0; i < influence.size(); ++i) {
    influence[i] = (rows.weights.empty() ? 1 : rows.weights[i]) * (differences[i] - mean) /
                   static_cast<double>(differences.size());  // weights have a mean of 1
  }
  double squares = 0;
  for (const double unit : influence_by_unit(influence, rows.groups, rows.group_count)) squares += unit * unit;
  return std::sqrt(squares);
}

}  // namespace

ProbabilityMap fit_probabilities(const ScoredRows& given) {
  const ScoredRows rows = prepared(given);
  ProbabilityMap map;
  map.platt = fit_platt(rows.cases(0));
  const auto losses = cross_validated(rows);
  if (!losses) return map;
  map.platt_loss = mean_of(rows, losses->platt);
  map.isotonic_loss = mean_of(rows, losses->isotonic);
  std::vector<double> gains(losses->platt.size());
  for (std::size_t i = 0; i < gains.size(); ++i) gains[i] = losses->platt[i] - losses->isotonic[i];
  if (mean_of(rows, gains) > standard_error(rows, gains)) map.isotonic = fit_isotonic(rows.cases(0));
  return map;
}

}  // namespace pauc
