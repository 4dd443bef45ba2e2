#include "result.h"

#include <utility>

#include "errors.h"
#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/version.h"
#include "pauc/record/evaluation_json.h"
#include "pauc/report/figure/roc_svg.h"
#include "pauc/report/page/page.h"
#include "pauc/report/page/tables.h"
#include "pauc/report/table/evaluation_text.h"

namespace py = pybind11;

namespace pauc::python {

Result::Result(std::shared_ptr<const ScoreTable> table, const EvaluationOptions& options, EvaluateCall call)
    : table_(std::move(table)),
      options_(options),
      call_(std::move(call)),
      evaluation_(evaluate(table_->rows, options_)),
      notes_(table_->notes) {
  for (const std::string& note : report::notes_on_reversed_scores(evaluation_)) notes_.push_back(note);
}

std::string Result::json() const { return record::evaluation_json(evaluation_); }

std::string Result::text() const { return report::evaluation_text(evaluation_); }

std::string Result::svg() const { return report::roc_svg(evaluation_); }

void Result::write_svg(const std::string& path) const { write_file_atomically(path, svg()); }

std::string Result::table_html() const {
  return report::summary_table(report::report_on_scores("scores", *table_, evaluation_));
}

void Result::write_page(const std::string& path, const std::string& title) const {
  EvaluationOptions options = options_;
  options.band_points = report::kBandPoints;
  report::Report report = report::report_on_scores(title, *table_, evaluate(table_->rows, options));
  report.runs.push_back({report.title,
                         call_.text,
                         "",
                         {{"positive label", table_->positive},
                          {"rows", joined(table_->rows.labels.size())},
                          {"weights", table_->rows.weights.empty() ? "none" : "given"},
                          {"groups", table_->rows.groups.empty() ? "none" : "given"},
                          {"pauc", kVersion}}});
  write_file_atomically(path, report::report_html(report));
}

py::class_<Result> bind_result(py::module_& module) {
  py::class_<Result> bound(module, "Result");
  bound.def("json", &Result::json, py::call_guard<py::gil_scoped_release>())
      .def("text", &Result::text, py::call_guard<py::gil_scoped_release>())
      .def("svg", &Result::svg, py::call_guard<py::gil_scoped_release>())
      .def("write_svg", &Result::write_svg, py::call_guard<py::gil_scoped_release>())
      .def("table_html", &Result::table_html, py::call_guard<py::gil_scoped_release>())
      .def("write_page", &Result::write_page, py::call_guard<py::gil_scoped_release>())
      .def("notes", [](const Result& result) {
        py::list notes;
        for (const std::string& note : result.notes()) notes.append(in_python(note));
        return notes;
      });
  return bound;
}

}  // namespace pauc::python
