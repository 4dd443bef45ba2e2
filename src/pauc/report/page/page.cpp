#include "pauc/report/page/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "pauc/core/version.h"
#include "pauc/metric/region.h"
#include "pauc/report/figure/distribution_svg.h"
#include "pauc/report/figure/markup.h"
#include "pauc/report/figure/roc_svg.h"
#include "pauc/report/figure/training_svg.h"
#include "pauc/report/page/blend.h"
#include "pauc/report/page/comparison.h"
#include "pauc/report/page/data.h"
#include "pauc/report/page/examples.h"
#include "pauc/report/page/frame.h"
#include "pauc/report/page/headline.h"
#include "pauc/report/page/html.h"
#include "pauc/report/page/importance.h"
#include "pauc/report/page/labels.h"
#include "pauc/report/page/linear.h"
#include "pauc/report/page/monitoring.h"
#include "pauc/report/page/operating.h"
#include "pauc/report/page/page_assets.h"
#include "pauc/report/page/policy.h"
#include "pauc/report/page/probabilities.h"
#include "pauc/report/page/tables.h"

namespace pauc::report {

namespace {

std::string policy() {
  return fmt::format(
      "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
      policy_source(kPageScriptSha256), policy_source(kPageStyleSha256));
}

std::string legend_html(const Report& report) {
  std::string items;
  for (std::size_t m = 0; m < report.models.size(); ++m) {
    items += element("li", line_mark(m) + user_text(report.models[m].name));
  }
  return element("ul", {{"class", "legend"}}, items) + "\n";
}

std::string figure_html(const std::string& id, const std::string& svg, const std::string& caption) {
  const Attributes attributes = id.empty() ? Attributes{} : Attributes{{"id", id}};
  return element("figure", attributes, svg + element("figcaption", caption)) + "\n";
}

std::string region_caption(const Evaluation& evaluation) {
  if (evaluation.headline == 0) return "The whole curve";
  const auto& region = evaluation.areas[evaluation.headline].where;
  const std::string text = std::visit([](const auto& where) { return region_text(where); }, region);
  return "The whole curve; shaded: " + escaped_markup(text);
}

// Each label in short.
std::string label_sections(const Report& report) {
  std::string html;
  std::size_t number = 0;
  for (const Report& label : report.label_sections) {
    const Evaluation& evaluation = *label.evaluation;
    const std::string figures =
        figure_html("", roc_view_svg(evaluation, RocView::whole), region_caption(evaluation)) +
        figure_html("", roc_view_svg(evaluation, RocView::corner), "The corner of few false alarms, enlarged");
    html += section(
        fmt::format("label-{}", ++number), user_text(label.title),
        headline_html(label) + element("div", {{"class", "columns"}}, figures) + applied_thresholds_table(label));
  }
  return html;
}

// The corner has two figures; the style sheet shows the one that the buttons before them select.
std::string roc_html(const Report& report) {
  const Evaluation& evaluation = *report.evaluation;
  const std::string buttons =
      "<input type=\"radio\" name=\"corner-axis\" id=\"axis-linear\" value=\"linear\" checked>"
      "<label for=\"axis-linear\">linear FPR axis</label>"
      "<input type=\"radio\" name=\"corner-axis\" id=\"axis-log\" value=\"log\">"
      "<label for=\"axis-log\">logarithmic</label>\n";
  const std::string corner = figure_html("corner-linear", roc_view_svg(evaluation, RocView::corner),
                                         "The corner of few false alarms, enlarged") +
                             figure_html("corner-log", roc_view_svg(evaluation, RocView::corner_log),
                                         "The same curves over the logarithm of the FPR");
  return legend_html(report) +
         element("div", {{"class", "columns"}},
                 figure_html("", roc_view_svg(evaluation, RocView::whole), region_caption(evaluation)) +
                     element("div", {{"class", "corner"}}, buttons + corner)) +
         element("p", {{"id", "readout"}, {"class", "quiet"}}, "") +
         quiet_paragraph(
             "Bands: pointwise intervals of the TPR. TPR is the share of positives found, FPR the share of negatives "
             "that raise a false alarm.");
}

std::string distributions_html(const Report& report) {
  std::string figures;
  for (const ReportedModel& model : report.models) {
    figures += figure_html("", distribution_svg(model.histogram), user_text(model.name));
  }
  return element("div", {{"class", "columns"}}, figures);
}

// One point is no curve, as of a forest.
bool has_curve(const ReportedTraining& training) { return training.curves.epochs.size() > 1; }

std::string training_html(const Report& report) {
  std::string html;
  for (const ReportedTraining& training : report.trainings) {
    if (!has_curve(training)) continue;
    const TrainingFigures figures = training_svg(training.curves);
    std::string plots;
    for (const std::string& svg : {figures.target, figures.objective, figures.realised_fraction}) {
      if (!svg.empty()) plots += element("figure", svg) + "\n";
    }
    if (report.trainings.size() > 1) html += element("h3", user_text(training.name)) + "\n";
    html += element("div", {{"class", "columns three"}}, plots) + "\n";
  }
  return html;
}

std::string block(const std::string& title, const std::string& text) {
  if (text.empty()) return "";
  return element("h3", title) + element("pre", {{"tabindex", "0"}}, element("code", user_lines(text))) + "\n";
}

// What a column was like in training.
std::string column_words(const record::CardColumn& column) {
  if (!column.dropped.empty()) return "not used: " + user_text(column.dropped);
  if (!column.is_number) return fmt::format("{} categories", column.categories);
  return column.range ? fmt::format("{:g} to {:g}", column.range->first, column.range->second) : std::string();
}

std::string columns_html(const ReportedRun& run) {
  if (run.columns.empty()) return "";
  HtmlTable table("Columns of the data", {"column", "kind", "in training"});
  std::size_t used = 0;
  for (const record::CardColumn& column : run.columns) {
    used += column.dropped.empty() ? 1 : 0;
    table.add_row({user_text(column.name), column.is_number ? "number" : "category", column_words(column)});
  }
  const char* more = run.columns.size() == record::kMostListedColumns ? ", the first of them" : "";
  return element(
      "details",
      element("summary", fmt::format("Columns: {} used of {}{}", used, run.columns.size(), more)) + table.html());
}

std::string run_details(const ReportedRun& run) {
  HtmlTable facts("Facts and versions", {"what", "value"});
  for (const auto& [name, value] : run.facts) facts.add_row({escaped_markup(name), user_text(value)});
  const std::string config = block("config.yaml", run.config);
  return facts.html() + columns_html(run) + block("Command", run.command) +
         (config.empty() ? ""
                         : element("details", element("summary", "Config, with everything that was chosen") + config));
}

std::string details_html(const Report& report) {
  std::string html;
  for (const ReportedRun& run : report.runs) {
    if (report.runs.size() > 1) html += element("h3", user_text(run.name));
    html += run_details(run);
  }
  for (const record::FinishedComparison& comparison : report.comparisons) {
    if (report.comparisons.size() > 1) html += element("h3", user_text(comparison.name));
    html += block("Config", comparison.config);
  }
  return html + quiet_paragraph(fmt::format("Written by pauc {}.", kVersion));
}

// Terms that not every reader knows.
std::string words_html(const Report& report) {
  const std::pair<const char*, const char*> words[] = {
      {"TPR", "true-positive rate: the share of the positives that are found (sensitivity, recall)"},
      {"FPR", "false-positive rate: the share of the negatives that raise a false alarm (1 - specificity)"},
      {"AUC, pAUC",
       "area under the ROC curve, and under the part of it that is named; mcclish: on a scale where 0.5 is "
       "chance and 1 perfect; normalised: divided by the largest area possible"},
      {"interval",
       "a range that contains the true value in 95 of 100 such studies, or in the share that the page states"},
      {"p", "how often a difference at least as large would be seen if there were none"},
      {"realised fraction",
       "when training with sopa: the share of pairs that it works on; it should be close to the region's FPR"},
      {"sopa-4x", "sopa, trained for four times the region's FPR"},
  };
  std::string list;
  const bool has_training = std::any_of(report.trainings.begin(), report.trainings.end(), has_curve);
  const std::size_t count = has_training ? std::size(words) : 5;
  for (std::size_t k = 0; k < count; ++k) list += element("dt", words[k].first) + element("dd", words[k].second) + "\n";
  const bool has_folds =
      std::any_of(report.runs.begin(), report.runs.end(), [](const ReportedRun& run) { return run.blend.has_value(); });
  if (has_folds) {
    list += element("dt", "out of fold") +
            element("dd",
                    "scored by a model that has not seen the row in training: each of several models leaves out "
                    "another part of the rows") +
            "\n";
  }
  return element("dl", {{"class", "words"}}, list);
}

std::string evaluation_sections(const Report& report) {
  if (!report.evaluation) return "";
  std::string html = section("headline", "In words", headline_html(report));
  html += section("summary", "Summary", summary_table(report));
  html += section("differences", "Differences", differences_table(report));
  html += section("roc", "ROC curves", roc_html(report));
  html += section("operating", "Choose an operating point", operating_html(report));
  html += section("operating-points", "Operating points",
                  applied_thresholds_table(report) + operating_points_table(report));
  html += section("distributions", "How scores are spread", distributions_html(report));
  html += section("probabilities", "Probabilities", probabilities_html(report));
  html += section("candidates", "Candidates", candidates_table(report));
  html += section("blend", blend_title(report), blend_html(report));
  html += section("coefficients", "Coefficients", coefficients_html(report));
  html += section("scorecard", "Scorecard", scorecard_html(report));
  html += section("importance", "What the model looks at", importance_html(report));
  html += section("hardest", "Hardest cases", hardest_html(report));
  return html;
}

}  // namespace

std::string report_html(const Report& report) {
  std::string body = element("header", element("h1", user_text(report.title))) + "\n<main>\n";
  body += section("monitoring", "Does the promise hold?", monitoring_html(report));
  body += section("labels", "Labels", labels_html(report));
  body += label_sections(report);
  body += evaluation_sections(report);
  body += section("comparison", "Methods compared", comparison_html(report));
  body += section("training", "Training", training_html(report));
  body += section("details", "How it was made", details_html(report));
  if (report.evaluation || report.labels) body += section("words", "Words", words_html(report));
  body += "</main>\n";
  if (report.evaluation) {
    body += element("script", {{"type", "application/json"}, {"id", "report-data"}}, page_data_json(report)) + "\n";
  }
  body += element("script", kPageScript) + "\n";
  return "<!DOCTYPE html>\n" +
         element("html", {{"lang", "en"}},
                 "\n" + element("head", "\n" + head_html(report.title, policy())) + "\n" +
                     element("body", "\n" + body) + "\n") +
         "\n";
}

}  // namespace pauc::report
