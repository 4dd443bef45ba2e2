#include "pauc/report/page/labels.h"

#include <fmt/format.h>

#include "pauc/metric/evaluation.h"
#include "pauc/metric/names.h"
#include "pauc/report/figure/markup.h"
#include "pauc/report/page/html.h"
#include "pauc/report/page/words.h"

namespace pauc::report {

namespace {

std::string figure_text(const std::optional<record::ShownFigure>& figure) {
  if (!figure) return "-";
  return with_interval_html(figure->value, {figure->ci, figure->ci ? "" : "no interval"});
}

std::string rows_text(const record::TaskPart& part) {
  return fmt::format("{} of {}", count_text(part.positives), count_text(part.positives + part.negatives));
}

// A path with what browsers would take for something else escaped.
std::string link_to(const ReportedLabels& labels, const record::TaskMetrics& task) {
  if (!labels.has_page(task)) return user_text(task.name);
  return element("a", {{"href", labels.pages + task.folder + "/report.html"}}, user_text(task.name));
}

std::string mean_words(const ReportedLabels& labels, const std::string& measure) {
  const record::TaskPart& test = labels.metrics.test;
  const std::size_t all = labels.metrics.tasks.size();
  if (!test.target || !test.auc) return "";
  std::string text = fmt::format("Mean of {} labels on the test part: {} {}, AUC {}.", test.tasks,
                                 escaped_markup(measure), figure_text(test.target), figure_text(test.auc));
  if (static_cast<std::size_t>(test.tasks) < all) {
    text += fmt::format(" {} of {} labels lack a class there and do not count.",
                        all - static_cast<std::size_t>(test.tasks), all);
  }
  return paragraph(text);
}

}  // namespace

std::string labels_html(const Report& report) {
  if (!report.labels) return "";
  const ReportedLabels& labels = *report.labels;
  const std::string measure = title_with_scale(headline_area(labels.metrics.target));
  HtmlTable table("Figures of each label", {"label", "positive, test", escaped_markup(measure) + ", test", "AUC, test",
                                            escaped_markup(measure) + ", validation", "positive, train"});
  for (const record::TaskMetrics& task : labels.metrics.tasks) {
    table.add_row({link_to(labels, task), rows_text(task.test), figure_text(task.test.target),
                   figure_text(task.test.auc), figure_text(task.valid.target), rows_text(task.train)});
  }
  const record::SeveralMetrics& metrics = labels.metrics;
  table.add_row({"mean", "", figure_text(metrics.test.target), figure_text(metrics.test.auc),
                 figure_text(metrics.valid.target), ""});
  std::string notes;
  for (const std::string& note : report.notes) notes += paragraph(user_text(note));
  const char* model = metrics.shared ? "One network learns all labels; its epoch is the best by the mean on validation."
                                     : "Each label has a model of its own.";
  return mean_words(labels, measure) + notes + table.html() +
         quiet_paragraph(std::string(model) +
                         " The interval of a mean allows for rows that several labels share. Each " +
                         (labels.unread.empty() ? "" : "other ") +
                         "label has a section below, and a page of its own with everything else.");
}

}  // namespace pauc::report
