#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// Writes the page of each label of a run with several into its folder, where the page of the whole run links to.
void write_label_pages(const record::RunPaths& run, const Report& report, const ReportOptions& options);

// Fails if a label is missing on the pages, which have been written, with the fault of the first such label.
void require_all_labels(const record::RunPaths& run, const Report& report);

// The path from a page to the folder of the labels, for ReportedLabels::pages.
std::string path_to_labels(const std::string& page, const record::RunPaths& run);

}  // namespace pauc::report
