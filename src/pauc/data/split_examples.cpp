#include <algorithm>
#include <cmath>

#include "pauc/core/error.h"
#include "pauc/core/random.h"
#include "pauc/data/examples.h"

namespace pauc {

namespace {

// Rows that a split may place: labelled, and not of a separate test file.
std::vector<std::int64_t> free_rows(const Examples& examples) {
  std::vector<std::int64_t> rows;
  const RowFacts& facts = examples.facts;
  const auto in_test_file = static_cast<std::int64_t>(facts.parts.size());
  for (std::int64_t row = 0; row < examples.rows() - in_test_file; ++row) {
    if (facts.labels[row] != kUnlabelled) rows.push_back(row);
  }
  return rows;
}

// Groups stay together unless another way was asked for.
std::string split_method(const DataOptions& options) {
  if (options.split != "auto") return options.split;
  return options.group.empty() ? "stratified" : "grouped";
}

std::vector<Part> parts_of(const Examples& examples, const DataOptions& options,
                           const std::vector<std::int64_t>& rows) {
  const bool separate_test = !options.test.empty();
  const std::string usual = separate_test ? "0.8,0.2" : "0.8,0.1,0.1";
  const auto fractions = fractions_of(options.fractions.empty() ? usual : options.fractions,
                                      separate_test ? TestFile::separate : TestFile::none);
  const auto seed = static_cast<std::uint64_t>(options.split_seed);
  const std::string method = split_method(options);
  if (method == "random") return split_randomly(static_cast<std::int64_t>(rows.size()), fractions, seed);
  std::vector<std::uint8_t> labels;
  for (const std::int64_t row : rows) labels.push_back(static_cast<std::uint8_t>(examples.facts.labels[row]));
  if (method == "stratified") return split_stratified(labels, fractions, seed);
  require_usage(method == "grouped", "split: scaffold is for molecules, the data are ", examples.kind);
  require_usage(!examples.facts.groups.empty(), "split: grouped needs --group COLUMN");
  std::vector<std::uint32_t> groups;
  for (const std::int64_t row : rows) groups.push_back(examples.facts.groups[row]);
  return split_by_group(labels, groups, fractions, seed);
}

// Leaves this share of a part's positives, drawn at random, and all negatives.
std::int64_t thin_positives(const RowFacts& facts, double share, std::uint64_t seed, std::uint64_t stream,
                            std::vector<std::int64_t>& rows) {
  std::vector<std::int64_t> positives;
  for (const std::int64_t row : rows) {
    if (facts.labels[row] == 1) positives.push_back(row);
  }
  const auto count = static_cast<std::int64_t>(positives.size());
  const auto kept = static_cast<std::int64_t>(std::llround(share * static_cast<double>(count)));
  Random random(seed, stream);
  for (std::int64_t k = 0; k < kept; ++k) {
    std::swap(positives[k], positives[k + random.below(static_cast<std::uint32_t>(count - k))]);
  }
  std::sort(positives.begin() + kept, positives.end());
  const auto left_out = [&](std::int64_t row) {
    return std::binary_search(positives.begin() + kept, positives.end(), row);
  };
  rows.erase(std::remove_if(rows.begin(), rows.end(), left_out), rows.end());
  return count - kept;
}

std::string remedy(const DataOptions& options) {
  if (!is_split_method(options.split)) return "change what column " + options.split + " says";
  return split_method(options) == "stratified" ? "give more rows or other --fractions"
                                               : "take --split stratified or other --fractions";
}

}  // namespace

SplitRows split_examples(const Examples& examples, const DataOptions& options) {
  const RowFacts& facts = examples.facts;
  SplitRows split;
  split.unlabelled = std::count(facts.labels.begin(), facts.labels.end(), kUnlabelled);
  const auto add = [&](Part part, std::int64_t row) { split.rows[static_cast<int>(part)].push_back(row); };
  if (is_split_method(options.split)) {
    const auto rows = free_rows(examples);
    const auto parts = parts_of(examples, options, rows);
    for (std::size_t k = 0; k < rows.size(); ++k) add(parts[k], rows[k]);
  }
  const auto first = examples.rows() - static_cast<std::int64_t>(facts.parts.size());
  for (std::int64_t row = first; row < examples.rows(); ++row) {
    if (facts.labels[row] != kUnlabelled) add(facts.parts[row - first], row);
  }
  if (options.keep_positive < 1) {
    for (std::uint64_t part = 0; part < 3; ++part) {
      split.positives_left_out += thin_positives(
          facts, options.keep_positive, static_cast<std::uint64_t>(options.split_seed), 1000 + part, split.rows[part]);
    }
  }
  return split;
}

void require_both_classes(const Examples& examples, const SplitRows& split, const DataOptions& options) {
  const RowFacts& facts = examples.facts;
  for (const Part part : {Part::train, Part::valid, Part::test}) {
    const auto& rows = split.of(part);
    const std::string where = joined(examples.files[0], ": the ", part_name(part), " part");
    require(!rows.empty(), where, ": expected rows, got none; ", remedy(options));
    std::int64_t count[2] = {0, 0};
    for (const std::int64_t row : rows)
      count[facts.labels[row]] += facts.weights.empty() || facts.weights[row] > 0 ? 1 : 0;
    for (const int label : {0, 1}) {
      if (count[label] > 0) continue;
      fail(Fault::data, where, ": expected both classes, got ", count[1 - label],
           label == 0 ? " positives" : " negatives", facts.weights.empty() ? " only; " : " of a weight above 0 only; ",
           remedy(options));
    }
  }
}

}  // namespace pauc
