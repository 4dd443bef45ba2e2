// monitor in the program that has LibTorch.
#include "monitor.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/parallel.h"
#include "pauc/report/page/page.h"
#include "pauc/report/table/monitoring_text.h"
#include "pauc/trainer/run/monitor.h"

namespace pauc::cli {

int run_monitor(const MonitorArgs& args, const Global& global) {
  MonitorOptions options{args.run,   args.files,     args.labels, args.no_labels, args.member,
                         args.rates, args.reference, args.level,  global.threads};
  options.labels.threads = global.threads > 0 ? global.threads : hardware_threads();
  const record::Monitoring found = monitor(options, [&](const std::string& text) { print_note(global, text); });
  if (!args.html.empty()) {
    report::Report report;
    report.title = joined(folder_name(args.run), ": ", folder_name(args.files.back()));
    report.monitoring = found;
    write_file_atomically(args.html, report::report_html(report));
    print_note(global, joined("page: ", args.html));
  }
  print_result(global.json ? record::monitoring_json(found) : report::monitoring_text(found, output_width()));
  return 0;
}

}  // namespace pauc::cli
