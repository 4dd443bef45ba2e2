#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "pauc/metric/evaluation.h"
#include "pauc/metric/score_table.h"

namespace pauc::python {

// What pauc.evaluate returns. It keeps the rows, because the page shows more than the numbers.
class Result {
 public:
  Result(ScoreTable table, const EvaluationOptions& options, std::string call);

  std::string json() const;  // as `pauc evaluate --json` prints it
  std::string text() const;  // as `pauc evaluate` prints it
  std::string svg() const;   // the ROC curves
  void write_svg(const std::string& path) const;
  std::string table_html() const;
  void write_page(const std::string& path, const std::string& title) const;
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  ScoreTable table_;
  EvaluationOptions options_;
  std::string call_;  // as in the program
  Evaluation evaluation_;
  std::vector<std::string> notes_;
};

void bind_result(pybind11::module_& module);

}  // namespace pauc::python
