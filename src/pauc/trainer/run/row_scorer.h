#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pauc/trainer/run/decision.h"

namespace pauc {

/// A column that a run reads, for people who fill in a form.
struct RowField {
  std::string name;                     ///< of the column
  bool is_number = true;                ///< otherwise a text
  bool needed = true;                   ///< false: the models make no use of it
  std::vector<std::string> categories;  ///< usual texts, most frequent first; empty: any
  std::optional<double> lowest;         ///< number: the smallest of the training rows; none: not known
  std::optional<double> highest;        ///< likewise the largest
  bool decimal_comma = false;           ///< the column writes 1.5 as 1,5
};

/// One row with everything that a run says about it.
struct AnsweredRow {
  std::string id;                     ///< empty: none was given
  std::optional<double> score;        ///< none: it cannot be scored
  std::string decision;               ///< "1", "0" or "unsure"; empty if no rate was asked for
  std::optional<double> probability;  ///< by the curve of the card
  std::optional<double> spread;       ///< over the models, as in `predict --uncertainty`; none: there is only one
  std::optional<bool> unlike;         ///< as in `predict --uncertainty`; none: the card has no ranges of columns
  std::vector<double> members;        ///< logit of each member of a blend, in the order of member_names()
};

/// Rows that were scored together.
struct AnsweredRows {
  std::vector<AnsweredRow> rows;        ///< in the order in which they were given
  std::vector<std::string> notes;       ///< sentences about their columns and values
  std::vector<std::string> complaints;  ///< one for each row that cannot be scored
};

/// A finished run that stays in memory and scores rows as they come, with the scores of `predict`, bit for bit.
///
/// Several threads may use it at once. Refuses runs of images, which it would have to read from files, and blends with
/// scores from elsewhere.
class RowScorer {
 public:
  /// Reads the models. `note` receives sentences for people.
  RowScorer(const std::string& run, const WantedRates& rates, const std::function<void(const std::string&)>& note);
  ~RowScorer();
  RowScorer(const RowScorer&) = delete;
  RowScorer& operator=(const RowScorer&) = delete;

  /// Scores the rows of a CSV text with a header line.
  AnsweredRows score(const std::string& csv) const;

  /// Columns in the order of the training.
  const std::vector<RowField>& fields() const;
  /// Members of a blend; none for a single model.
  const std::vector<std::string>& member_names() const;
  /// How scores become decisions; none if no rate was asked for.
  const std::optional<DecisionRule>& rule() const;
  /// Name of the model: mlp, blend, ...
  const std::string& model() const;
  /// Label column and its positive value.
  const std::string& label() const;
  /// See label().
  const std::string& positive() const;

 private:
  struct Loaded;
  AnsweredRows score_file(const std::string& path) const;

  std::unique_ptr<Loaded> loaded_;
};

}  // namespace pauc
