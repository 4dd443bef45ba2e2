#pragma once

#include <string>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/record/task_metrics.h"

namespace pauc::report {

struct Report;
struct ReportOptions;

// A label whose folder cannot be read. Its figures are known all the same.
struct UnreadLabel {
  std::string name;
  Fault fault;
  std::string why;  // with paths and values of rows; not for a page that hides ids
};

// A run with several labels on its page.
struct ReportedLabels {
  record::SeveralMetrics metrics;
  std::string pages;  // path from the page to the folder of the labels, whose pages are called report.html
  std::vector<UnreadLabel> unread = {};

  // Whether the label has a section and a page of its own.
  bool has_page(const record::TaskMetrics& task) const;
};

// The report on a run with several labels: their figures and means, and each of them in short. Each label has a page of
// its own.
Report report_on_labels(const std::string& folder, const ReportOptions& options);

}  // namespace pauc::report
