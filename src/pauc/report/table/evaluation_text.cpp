#include "pauc/report/table/evaluation_text.h"

#include <fmt/format.h>

#include <algorithm>
#include "pauc/core/error.h"
#include "pauc/metric/names.h"

namespace pauc::report {

namespace {

// A reason for having no interval is told unless nobody asked for one.
std::string with_interval(double value, const IntervalResult& ci, IntervalMethod method, int decimals) {
  const auto number = [&](double x) { return fmt::format("{:.{}f}", x, decimals); };
  if (ci.interval)
    return fmt::format("{} [{}, {}]", number(value), number(ci.interval->lower), number(ci.interval->upper));
  return method == IntervalMethod::none ? number(value) : fmt::format("{} (no interval: {})", number(value), ci.reason);
}

std::string area_cell(const Estimate& estimate, const EvaluatedArea& area, IntervalMethod method) {
  const Estimate shown = on_shown_scale(area, estimate);
  return with_interval(shown.value, shown.ci, method, decimals_of(area.scale));
}

std::string areas_text(const Evaluation& evaluation, std::size_t width) {
  TextTable table;
  std::vector<std::string> head = {"score"};
  for (const auto& area : evaluation.areas) head.push_back(title_with_scale(area));
  table.add_row(head);
  for (const auto& score : evaluation.scores) {
    std::vector<std::string> row = {score.name};
    for (std::size_t a = 0; a < score.areas.size(); ++a) {
      row.push_back(area_cell(score.areas[a], evaluation.areas[a], evaluation.uncertainty.method));
    }
    table.add_row(row);
  }
  return table.text(width);
}

std::string operating_points_text(const Evaluation& evaluation, std::size_t width) {
  TextTable table(2);
  table.add_row({"FPR at most", "score", "TPR", "realised FPR", "positive when score >="});
  for (std::size_t i = 0; i < evaluation.scores.front().operating_points.size(); ++i) {
    for (const auto& score : evaluation.scores) {
      const auto& [point, ci] = score.operating_points[i];
      const auto rate = joined(point.fpr);
      if (point.exists) {
        // The threshold to its last digit: applied to the scores it must give this very TPR.
        table.add_row({rate, score.name, with_interval(point.tpr, ci, evaluation.uncertainty.method, 4),
                       fmt::format("{:.4f}", point.realised_fpr), joined(point.threshold)});
      } else {
        table.add_row({rate, score.name, "-", "-", "no score lets through so few negatives"});
      }
    }
  }
  return table.text(width);
}

// Thresholds that new cases keep. What cannot be guaranteed stands below, once if the reason is that of all scores.
class GuaranteedTables {
 public:
  explicit GuaranteedTables(double confidence) {
    kept_.add_row(
        {fmt::format("guaranteed ({:g} %)", 100 * confidence), "score", "TPR", "FPR", "positive when score >="});
    reasons_.add_row({"not guaranteed", "reason"});
  }

  // A bound, the same for all scores.
  void add(const std::string& bound, const std::vector<std::string>& names,
           const std::vector<const GuaranteedThreshold*>& found) {
    const bool alike = std::all_of(found.begin(), found.end(), [&](const GuaranteedThreshold* at) {
      return !at->threshold && at->reason == found.front()->reason;
    });
    for (std::size_t k = 0; k < found.size(); ++k) {
      const GuaranteedThreshold& at = *found[k];
      if (at.threshold) {
        any_kept_ = true;
        kept_.add_row({bound, names[k], fmt::format("{:.4f}", at.realised_tpr), fmt::format("{:.4f}", at.realised_fpr),
                       joined(*at.threshold)});
      } else if (k == 0 || !alike) {
        any_reason_ = true;
        reasons_.add_row({alike ? bound : joined(bound, ", ", names[k]), at.reason});
      }
    }
  }

  std::string text(std::size_t width) const {
    return (any_kept_ ? kept_.text(width) : "") + (any_kept_ && any_reason_ ? "\n" : "") +
           (any_reason_ ? reasons_.text(width) : "");
  }

 private:
  TextTable kept_{2}, reasons_;
  bool any_kept_ = false, any_reason_ = false;
};

std::string guaranteed_text(const Evaluation& evaluation, std::size_t width) {
  GuaranteedTables tables(evaluation.guarantee);
  std::vector<std::string> names;
  for (const auto& score : evaluation.scores) names.push_back(score.name);
  const ScoreEvaluation& first = evaluation.scores.front();
  for (std::size_t i = 0; i < first.guaranteed.size(); ++i) {
    std::vector<const GuaranteedThreshold*> found;
    for (const auto& score : evaluation.scores) found.push_back(&score.guaranteed[i]);
    tables.add(joined("FPR <= ", first.guaranteed[i].promise.rate), names, found);
  }
  for (std::size_t i = 0; i < first.tpr_points.size(); ++i) {
    std::vector<const GuaranteedThreshold*> found;
    for (const auto& score : evaluation.scores) found.push_back(&score.tpr_points[i].guaranteed);
    tables.add(joined("TPR >= ", first.tpr_points[i].point.tpr), names, found);
  }
  return tables.text(width);
}

std::string figures_text(const Evaluation& evaluation, std::size_t width) {
  TextTable table;
  std::vector<std::string> head = {"score"};
  for (const CurveMetric& metric : curve_metrics()) head.push_back(metric.title);
  table.add_row(head);
  for (const auto& score : evaluation.scores) {
    std::vector<std::string> row = {score.name};
    for (std::size_t m = 0; m < score.figures.size(); ++m) {
      row.push_back(fmt::format("{:.{}f}", score.figures[m], curve_metrics()[m].decimals));
    }
    table.add_row(row);
  }
  return table.text(width);
}

std::string p_text(const std::optional<double>& p) {
  if (!p) return "-";
  return *p < 0.0001 ? "< 0.0001" : fmt::format("{:.4f}", *p);
}

std::string comparison_text(const Evaluation& evaluation, std::size_t width) {
  const ComparedMeasure& headline = evaluation.comparisons.front();
  TextTable table;
  table.add_row({"difference in " + title_with_scale(evaluation.areas[evaluation.headline]), "", "p"});
  for (const auto& pair : headline.pairs) {
    table.add_row({fmt::format("{} - {}", pair.a, pair.b),
                   with_interval(pair.difference, pair.ci, evaluation.uncertainty.method, decimals_of(headline.scale)),
                   p_text(pair.p)});
  }
  return table.text(width);
}

std::string counted(std::int64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string intervals_text(const UncertaintyOptions& options) {
  if (options.method == IntervalMethod::none) return "";
  return fmt::format("; {:g} % intervals, {}", 100 * options.confidence, choice_name(options.method));
}

}  // namespace

std::string evaluation_text(const Evaluation& evaluation, std::size_t width) {
  std::string text = fmt::format("{}, {}{}\n\n", counted(evaluation.positives, "positive"),
                                 counted(evaluation.negatives, "negative"), intervals_text(evaluation.uncertainty));
  text += areas_text(evaluation, width) + '\n' + operating_points_text(evaluation, width) + '\n' +
          guaranteed_text(evaluation, width) + '\n' + figures_text(evaluation, width);
  if (!evaluation.comparisons.empty()) text += '\n' + comparison_text(evaluation, width);
  return text;
}

}  // namespace pauc::report
