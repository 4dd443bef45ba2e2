#include "run_files.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/core/parallel.h"
#include "pauc/record/card.h"
#include "pauc/record/epoch_log.h"
#include "pauc/record/metrics.h"
#include "pauc/record/predictions.h"
#include "pauc/record/task_metrics.h"
#include "pauc/report/page/label_pages.h"
#include "pauc/report/page/page.h"

namespace py = pybind11;

namespace pauc::python {

namespace {

record::RunPaths finished_run(const std::string& folder) {
  const record::RunPaths paths(folder);
  if (!paths.has_run()) fail(Fault::no_input, folder, ": expected the folder of a run, got none");
  if (!paths.finished()) {
    fail(Fault::no_input, folder, ": the run is not finished; pauc.train with this out and resume=True resumes it");
  }
  return paths;
}

// The texts of the files that Python reads, after a strict look at them.
py::dict read_run(const std::string& folder) {
  const record::RunPaths paths = finished_run(folder);
  const bool several = record::has_several_labels(paths);
  const bool has_card = !several || is_there(paths.card());
  if (several) {
    record::read_several_metrics(paths);
  } else {
    record::read_metrics(paths);
  }
  if (has_card) record::read_any_card(paths);
  const bool has_log = is_there(paths.log());
  if (has_log) record::read_epoch_log(paths);
  py::dict texts;
  constexpr auto kAny = std::numeric_limits<std::size_t>::max();  // the readers above have set a limit
  texts["metrics"] = content_of_file(paths.metrics(), kAny);
  texts["card"] = has_card ? content_of_file(paths.card(), kAny) : "null";
  texts["log"] = has_log ? content_of_file(paths.log(), kAny) : "";
  return texts;
}

// The threshold for the end of the run's region. If the highest score of the validation part is a negative's, no
// threshold keeps the rate, and the result is just above that score.
double threshold_of(const std::string& folder) {
  const record::RunPaths paths = finished_run(folder);
  const record::ModelCard card = record::read_card(paths);
  for (const record::CardThreshold& at : card.thresholds) {
    if (at.fpr == card.target.fpr_max) return at.threshold;
  }
  const auto scores = record::read_predictions(paths, "valid").scores;
  return std::nextafter(*std::max_element(scores.begin(), scores.end()), std::numeric_limits<double>::infinity());
}

void write_report(const std::string& folder, const std::string& path) {
  finished_run(folder);
  report::ReportOptions options;
  options.evaluation.uncertainty.threads = hardware_threads();
  report::Report report = report::report_on_runs({folder}, options);
  report::write_label_pages(record::RunPaths(folder), report, options);
  if (report.labels) report.labels->pages = report::path_to_labels(path, record::RunPaths(folder));
  write_file_atomically(path, report::report_html(report));
  report::require_all_labels(record::RunPaths(folder), report);
}

}  // namespace

void bind_run_files(py::module_& module) {
  module.def("read_run", &read_run);
  module.def("threshold_of", &threshold_of, py::call_guard<py::gil_scoped_release>());
  module.def("write_report", &write_report, py::call_guard<py::gil_scoped_release>());
}

}  // namespace pauc::python
