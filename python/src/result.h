#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/metric/evaluation.h"
#include "pauc/metric/score_table.h"

namespace pauc::python {

// How pauc.evaluate was called, apart from the rows.
struct EvaluateCall {
  Settings settings;  // the options that were given
  int threads = 1;
  std::string text;  // as in the program
};

// What pauc.evaluate returns. It keeps the rows, because the page shows more than the numbers; rows of its own, because
// the arrays of the caller may change.
class Result {
 public:
  Result(std::shared_ptr<const ScoreTable> table, const EvaluationOptions& options, EvaluateCall call);

  std::string json() const;  // as `pauc evaluate --json` prints it
  std::string text() const;  // as `pauc evaluate` prints it
  std::string svg() const;   // the ROC curves
  void write_svg(const std::string& path) const;
  std::string table_html() const;
  void write_page(const std::string& path, const std::string& title) const;
  const std::vector<std::string>& notes() const { return notes_; }

  // All that another result like this one is made of.
  const ScoreTable& table() const { return *table_; }
  const EvaluateCall& call() const { return call_; }

 private:
  std::shared_ptr<const ScoreTable> table_;
  EvaluationOptions options_;
  EvaluateCall call_;
  Evaluation evaluation_;
  std::vector<std::string> notes_;
};

pybind11::class_<Result> bind_result(pybind11::module_& module);

}  // namespace pauc::python
