#include "pauc/data/folds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "pauc/core/error.h"
#include "pauc/core/random.h"
#include "pauc/data/repeated_rows.h"

namespace pauc {

namespace {

constexpr std::int64_t kInnerParts = 8;  // one of them chooses the epoch

void shuffle(std::vector<std::int64_t>& values, Random& random) {
  for (std::size_t k = values.size(); k > 1; --k) {
    std::swap(values[k - 1], values[random.below(static_cast<std::uint32_t>(k))]);
  }
}

FoldBy fold_by_of(const Examples& examples, const DataOptions& options) {
  if (options.fold_by != FoldBy::automatic) return options.fold_by;
  const RowFacts& facts = examples.facts;
  return !facts.scaffolds.empty() ? FoldBy::scaffold : !facts.groups.empty() ? FoldBy::grouped : FoldBy::stratified;
}

// How rows are kept together; empty: not at all.
std::vector<std::uint32_t> groups_of(const Examples& examples, const DataOptions& options,
                                     const std::vector<std::int64_t>& rows) {
  const RowFacts& facts = examples.facts;
  const FoldBy by = fold_by_of(examples, options);
  if (by == FoldBy::stratified) return {};
  require_usage(by != FoldBy::grouped || !facts.groups.empty(),
                "fold_by: expected a group column for grouped, got none");
  require_usage(by != FoldBy::scaffold || !facts.scaffolds.empty(), "fold_by: expected molecules for scaffold, got ",
                examples.kind);
  std::vector<std::uint32_t> groups;
  for (const std::int64_t row : rows) groups.push_back((by == FoldBy::grouped ? facts.groups : facts.scaffolds)[row]);
  return groups;
}

std::vector<std::uint8_t> labels_of(const Examples& examples, const std::vector<std::int64_t>& rows) {
  std::vector<std::uint8_t> labels;
  for (const std::int64_t row : rows) labels.push_back(static_cast<std::uint8_t>(examples.facts.labels[row]));
  return labels;
}

std::vector<std::int64_t> folds_of(const Examples& examples, const DataOptions& options,
                                   const std::vector<std::int64_t>& rows, std::int64_t folds, std::uint64_t seed) {
  const auto labels = labels_of(examples, rows);
  const auto groups = groups_of(examples, options, rows);
  if (!groups.empty()) return grouped_folds(labels, groups, folds, seed);
  auto fold_of_row = stratified_folds(labels, folds, seed);
  keep_copies_together(examples.facts, rows, fold_of_row);
  return fold_of_row;
}

// Rows of a group stay together, so that it fills at most one fold.
void require_enough_groups(const Examples& examples, const DataOptions& options,
                           const std::vector<std::int64_t>& rows) {
  const auto groups = groups_of(examples, options, rows);
  if (groups.empty()) return;
  const auto count = static_cast<std::int64_t>(std::set<std::uint32_t>(groups.begin(), groups.end()).size());
  const bool scaffolds = fold_by_of(examples, options) == FoldBy::scaffold;
  require_usage(count >= options.folds, "folds: expected at most ", count, ", the number of ",
                scaffolds ? "scaffolds" : "groups", " in the training and validation rows, got ", options.folds);
}

void require_enough_of_each_class(const std::vector<std::uint8_t>& labels, std::int64_t folds) {
  for (const std::uint8_t label : {std::uint8_t{1}, std::uint8_t{0}}) {
    const auto count = static_cast<std::int64_t>(std::count(labels.begin(), labels.end(), label));
    require_usage(count >= folds, "folds: expected at most ", count, ", the number of ",
                  label == 1 ? "positives" : "negatives", " in the training and validation rows, got ", folds);
  }
}

// Rows that stay together may leave a fold without one of the classes.
void require_both_classes(const std::vector<std::uint8_t>& labels, const std::vector<std::int64_t>& fold_of_row,
                          std::int64_t folds) {
  std::vector<std::array<std::int64_t, 2>> counts(static_cast<std::size_t>(folds), {0, 0});
  for (std::size_t k = 0; k < labels.size(); ++k) ++counts[fold_of_row[k]][labels[k]];
  for (std::size_t fold = 0; fold < counts.size(); ++fold) {
    for (const int label : {0, 1}) {
      require_usage(counts[fold][label] > 0, "folds: expected both classes in each of ", folds, " folds, got no ",
                    label == 1 ? "positive" : "negative", " in fold ", fold + 1, "; take fewer folds");
    }
  }
}

// The part that chooses the epoch: the first, unless a large group makes it so large that the training would miss its
// rows; then the one with both classes whose size is nearest to an equal share.
std::int64_t choosing_part(const std::vector<std::uint8_t>& labels, const std::vector<std::int64_t>& part_of_row) {
  std::array<std::array<double, 2>, kInnerParts> counts{};
  for (std::size_t k = 0; k < labels.size(); ++k) ++counts[static_cast<std::size_t>(part_of_row[k])][labels[k]];
  const double share = static_cast<double>(labels.size()) / static_cast<double>(kInnerParts);
  const auto size_of = [&](std::size_t part) { return counts[part][0] + counts[part][1]; };
  std::size_t best = 0;
  if (size_of(0) <= 1.5 * share) return 0;
  for (std::size_t part = 1; part < counts.size(); ++part) {
    const bool has_both = counts[part][0] > 0 && counts[part][1] > 0;
    if (has_both && std::abs(size_of(part) - share) < std::abs(size_of(best) - share)) best = part;
  }
  return static_cast<std::int64_t>(best);
}

// One model, which is trained on the train part; valid chooses its epoch and is all that it leaves out.
SplitRows single_fold(const SplitRows& split) {
  SplitRows result;
  result.rows[static_cast<int>(Part::train)] = split.of(Part::train);
  for (const Part part : {Part::valid, Part::test}) result.rows[static_cast<int>(part)] = split.of(Part::valid);
  return result;
}

bool has_both_classes(const Examples& examples, const std::vector<std::int64_t>& rows) {
  const auto labels = labels_of(examples, rows);
  const auto positives = std::count(labels.begin(), labels.end(), 1);
  return positives > 0 && positives < static_cast<std::ptrdiff_t>(labels.size());
}

bool are_possible(const Examples& examples, const SplitRows& split, DataOptions options) {
  for (std::int64_t fold = 1; fold <= options.folds; ++fold) {
    options.fold = fold;
    SplitRows rows;
    try {
      rows = fold_of(examples, split, options);
    } catch (const UserError&) {
      return false;
    }
    for (const Part part : {Part::train, Part::valid, Part::test}) {
      if (!has_both_classes(examples, rows.of(part))) return false;
    }
  }
  return true;
}

}  // namespace

std::vector<std::int64_t> stratified_folds(Span<const std::uint8_t> labels, std::int64_t folds, std::uint64_t seed) {
  std::vector<std::int64_t> fold_of_row(labels.size());
  std::int64_t next = 0;  // goes on from class to class, so that the folds have equal sizes
  for (const std::uint8_t label : {std::uint8_t{1}, std::uint8_t{0}}) {
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < labels.size(); ++row) {
      if (labels[row] == label) rows.push_back(row);
    }
    Random random(seed, label);
    shuffle(rows, random);
    for (const std::int64_t row : rows) fold_of_row[row] = next++ % folds;
  }
  return fold_of_row;
}

std::vector<std::int64_t> grouped_folds(Span<const std::uint8_t> labels, Span<const std::uint32_t> groups,
                                        std::int64_t folds, std::uint64_t seed) {
  std::map<std::uint32_t, std::array<double, 2>> classes;  // rows of each class by group
  std::array<double, 2> all = {0, 0};
  for (std::int64_t row = 0; row < labels.size(); ++row) {
    ++classes[groups[row]][labels[row]];
    ++all[labels[row]];
  }
  std::vector<std::int64_t> order;
  for (const auto& entry : classes) order.push_back(entry.first);
  Random random(seed, 0);
  shuffle(order, random);
  const auto weight_of = [&](std::int64_t group) {  // the rarer class counts more
    const auto& counts = classes.at(static_cast<std::uint32_t>(group));
    return counts[0] / std::max(1.0, all[0]) + counts[1] / std::max(1.0, all[1]);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int64_t a, std::int64_t b) { return weight_of(a) > weight_of(b); });
  std::vector<std::array<double, 2>> filled(static_cast<std::size_t>(folds), {0, 0});
  std::map<std::uint32_t, std::int64_t> fold_of_group;
  for (const std::int64_t group : order) {
    const auto& counts = classes.at(static_cast<std::uint32_t>(group));
    // The product is small for a fold that lacks the classes of the group.
    const auto fullness = [&](const std::array<double, 2>& fold) {
      double sum = 0;
      for (const int label : {0, 1})
        sum += counts[label] / std::max(1.0, all[label]) * fold[label] / std::max(1.0, all[label]);
      return std::make_pair(sum, fold[0] + fold[1]);
    };
    const auto best = std::min_element(filled.begin(), filled.end(),
                                       [&](const auto& a, const auto& b) { return fullness(a) < fullness(b); });
    for (const int label : {0, 1}) (*best)[label] += counts[label];
    fold_of_group[static_cast<std::uint32_t>(group)] = best - filled.begin();
  }
  std::vector<std::int64_t> fold_of_row(labels.size());
  for (std::int64_t row = 0; row < labels.size(); ++row) fold_of_row[row] = fold_of_group.at(groups[row]);
  return fold_of_row;
}

SplitRows fold_of(const Examples& examples, const SplitRows& split, const DataOptions& options, ChoosingRows choosing) {
  require_usage(options.folds >= 1 && options.folds <= kMostFolds, "folds: expected 1 to ", kMostFolds, ", got ",
                options.folds);
  const std::int64_t wanted = *options.fold - 1;
  require_usage(wanted >= 0 && wanted < options.folds, "fold: expected 1 to ", options.folds, ", got ", *options.fold);
  if (options.folds == 1) return single_fold(split);
  std::vector<std::int64_t> pool = split.of(Part::train);
  pool.insert(pool.end(), split.of(Part::valid).begin(), split.of(Part::valid).end());
  std::sort(pool.begin(), pool.end());
  const auto seed = static_cast<std::uint64_t>(options.split_seed);
  require_enough_of_each_class(labels_of(examples, pool), options.folds);
  require_enough_groups(examples, options, pool);
  const auto fold = folds_of(examples, options, pool, options.folds, seed);
  require_both_classes(labels_of(examples, pool), fold, options.folds);
  SplitRows result;
  std::vector<std::int64_t> others;
  for (std::size_t k = 0; k < pool.size(); ++k) {
    (fold[k] == wanted ? result.rows[static_cast<int>(Part::test)] : others).push_back(pool[k]);
  }
  if (choosing == ChoosingRows::none) {
    result.rows[static_cast<int>(Part::train)] = std::move(others);
    result.rows[static_cast<int>(Part::valid)] = result.of(Part::test);
    return result;
  }
  // Another stream of random numbers for each fold.
  const auto inner = folds_of(examples, options, others, kInnerParts, seed + 1 + static_cast<std::uint64_t>(wanted));
  const std::int64_t part = choosing_part(labels_of(examples, others), inner);
  for (std::size_t k = 0; k < others.size(); ++k) {
    result.rows[static_cast<int>(inner[k] == part ? Part::valid : Part::train)].push_back(others[k]);
  }
  return result;
}

std::int64_t folds_allowed(const Examples& examples, const SplitRows& split, DataOptions options, std::int64_t wanted) {
  for (options.folds = wanted; options.folds > 1; --options.folds) {
    if (are_possible(examples, split, options)) break;
  }
  return options.folds;
}

}  // namespace pauc
