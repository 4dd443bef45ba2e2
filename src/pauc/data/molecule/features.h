#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/data/table/table.h"

namespace pauc {

// One kind of features that are computed from a molecule, for models that read tables.
//
//   morgan       how often each circular environment of up to `radius` bonds occurs, hashed to `bits` columns
//                (Rogers and Hahn 2010); chirality does not count
//   descriptors  physico-chemical numbers, see descriptor_names.h
//   maccs        whether the molecule has each of the 166 MACCS keys
struct MoleculeFeatures {
  enum class Kind { morgan, descriptors, maccs };
  Kind kind = Kind::morgan;
  std::int32_t radius = 2;
  std::int32_t bits = 2048;

  std::int32_t width() const;  // number of columns
  std::string text() const;    // as in the option features_from: "morgan:2:2048"
};

// Reads the option features_from, such as "morgan:2:2048,descriptors"; refuses anything else. Empty text: none.
std::vector<MoleculeFeatures> features_named(const std::string& text);

// The text that features_named() reads, with all defaults.
std::string features_text(const std::vector<MoleculeFeatures>& features);

// The features of both lists, each kind once; nothing if they have different settings of a kind.
std::optional<std::vector<MoleculeFeatures>> features_of_both(const std::vector<MoleculeFeatures>& first,
                                                              const std::vector<MoleculeFeatures>& second);

// Columns of numbers: "morgan_0" ..., "MolWt" ..., "maccs_1" ...
std::vector<Column> feature_columns(const std::vector<MoleculeFeatures>& features);

// Adds the features of each row to a table, behind its columns; the result is sparse. `values` has the rows of each
// kind of features. Refuses a table with a column of the same name.
Table with_features(const Table& table, const std::vector<MoleculeFeatures>& features,
                    const std::vector<SparseValues>& values);

// The columns of a table in front of its features, and behind them only these features, in this order. `there` are all
// features that the table has.
Table with_only_features(const Table& table, const std::vector<MoleculeFeatures>& there,
                         const std::vector<MoleculeFeatures>& wanted);

}  // namespace pauc
