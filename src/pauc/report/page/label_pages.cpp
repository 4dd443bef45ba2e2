#include "pauc/report/page/label_pages.h"

#include <filesystem>

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/text/utf8.h"
#include "pauc/report/page/page.h"

namespace pauc::report {

void write_label_pages(const record::RunPaths& run, const Report& report, const ReportOptions& options) {
  if (!report.labels) return;
  for (const record::TaskMetrics& task : report.labels->metrics.tasks) {
    if (!report.labels->has_page(task)) continue;
    const record::RunPaths own(run.task(task.folder));
    write_file_atomically(own.page(), report_html(report_on_runs({own.folder}, options)));
  }
}

void require_all_labels(const record::RunPaths& run, const Report& report) {
  if (!report.labels || report.labels->unread.empty()) return;
  const UnreadLabel& first = report.labels->unread.front();
  const std::size_t others = report.labels->unread.size() - 1;
  fail(first.fault, run.folder, ": the page is written, but not for label ", shown(printable(first.name)),
       others > 0 ? joined(" and ", others, others > 1 ? " others" : " other") : std::string(), ": ", first.why);
}

std::string path_to_labels(const std::string& page, const record::RunPaths& run) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path from = fs::absolute(page, failed).parent_path();
  const fs::path path = fs::relative(run.tasks(), from, failed);
  return (failed || path.empty() ? fs::absolute(run.tasks(), failed) : path).string() + "/";
}

}  // namespace pauc::report
