#include "pauc/report/page/label_pages.h"

#include <filesystem>

#include "pauc/core/io/atomic_file.h"
#include "pauc/report/page/page.h"

namespace pauc::report {

void write_label_pages(const record::RunPaths& run, const Report& report, const ReportOptions& options) {
  if (!report.labels) return;
  for (const record::TaskMetrics& task : report.labels->metrics.tasks) {
    if (task.folder.empty()) continue;
    const record::RunPaths own(run.task(task.folder));
    write_file_atomically(own.page(), report_html(report_on_runs({own.folder}, options)));
  }
}

std::string path_to_labels(const std::string& page, const record::RunPaths& run) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path from = fs::absolute(page, failed).parent_path();
  const fs::path path = fs::relative(run.tasks(), from, failed);
  return (failed || path.empty() ? fs::absolute(run.tasks(), failed) : path).string() + "/";
}

}  // namespace pauc::report
