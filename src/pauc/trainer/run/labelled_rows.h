#pragma once

#include <optional>
#include <string>

#include "pauc/data/row_facts.h"
#include "pauc/record/card.h"

namespace pauc {

/// Where the labels of new rows are. Empty text: as in training.
struct LabelOptions {
  std::string label;       ///< label column, by name or number
  std::string positive;    ///< positive label value or comparison
  std::string weight;      ///< column of case weights
  std::string group;       ///< column of groups
  std::string table;       ///< CSV file with the labels of each record, for data files without columns
  std::string kind;        ///< kind of data
  bool no_header = false;  ///< the file has no header line
  int threads = 1;         ///< for reading
};

// Labels, weights and groups of new rows for a trained run, whatever their kind. Positive is what was positive in
// training, and the label column has the name that it had there; a file may have one class only. Of CSV files no other
// columns are read. Refuses what reason_for_no_labels is about.
RowFacts labelled_rows(const record::RunPaths& paths, const record::ModelCard& card, const std::string& file,
                       const LabelOptions& options);

// Numbers and groups of new rows whose labels are not read; nothing if the file has no column of groups. One that was
// asked for must be there.
RowFacts grouped_rows(const record::RunPaths& paths, const record::ModelCard& card, const std::string& file,
                      const LabelOptions& options);

// Why a file has no labels that could be read: it lacks the label column of the training, or the card of an earlier
// version does not name that column. None: it should have labels.
std::optional<std::string> reason_for_no_labels(const record::RunPaths& paths, const record::ModelCard& card,
                                                const std::string& file, const LabelOptions& options);

}  // namespace pauc
