#pragma once

#include <string>

#include "pauc/record/task_metrics.h"

namespace pauc::report {

struct Report;
struct ReportOptions;

// A run with several labels on its page.
struct ReportedLabels {
  record::SeveralMetrics metrics;
  std::string pages;  // path from the page to the folder of the labels, whose pages are called report.html
};

// The report on a run with several labels: their figures and means, and each of them in short. Each label has a page of
// its own.
Report report_on_labels(const std::string& folder, const ReportOptions& options);

}  // namespace pauc::report
