#include "pauc/report/page_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pauc/core/error.h"
#include "pauc/report/figure.h"
#include "pauc/report/headline.h"
#include "pauc/report/html.h"
#include "pauc/report/markup.h"
#include "pauc/report/names.h"
#include "pauc/report/words.h"

namespace pauc {

namespace {

std::string model_cell(const Report& report, std::size_t model) {
  return element("span", {{"class", "model"}}, line_mark(model) + user_text(report.models[model].name));
}

std::string area_head(const JudgedArea& area) { return escaped_markup(title_with_scale(area)); }

std::string tpr_cell(const OperatingEstimate& at) {
  return at.point.exists ? percent_with_interval_html(at.point.tpr, at.tpr_ci) : "-";
}

// "+0.038"; what rounds to nothing has no sign.
std::string signed_text(double value, int decimals) {
  const std::string text = fmt::format("{:+.{}f}", value, decimals);
  return text.find_first_of("123456789") == std::string::npos ? text.substr(1) : text;
}

std::string difference_cell(const Comparison& pair, double factor, int decimals) {
  std::string text = signed_text(factor * pair.difference, decimals);
  if (pair.ci.interval) {
    const std::string lower = signed_text(factor * pair.ci.interval->lower, decimals);
    const std::string upper = signed_text(factor * pair.ci.interval->upper, decimals);
    text += " " + element("span", {{"class", "interval"}}, "[" + lower + ", " + upper + "]");
  }
  return text;
}

std::string measure_words(const Evaluation& evaluation, const ComparedMeasure& compared) {
  if (compared.fpr) return escaped_markup(joined("TPR at FPR ", *compared.fpr, ", in points"));
  for (const JudgedArea& area : evaluation.areas) {
    if (area.name == compared.measure) return area_head(area);
  }
  return escaped_markup(compared.measure);
}

// With many models, those pairs that the page is about: the first against each other.
bool is_shown(const Evaluation& evaluation, const Comparison& pair) {
  return evaluation.scores.size() <= 3 || pair.a == evaluation.scores.front().name;
}

// The threshold's point on a curve: all that scores at or above it.
Vertex called_positive(const RocCurve& curve, double threshold) {
  const auto below = std::partition_point(curve.thresholds.begin(), curve.thresholds.end(),
                                          [&](double score) { return score >= threshold; });
  return curve.vertices[static_cast<std::size_t>(below - curve.thresholds.begin())];
}

std::string differences_of(const Evaluation& evaluation, const std::vector<const ComparedMeasure*>& measures) {
  HtmlTable table("The same rows scored by both; p of no difference", {"difference", "in", "value", "p"});
  for (const ComparedMeasure* compared : measures) {
    for (const Comparison& pair : compared->pairs) {
      if (!is_shown(evaluation, pair)) continue;
      table.add_row({user_text(pair.a) + " &minus; " + user_text(pair.b), measure_words(evaluation, *compared),
                     difference_cell(pair, compared->fpr ? 100 : 1, compared->fpr ? 1 : 3), p_value_text(pair.p)});
    }
  }
  return table.html();
}

// One table of all models where they are few; else the first model's, and the others' folded away.
template <class Table>
std::string by_model(const Report& report, const Table& table) {
  std::vector<std::size_t> shown, folded;
  for (std::size_t m = 0; m < report.models.size(); ++m) {
    (m == 0 || report.models.size() <= 2 ? shown : folded).push_back(m);
  }
  const std::string rest = folded.empty() ? "" : table(folded);
  return table(shown) + (rest.empty() ? "" : element("details", element("summary", "Other models") + rest));
}

std::string found_thresholds(const Report& report, const std::vector<std::size_t>& models) {
  HtmlTable table("Thresholds found on these very rows: a case is called positive when its score reaches the threshold",
                  {"FPR at most", "model", "TPR", "realised FPR", "threshold"});
  const auto& scores = report.evaluation->scores;
  for (std::size_t i = 0; i < scores.front().operating_points.size(); ++i) {
    for (const std::size_t m : models) {
      const OperatingEstimate& at = scores[m].operating_points[i];
      std::vector<std::string> row = {joined(at.point.fpr), model_cell(report, m), tpr_cell(at)};
      row.push_back(at.point.exists ? percent_text(at.point.realised_fpr) : "-");
      row.push_back(at.point.exists ? joined(at.point.threshold) : "no score lets through so few");
      table.add_row(row);
    }
  }
  return table.html();
}

// By the rate that they were chosen for.
std::vector<std::pair<KeptThreshold, std::size_t>> kept_by_rate(const Report& report,
                                                                const std::vector<std::size_t>& models) {
  std::vector<std::pair<KeptThreshold, std::size_t>> list;
  for (const std::size_t m : models) {
    for (const KeptThreshold& kept : report.models[m].thresholds) list.emplace_back(kept, m);
  }
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.first.fpr < b.first.fpr; });
  return list;
}

std::string kept_thresholds(const Report& report, const std::vector<std::size_t>& models) {
  const auto list = kept_by_rate(report, models);
  if (list.empty()) return "";
  HtmlTable table(
      "Thresholds found on the validation part, as <code>pauc predict --at-fpr</code> applies them, on the rows of "
      "this "
      "page: what to expect of new cases",
      {"FPR at most, on validation", "model", "FPR here", "TPR here", "threshold"});
  for (const auto& [kept, m] : list) {
    const RocCurve& curve = report.evaluation->scores[m].curve;
    const Vertex at = called_positive(curve, kept.threshold);
    table.add_row({joined(kept.fpr), model_cell(report, m), percent_text(at.negatives / curve.totals().negatives),
                   percent_text(at.positives / curve.totals().positives), joined(kept.threshold)});
  }
  return table.html();
}

std::string deviation_text(const ComparisonCell& cell) {
  return fmt::format("{:.4f} {}", cell.mean,
                     element("span", {{"class", "interval"}}, fmt::format("({:.4f})", cell.deviation)));
}

const ComparisonCell* cell_of(const std::vector<ComparisonCell>& cells, const std::string& target) {
  const auto found = std::find_if(cells.begin(), cells.end(), [&](const auto& cell) { return cell.target == target; });
  return found == cells.end() ? nullptr : &*found;
}

std::vector<std::string> targets_of(const ComparisonRecord& record) {
  std::vector<std::string> targets;
  for (const auto& [method, cells] : record.methods) {
    for (const ComparisonCell& cell : cells) {
      if (std::find(targets.begin(), targets.end(), cell.target) == targets.end()) targets.push_back(cell.target);
    }
  }
  return targets;
}

double best_of(const ComparisonRecord& record, const std::string& target) {
  double best = -1;
  for (const auto& [method, cells] : record.methods) {
    if (const ComparisonCell* cell = cell_of(cells, target)) best = std::max(best, cell->mean);
  }
  return best;
}

std::string comparison_table(const ComparisonRecord& record) {
  const std::vector<std::string> targets = targets_of(record);
  std::vector<std::string> head = {"method"};
  for (const std::string& target : targets) head.push_back(escaped_markup(target_words(target)));
  HtmlTable table("Mean (standard deviation) over seeds; the best of each column in bold", head);
  for (const auto& [method, cells] : record.methods) {
    std::vector<std::string> row = {user_text(method)};
    for (const std::string& target : targets) {
      const ComparisonCell* cell = cell_of(cells, target);
      const std::string text = cell == nullptr ? "-" : deviation_text(*cell);
      row.push_back(cell != nullptr && cell->mean == best_of(record, target) ? element("strong", text) : text);
    }
    table.add_row(row, {{"data-method", method}});
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
  std::vector<std::string> head = {"model"};
  for (auto area = evaluation.areas.rbegin(); area != evaluation.areas.rend(); ++area) head.push_back(area_head(*area));
  for (const OperatingEstimate& at : evaluation.scores.front().operating_points) {
    head.push_back(escaped_markup(joined("TPR at FPR ", at.point.fpr)));
  }
  HtmlTable table("The region's area first, then the share of positives found at each false-positive rate", head);
  for (std::size_t m = 0; m < report.models.size(); ++m) {
    const ScoreEvaluation& score = evaluation.scores[m];
    std::vector<std::string> row = {model_cell(report, m)};
    for (std::size_t a = evaluation.areas.size(); a-- > 0;) {
      const Estimate shown = on_shown_scale(evaluation.areas[a], score.areas[a]);
      row.push_back(with_interval_html(shown.value, shown.ci));
    }
    for (const OperatingEstimate& at : score.operating_points) row.push_back(tpr_cell(at));
    table.add_row(row, {{"data-model", report.models[m].name}});
  }
  return table.html();
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
  return differences_of(evaluation, first) +
         element("details", element("summary", "Other measures") + differences_of(evaluation, others));
}

std::string operating_points_table(const Report& report) {
  return by_model(report, [&](const std::vector<std::size_t>& models) { return found_thresholds(report, models); });
}

std::string kept_thresholds_table(const Report& report) {
  return by_model(report, [&](const std::vector<std::size_t>& models) { return kept_thresholds(report, models); });
}

std::string candidates_table(const Report& report) {
  if (report.candidates.empty()) return "";
  const Evaluation& evaluation = *report.evaluation;
  const JudgedArea& area = evaluation.areas[evaluation.headline];
  HtmlTable table(
      "The best on validation is kept; its validation figure is a little too good, since it was chosen by it",
      {"candidate", "best epoch", "validation", "here: " + area_head(area), ""});
  for (const CandidateRecord& candidate : report.candidates) {
    const auto found = std::find_if(report.models.begin(), report.models.end(),
                                    [&](const ReportedModel& model) { return model.name == candidate.name; });
    const auto m = static_cast<std::size_t>(found - report.models.begin());
    const Estimate shown = on_shown_scale(area, evaluation.scores[m].areas[evaluation.headline]);
    table.add_row({model_cell(report, m), std::to_string(candidate.best_epoch),
                   with_interval_html(candidate.valid, {candidate.ci, ""}), with_interval_html(shown.value, shown.ci),
                   candidate.kept ? element("strong", "kept") : ""});
  }
  return table.html();
}

std::string comparison_tables(const Report& report) {
  std::string html;
  for (const ComparisonRecord& record : report.comparisons) html += comparison_table(record);
  return html;
}

}  // namespace pauc
