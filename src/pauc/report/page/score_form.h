#pragma once

#include <optional>
#include <string>
#include <vector>

namespace pauc::report {

// A field of the form: a column that a model reads.
struct ScoreFormField {
  std::string name;
  bool is_number = true;
  std::vector<std::string> categories;  // texts to choose from; empty: any
  std::optional<double> lowest;         // of a number in training, shown as a hint; none: not known
  std::optional<double> highest;        // likewise
};

// The form of `pauc serve`: one case, scored by POST /score.
struct ScoreForm {
  std::string title;
  std::string label;
  std::string positive;
  bool decides = false;  // whether answers have a decision
  std::vector<ScoreFormField> fields;
};

// One self-contained page in the style of the report.
std::string score_form_html(const ScoreForm& form);
// Its Content-Security-Policy: its own style and script, and requests to where it came from.
std::string score_form_policy();

}  // namespace pauc::report
