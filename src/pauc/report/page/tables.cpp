#include "pauc/report/page/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pauc/core/error.h"
#include "pauc/metric/names.h"
#include "pauc/report/figure/figure.h"
#include "pauc/report/figure/markup.h"
#include "pauc/report/page/headline.h"
#include "pauc/report/page/html.h"
#include "pauc/report/page/words.h"

namespace pauc::report {

namespace {

// Marks the kept candidate of an auto run.
std::string model_cell(const Report& report, std::size_t model) {
  const bool is_kept = model == 0 && !report.candidates.empty() && report.models.size() > 1;
  return element("span", {{"class", "model"}},
                 line_mark(model) + user_text(report.models[model].name) +
                     (is_kept ? " " + element("span", {{"class", "quiet"}}, "kept") : ""));
}

std::string area_head(const EvaluatedArea& area) { return escaped_markup(title_with_scale(area)); }

bool all_on_the_same_rows(const Report& report) {
  return std::all_of(report.models.begin(), report.models.end(),
                     [](const ReportedModel& model) { return model.rows == 0; });
}

std::string rows_cell(const ReportedModel& model) {
  return user_text(model.data) + ": " + counted_text(model.positives, "positive") + ", " +
         counted_text(model.negatives, "negative");
}

// Few negatives cannot show small rates.
std::string coarse_rates_note(const Report& report) {
  const double step = 1 / static_cast<double>(report.models.front().negatives);
  const auto& points = report.evaluation->scores.front().operating_points;
  if (points.empty() || points.front().point.fpr >= step) return "";
  return quiet_paragraph(
      fmt::format("With {} a rate below {:.2g} means no false alarm at all; - where no threshold does that.",
                  counted_text(report.models.front().negatives, "negative"), step));
}

std::string tpr_cell(const OperatingEstimate& at) {
  return at.point.exists ? percent_with_interval_html(at.point.tpr, at.tpr_ci) : "-";
}

std::string measure_words(const Evaluation& evaluation, const ComparedMeasure& compared) {
  if (compared.fpr) return escaped_markup(joined("TPR at FPR ", *compared.fpr, ", in points"));
  for (const EvaluatedArea& area : evaluation.areas) {
    if (area.name() == compared.measure) return area_head(area);
  }
  return escaped_markup(compared.measure);
}

// With many models, only the first one on the same rows is compared with each of the others.
bool is_shown(const Report& report, const ComparedPair& pair) {
  if (report.models.size() <= 3) return true;
  for (std::size_t m = 0; m < report.models.size(); ++m) {
    if (report.models[m].name == pair.a) return report.models[m].rows == m;
  }
  return false;
}

std::string differences_of(const Report& report, const std::vector<const ComparedMeasure*>& measures) {
  HtmlTable table("Both models scored the same rows; p: of no difference", {"difference", "in", "value", "p"});
  for (const ComparedMeasure* compared : measures) {
    for (const ComparedPair& pair : compared->pairs) {
      if (!is_shown(report, pair)) continue;
      table.add_row({user_text(pair.a) + " &minus; " + user_text(pair.b), measure_words(*report.evaluation, *compared),
                     signed_with_interval_html(pair.difference, pair.ci, compared->fpr ? 100 : 1,
                                               compared->fpr ? 1 : page_decimals(compared->scale)),
                     p_value_text(pair.p)});
    }
  }
  return table.html();
}

// The number of models if none has that name.
std::size_t model_named(const Report& report, const std::string& name) {
  const auto found = std::find_if(report.models.begin(), report.models.end(),
                                  [&](const ReportedModel& model) { return model.name == name; });
  return static_cast<std::size_t>(found - report.models.begin());
}

// One table for at most two models; for more, the table of the first model, with the others folded away.
template <class Table>
std::string by_model(const Report& report, const Table& table) {
  std::vector<std::size_t> shown, folded;
  for (std::size_t m = 0; m < report.models.size(); ++m) {
    (m == 0 || report.models.size() <= 2 ? shown : folded).push_back(m);
  }
  const std::string rest = folded.empty() ? "" : table(folded);
  return table(shown) + (rest.empty() ? "" : element("details", element("summary", "Other models") + rest));
}

// Every number of the registry that has no interval.
std::string figures_table(const Report& report) {
  std::vector<std::string> head = {"model"};
  for (const CurveMetric& metric : curve_metrics()) head.push_back(escaped_markup(metric.title));
  HtmlTable table("Figures without an interval; BEDROC, enrichment and logAUC measure early recognition", head);
  for (std::size_t m = 0; m < report.models.size(); ++m) {
    const std::vector<double>& figures = report.evaluation->scores[m].figures;
    std::vector<std::string> row = {model_cell(report, m)};
    for (std::size_t k = 0; k < figures.size(); ++k) {
      row.push_back(fmt::format("{:.{}f}", figures[k], curve_metrics()[k].decimals));
    }
    table.add_row(row);
  }
  return element("details", element("summary", "Screening figures") + table.html());
}

std::string found_thresholds(const Report& report, const std::vector<std::size_t>& models) {
  HtmlTable table("Thresholds found on these same rows, without a guarantee: new cases keep the rate every other time",
                  {"FPR at most", "model", "TPR", "realised FPR", "threshold"});
  const auto& scores = report.evaluation->scores;
  for (std::size_t i = 0; i < scores.front().operating_points.size(); ++i) {
    for (const std::size_t m : models) {
      const OperatingEstimate& at = scores[m].operating_points[i];
      std::vector<std::string> row = {joined(at.point.fpr), model_cell(report, m), tpr_cell(at)};
      row.push_back(at.point.exists ? percent_text(at.point.realised_fpr) : "-");
      row.push_back(at.point.exists ? joined(at.point.threshold) : "no threshold has so few false alarms");
      table.add_row(row);
    }
  }
  return table.html();
}

// Sorted by the rate that they were chosen for.
std::vector<std::pair<AppliedThreshold, std::size_t>> applied_by_rate(const Report& report,
                                                                      const std::vector<std::size_t>& models) {
  std::vector<std::pair<AppliedThreshold, std::size_t>> list;
  for (const std::size_t m : models) {
    for (const AppliedThreshold& applied : report.models[m].applied) list.emplace_back(applied, m);
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const auto& a, const auto& b) { return a.first.asked_fpr < b.first.asked_fpr; });
  return list;
}

std::string folds_note(const Report& report, const std::vector<std::size_t>& models) {
  const auto averaged = std::find_if(models.begin(), models.end(),
                                     [&](std::size_t m) { return !report.models[m].new_rows.scored_alike(); });
  if (averaged == models.end()) return "";
  const ReportedModel& model = report.models[*averaged];
  return quiet_paragraph(joined(report.models.size() > 1 ? "With " + user_text(model.name) + " the" : "The",
                                " validation rows are those left out of training, fold by fold. ",
                                approximate_threshold_words(model.new_rows)));
}

std::string kind_cell(const AppliedThreshold& applied, const ReportedModel& model) {
  if (!applied.confidence) return "expected";
  return fmt::format("{} ({:g}&nbsp;%)", model.guarantee_basis == GuaranteeBasis::exact ? "guaranteed" : "cautious",
                     100 * *applied.confidence);
}

// What the kinds mean, and the rates that have no guaranteed threshold.
std::string guarantee_note(const Report& report, const std::vector<std::size_t>& models) {
  const ReportedModel& model = report.models[models.front()];
  std::string text;
  if (std::any_of(model.applied.begin(), model.applied.end(), [](const auto& at) { return at.confidence; })) {
    text = "Expected: the rate is met on average, exceeded about every other time. " + guarantee_words(model) +
           reuse_words(model);
  }
  std::string missing;
  for (const record::CardThreshold& at : model.card_thresholds) {
    if (!at.guarantee_reason.empty()) missing += (missing.empty() ? "" : "; ") + user_text(at.guarantee_reason);
  }
  if (!missing.empty()) text += " Other rates have no guarantee: " + missing + ".";
  return text.empty() ? "" : quiet_paragraph(text);
}

std::string applied_thresholds(const Report& report, const std::vector<std::size_t>& models) {
  const auto list = applied_by_rate(report, models);
  if (list.empty()) return "";
  HtmlTable table(
      "Thresholds of the card, found on the validation part or by <code>pauc calibrate</code>, as <code>pauc predict "
      "--at-fpr</code> applies them (with "
      "<code>--guarantee</code> the guaranteed ones), on the rows of this page: what to expect of new cases",
      {"FPR at most", "model", "kind", "FPR here", "TPR here", "threshold"});
  for (const auto& [applied, m] : list) {
    table.add_row({joined(applied.asked_fpr), model_cell(report, m), kind_cell(applied, report.models[m]),
                   percent_with_interval_html(applied.fpr, applied.fpr_ci),
                   percent_with_interval_html(applied.tpr, applied.tpr_ci), joined(applied.threshold)});
  }
  return table.html() + guarantee_note(report, models) + folds_note(report, models);
}

void add_guaranteed(const GuaranteedThreshold& at, std::vector<std::string> row, HtmlTable& table) {
  row.push_back(at.threshold ? percent_text(at.realised_tpr) : "-");
  row.push_back(at.threshold ? percent_text(at.realised_fpr) : "-");
  row.push_back(at.threshold ? joined(*at.threshold) : escaped_markup(at.reason));
  table.add_row(row);
}

// What a threshold found on the rows of this page would promise.
std::string guaranteed_thresholds(const Report& report, const std::vector<std::size_t>& models) {
  const Evaluation& evaluation = *report.evaluation;
  HtmlTable table(
      fmt::format("Thresholds found on these same rows that new cases from the same source keep with {:g} % "
                  "confidence",
                  100 * evaluation.guarantee),
      {"promised", "model", "TPR here", "FPR here", "threshold"});
  const ScoreEvaluation& first = evaluation.scores.front();
  for (std::size_t i = 0; i < first.guaranteed.size(); ++i) {
    for (const std::size_t m : models) {
      add_guaranteed(evaluation.scores[m].guaranteed[i],
                     {joined("FPR at most ", first.guaranteed[i].promise.rate), model_cell(report, m)}, table);
    }
  }
  for (std::size_t i = 0; i < first.tpr_points.size(); ++i) {
    for (const std::size_t m : models) {
      add_guaranteed(evaluation.scores[m].tpr_points[i].guaranteed,
                     {joined("TPR at least ", first.tpr_points[i].point.tpr), model_cell(report, m)}, table);
    }
  }
  return table.html();
}

}  // namespace

std::string line_mark(std::size_t model) {
  return "<svg class=\"mark\" viewBox=\"0 0 30 10\" aria-hidden=\"true\"><path d=\"M1 5H29\" stroke-width=\"3\" "
         "fill=\"none\" " +
         curve_stroke(model) + "/></svg>";
}

std::string summary_table(const Report& report) {
  const Evaluation& evaluation = *report.evaluation;
  const bool one_table = all_on_the_same_rows(report);
  using Cells = std::vector<std::string>;
  Cells head = one_table ? Cells{"model"} : Cells{"model", "rows"};
  for (auto area = evaluation.areas.rbegin(); area != evaluation.areas.rend(); ++area) head.push_back(area_head(*area));
  for (const OperatingEstimate& at : evaluation.scores.front().operating_points) {
    head.push_back(escaped_markup(joined("TPR at FPR ", at.point.fpr)));
  }
  HtmlTable table("Areas under the curve, then the share of positives found at each false-positive rate", head);
  for (std::size_t m = 0; m < report.models.size(); ++m) {
    const ScoreEvaluation& score = evaluation.scores[m];
    Cells row = {model_cell(report, m)};
    if (!one_table) row.push_back(rows_cell(report.models[m]));
    for (std::size_t a = evaluation.areas.size(); a-- > 0;) {
      const Estimate shown = on_shown_scale(evaluation.areas[a], score.areas[a]);
      row.push_back(with_interval_html(shown.value, shown.ci, page_decimals(evaluation.areas[a].scale)));
    }
    for (const OperatingEstimate& at : score.operating_points) row.push_back(tpr_cell(at));
    table.add_row(row, {{"data-model", report.models[m].name}});
  }
  return table.html() + coarse_rates_note(report) + figures_table(report);
}

std::string differences_table(const Report& report) {
  const Evaluation& evaluation = *report.evaluation;
  if (evaluation.comparisons.empty()) return "";
  const OperatingEstimate* at = headline_point(evaluation, evaluation.scores.front());
  std::vector<const ComparedMeasure*> first, others;
  for (const ComparedMeasure& compared : evaluation.comparisons) {
    const bool is_headline = &compared == &evaluation.comparisons.front() || (at && compared.fpr == at->point.fpr);
    (is_headline ? first : others).push_back(&compared);
  }
  return differences_of(report, first) +
         element("details", element("summary", "Other measures") + differences_of(report, others));
}

std::string operating_points_table(const Report& report) {
  return by_model(report, [&](const std::vector<std::size_t>& models) {
    return guaranteed_thresholds(report, models) + found_thresholds(report, models);
  });
}

std::string applied_thresholds_table(const Report& report) {
  return by_model(report, [&](const std::vector<std::size_t>& models) { return applied_thresholds(report, models); });
}

std::string candidates_table(const Report& report) {
  if (report.candidates.empty()) return "";
  const Evaluation& evaluation = *report.evaluation;
  const EvaluatedArea& area = evaluation.areas[evaluation.headline];
  HtmlTable table(
      "The best on validation is kept; its validation figure is slightly optimistic, since it decided the choice",
      {"candidate", "best epoch", "validation: " + escaped_markup(report.candidates_measure),
       "here: " + area_head(area), ""});
  for (const record::CandidateResult& candidate : report.candidates) {
    const std::size_t m = model_named(report, candidate.name);
    const bool is_here = m < report.models.size();
    const Estimate shown = is_here ? on_shown_scale(area, evaluation.scores[m].areas[evaluation.headline]) : Estimate();
    table.add_row(
        {is_here ? model_cell(report, m) : user_text(candidate.name), std::to_string(candidate.best_epoch),
         with_interval_html(candidate.valid, {candidate.ci, ""}),
         is_here ? with_interval_html(shown.value, shown.ci, page_decimals(area.scale)) : "its folder is gone",
         candidate.kept              ? element("strong", "kept")
         : candidate.dropped.empty() ? ""
                                     : user_text("dropped: " + candidate.dropped)});
  }
  return table.html();
}

}  // namespace pauc::report
