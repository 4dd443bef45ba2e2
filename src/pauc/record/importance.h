#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/core/choices.h"
#include "pauc/metric/interval/interval.h"
#include "pauc/record/explanation_paths.h"

namespace pauc::record {

// What is permuted: a column of the file, a group of columns that the user named, the features of one kind that are
// computed from molecules, or all that a model reads of a molecule or an image.
enum class Permuted { column, group, features, molecule, image };

// The values that a bin of an effect holds.
enum class Bin { range, category, other, missing };

}  // namespace pauc::record

namespace pauc {

template <>
struct Choices<record::Permuted> {
  static constexpr NamedChoice<record::Permuted> kNames[] = {{record::Permuted::column, "column"},
                                                             {record::Permuted::group, "group"},
                                                             {record::Permuted::features, "features"},
                                                             {record::Permuted::molecule, "molecule"},
                                                             {record::Permuted::image, "image"}};
};

template <>
struct Choices<record::Bin> {
  static constexpr NamedChoice<record::Bin> kNames[] = {{record::Bin::range, "range"},
                                                        {record::Bin::category, "category"},
                                                        {record::Bin::other, "other"},
                                                        {record::Bin::missing, "missing"}};
};

}  // namespace pauc

namespace pauc::record {

struct ImportanceEntry {
  std::string column;  // its name, or that of the group
  Permuted kind = Permuted::column;
  std::vector<std::string> columns;  // of a group
  double drop = 0;                   // of the measure when the values are permuted; the mean of all repeats
  std::optional<Interval> ci;
};

struct EffectBin {
  Bin kind = Bin::range;
  double from = 0;  // range: the smallest and the largest value
  double to = 0;
  std::string category;
  std::int64_t rows = 0;  // that have such a value
  std::int64_t positives = 0;
  double score = 0;  // average score of all rows if they were given such a value
  std::optional<Interval> ci;
  double own_score = 0;  // average score of the rows that have such a value
};

struct Effect {
  std::string column;
  std::vector<EffectBin> bins;  // ranges ascending, categories by number of rows, then other and missing
};

// What a model looks at, found on rows that it has not seen.
struct Importance {
  std::string measure;         // "pAUC FPR <= 0.3 (mcclish)"
  double value = 0;            // of the measure on these rows, nothing permuted
  double mean_score = 0;       // of these rows
  std::int64_t held_out = 0;   // rows that the models have not seen
  std::int64_t rows = 0;       // drawn from them
  std::int64_t positives = 0;  // among these
  std::int64_t repeats = 0;    // permutations
  std::int64_t left_out = 0;   // columns that were not permuted: they hardly change any score
  double confidence = 0.95;
  std::vector<ImportanceEntry> entries;  // the largest drop first
  std::vector<Effect> effects;           // of the columns with the largest drops
};

// "3.1 to 5.2", "4", "nurse", "other", "missing"
std::string bin_text(const EffectBin& bin);

// importance.json: a list of the entries. effects.json: all other members, as an object.
std::string importance_json(const Importance& importance);
std::string effects_json(const Importance& importance);
Importance importance_from_json(const std::string& importance, const std::string& where, const std::string& effects,
                                const std::string& effects_where);
Importance read_importance(const ExplanationPaths& paths);

}  // namespace pauc::record
