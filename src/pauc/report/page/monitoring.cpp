#include "pauc/report/page/monitoring.h"

#include <fmt/format.h>

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/report/figure/markup.h"
#include "pauc/report/page/html.h"
#include "pauc/report/page/words.h"
#include "pauc/report/table/monitoring_text.h"

namespace pauc::report {

namespace {

std::string lead_words(const record::Monitoring& found) {
  if (found.is_broken()) return "A promised rate is <strong>broken</strong>.";
  const std::string unseen = joined("; whether the promised rates hold cannot be seen",
                                    found.promises.empty() ? " without labels." : " from these rows.");
  if (found.has_drifted()) {
    return found.is_tested() ? "The promised rates hold so far, but the <strong>data have changed</strong>."
                             : "The <strong>data have changed</strong>" + unseen;
  }
  return found.is_tested() ? "The promised rates <strong>hold</strong> so far, and the data look as before."
                           : "The data look as before" + unseen;
}

const char* drift_words(const Drift& drift) {
  return drift.is_large() ? "<strong>large</strong>" : drift.is_notable() ? "notable" : "small";
}

std::string drift_table(const record::Monitoring& found) {
  HtmlTable table(
      "Population-stability index: how far values have moved between bins. Above 0.1 is worth a look, above 0.25 is a "
      "large change, unless chance does as much with so few rows (p)",
      {"what", "index", "by chance", "p", "drift"});
  const auto add = [&](const std::string& name, const Drift& drift) {
    table.add_row({name, fmt::format("{:.4f}", drift.index), fmt::format("{:.4f}", drift.by_chance),
                   fmt::format("{:.2g}", drift.p), drift_words(drift)});
  };
  add("scores", found.scores);
  const std::size_t shown = std::min(kShownColumns, found.columns.size());
  for (std::size_t k = 0; k < shown; ++k) add("column " + user_text(found.columns[k].name), found.columns[k].drift);
  const std::string more = more_columns_sentence(found);
  return table.html() + (more.empty() ? "" : quiet_paragraph(more + "."));
}

}  // namespace

std::string monitoring_html(const Report& report) {
  if (!report.monitoring) return "";
  const record::Monitoring& found = *report.monitoring;
  std::string html = element("p", {{"class", "lead"}}, lead_words(found)) + "\n";
  for (const record::PromiseCheck& check : found.promises) {
    html += paragraph(escaped_markup(promise_sentence(check, found.level)) + ".");
  }
  if (!found.no_labels.empty()) html += paragraph("Promises were not checked: " + user_text(found.no_labels) + ".");
  for (const record::UnlabelledFile& one : found.unlabelled) {
    html += quiet_paragraph("Without labels: " + user_text(one.reason) + ".");
  }
  html += paragraph(escaped_markup(called_sentence(found)) + ".");
  html += quiet_paragraph(fmt::format(
      "{} with a score, {} with a label. The test of a promise accuses one that is kept with a probability of at most "
      "{:g}, however often it is repeated as rows are added.",
      counted_text(found.rows, "row"), count_text(found.labelled), found.level));
  html += drift_table(found);
  if (!found.no_columns.empty()) {
    html += quiet_paragraph("Columns were not compared: " + user_text(found.no_columns) + ".");
  }
  return html;
}

}  // namespace pauc::report
