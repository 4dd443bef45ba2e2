#include "pauc/data/split_examples.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/random.h"
#include "pauc/data/leaking_columns.h"
#include "pauc/data/molecule/scaffold_split.h"
#include "pauc/data/repeated_rows.h"
#include "pauc/data/task_rows.h"

namespace pauc {

namespace {

enum class Standing { usable, unparsable, duplicate, unlabelled };

Standing standing_of(const Examples& examples, std::int64_t row) {
  const auto& duplicates = examples.facts.duplicates;
  if (!examples.content.readable(row)) return Standing::unparsable;
  if (row < static_cast<std::int64_t>(duplicates.size()) && duplicates[row] != 0) return Standing::duplicate;
  return examples.facts.labels[row] == kUnlabelled ? Standing::unlabelled : Standing::usable;
}

// Groups stay together unless another way was asked for.
std::string split_method(const DataOptions& options) {
  if (options.split != "auto") return options.split;
  return options.group.empty() ? "stratified" : "grouped";
}

// The labels that a split goes by.
const std::vector<std::int8_t>& split_labels(const RowFacts& facts) {
  return facts.split_labels.empty() ? facts.labels : facts.split_labels;
}

// Rows that a split may place. By scaffold, as OGB does it, unlabelled ones are placed too and dropped afterwards.
std::vector<std::int64_t> free_rows(const Examples& examples, const std::string& method) {
  std::vector<std::int64_t> rows;
  const auto placed_already = static_cast<std::int64_t>(examples.facts.parts.size());
  for (std::int64_t row = 0; row < examples.rows() - placed_already; ++row) {
    const Standing standing = standing_of(examples, row);
    const bool by_scaffold = method == "scaffold" && standing == Standing::unlabelled;
    const bool by_others = standing == Standing::unlabelled && split_labels(examples.facts)[row] != kUnlabelled;
    if (standing == Standing::usable || by_scaffold || by_others) rows.push_back(row);
  }
  return rows;
}

// Of these rows.
template <class Value>
std::vector<Value> chosen(const std::vector<Value>& values, const std::vector<std::int64_t>& rows) {
  std::vector<Value> list;
  for (const std::int64_t row : rows) list.push_back(values[row]);
  return list;
}

bool has_separate_test(const Examples& examples, const DataOptions& options) {
  return !options.test.empty() || !examples.facts.parts.empty();  // of rows behind the others
}

std::vector<double> shares(const Examples& examples, const DataOptions& options) {
  const bool separate_test = has_separate_test(examples, options);
  const std::string usual = separate_test ? "0.8,0.2" : "0.8,0.1,0.1";
  return fractions_of(options.fractions.empty() ? usual : options.fractions,
                      separate_test ? TestFile::separate : TestFile::none);
}

std::vector<Part> parts_of(const Examples& examples, const DataOptions& options, const std::vector<double>& fractions,
                           std::uint64_t seed, const std::vector<std::int64_t>& rows) {
  const std::string method = split_method(options);
  const auto together = [&](std::vector<Part> parts) {
    keep_copies_together(examples.facts, rows, parts);
    return parts;
  };
  if (method == "date") return split_by_date(chosen(examples.facts.dates, rows), fractions);
  if (method == "random") return together(split_randomly(static_cast<std::int64_t>(rows.size()), fractions, seed));
  if (method == "scaffold") {
    require_usage(!examples.facts.scaffolds.empty(), "split: scaffold is for molecules, the data are ", examples.kind);
    return split_by_scaffold(chosen(examples.facts.scaffolds, rows), fractions);
  }
  std::vector<std::uint8_t> labels;
  for (const std::int64_t row : rows) labels.push_back(static_cast<std::uint8_t>(split_labels(examples.facts)[row]));
  if (method == "stratified") return together(split_stratified(labels, fractions, seed));
  if (method == "cluster") {
    require_usage(!examples.facts.scaffolds.empty(), "split: cluster is for molecules, the data are ", examples.kind);
    return split_by_group(labels, chosen(examples.facts.scaffolds, rows), fractions, seed);
  }
  require_usage(!examples.facts.groups.empty(), "split: grouped needs a group column");
  return split_by_group(labels, chosen(examples.facts.groups, rows), fractions, seed);
}

// Train and valid are drawn anew among the rows that are not for testing, in the same proportion.
void redraw_valid(const Examples& examples, const DataOptions& options, const std::vector<std::int64_t>& rows,
                  std::vector<Part>& parts) {
  const auto& given = examples.facts.parts;
  const std::string method = split_method(options);
  const bool drawn = method != "scaffold" && method != "date" &&
                     std::all_of(given.begin(), given.end(), [](Part part) { return part == Part::test; });
  require_usage(drawn,
                "valid_seed: expected a split that is drawn, got one that the data, their scaffolds or dates decide");
  std::vector<std::size_t> places;
  std::vector<std::int64_t> others;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (parts[k] == Part::test) continue;
    places.push_back(k);
    others.push_back(rows[k]);
  }
  const auto fractions = shares(examples, options);
  const double both = fractions[0] + fractions[1];
  const auto again = parts_of(examples, options, {fractions[0] / both, fractions[1] / both},
                              static_cast<std::uint64_t>(*options.valid_seed), others);
  for (std::size_t k = 0; k < places.size(); ++k) parts[places[k]] = again[k];
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
  return split_method(options) == "stratified" ? "give more rows or other fractions"
                                               : "take split stratified or other fractions";
}

}  // namespace

SplitRows split_examples(const Examples& examples, const DataOptions& options) {
  const RowFacts& facts = examples.facts;
  SplitRows split;
  for (std::int64_t row = 0; row < examples.rows(); ++row) {
    const Standing standing = standing_of(examples, row);
    split.unparsable += standing == Standing::unparsable ? 1 : 0;
    split.duplicates += standing == Standing::duplicate ? 1 : 0;
    split.unlabelled += standing == Standing::unlabelled ? 1 : 0;
  }
  const auto add = [&](Part part, std::int64_t row) {
    if (standing_of(examples, row) == Standing::usable) split.rows[static_cast<int>(part)].push_back(row);
  };
  const auto rows = free_rows(examples, split_method(options));
  const auto seed = static_cast<std::uint64_t>(options.split_seed);
  auto parts = rows.empty() ? std::vector<Part>() : parts_of(examples, options, shares(examples, options), seed, rows);
  if (options.valid_seed) redraw_valid(examples, options, rows, parts);
  for (std::size_t k = 0; k < rows.size(); ++k) add(parts[k], rows[k]);
  const auto first = examples.rows() - static_cast<std::int64_t>(facts.parts.size());
  for (std::int64_t row = first; row < examples.rows(); ++row) add(facts.parts[row - first], row);
  if (options.keep_positive < 1) {
    for (std::uint64_t part = 0; part < 3; ++part) {
      const bool of_test = part == static_cast<std::uint64_t>(Part::test);
      const auto thinning =
          of_test ? seed : static_cast<std::uint64_t>(options.valid_seed.value_or(options.split_seed));
      split.positives_left_out += thin_positives(facts, options.keep_positive, thinning, 1000 + part, split.rows[part]);
    }
  }
  return split;
}

std::string note_on_groups(const Examples& examples, const SplitRows& split) {
  const auto& groups = examples.facts.groups;
  if (groups.empty()) return "";
  std::unordered_map<std::uint32_t, unsigned> parts;  // of each group, as bits
  for (unsigned part = 0; part < 3; ++part) {
    for (const std::int64_t row : split.rows[part]) parts[groups[row]] |= 1U << part;
  }
  const auto apart = std::count_if(parts.begin(), parts.end(),
                                   [](const auto& entry) { return (entry.second & (entry.second - 1)) != 0; });
  if (apart == 0) return "";
  return joined("group: ", apart, " of ", parts.size(),
                " groups have rows in several parts; split grouped keeps them together");
}

namespace {

// Parts of a grouped split are as unequal as its groups.
std::string note_on_few_groups(const Examples& examples, const SplitRows& split, const DataOptions& options) {
  constexpr std::size_t kFew = 10;
  const auto& groups = examples.facts.groups;
  if (groups.empty() || split_method(options) != "grouped") return "";
  std::unordered_set<std::uint32_t> different;
  double rows = 0;
  for (const auto& part : split.rows) {
    for (const std::int64_t row : part) different.insert(groups[row]);
    rows += static_cast<double>(part.size());
  }
  if (different.size() >= kFew) return "";
  std::string shares;
  for (const auto& part : split.rows) {
    shares += joined(shares.empty() ? "" : ", ",
                     std::round(100 * static_cast<double>(part.size()) / std::max(rows, 1.0)), " %");
  }
  return joined("there are only ", different.size(), " groups: the parts have ", shares,
                " of the rows, and figures of other groups may differ much");
}

}  // namespace

std::vector<std::string> warnings_about(const Examples& examples, const SplitRows& split, const DataOptions& options) {
  std::vector<std::string> warnings = notes_on_leaks(examples, split);
  for (std::string& note : notes_on_repeats(examples, split)) warnings.push_back(std::move(note));
  const std::string groups = note_on_few_groups(examples, split, options);
  if (!groups.empty()) warnings.push_back(groups);
  return warnings;
}

std::string positive_line(const Examples& examples) {
  const RowFacts& facts = examples.facts;
  if (!facts.tasks.empty()) return labels_line(facts.tasks);
  const auto positives = std::count(facts.labels.begin(), facts.labels.end(), 1);
  const auto labelled = positives + std::count(facts.labels.begin(), facts.labels.end(), 0);
  char percent[32];
  std::snprintf(percent, sizeof percent, "%.3g %%",
                100.0 * static_cast<double>(positives) / static_cast<double>(labelled));
  return joined("positive: ", facts.label_column, facts.label_column.empty() ? "" : sign_before(facts.positive),
                facts.positive, " (", positives, " of ", labelled, " rows, ", percent, ")");
}

void require_both_classes(const Examples& examples, const SplitRows& split, const DataOptions& options) {
  const RowFacts& facts = examples.facts;
  for (const Part part : {Part::train, Part::valid, Part::test}) {
    const auto& rows = split.of(part);
    const std::string where = joined(examples.files[0], ": the ", part_name(part), " part");
    require(!rows.empty(), where, ": expected rows, got none; ", remedy(options));
    if (!facts.tasks.empty()) continue;  // trainable_tasks looks at each label
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
