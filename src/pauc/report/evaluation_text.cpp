#include "pauc/report/evaluation_text.h"

#include <fmt/format.h>

#include "pauc/report/names.h"
#include "pauc/report/text_table.h"

namespace pauc {

namespace {

std::string with_interval(double value, const IntervalResult& ci, int decimals = 4) {
  const auto number = [&](double x) { return fmt::format("{:.{}f}", x, decimals); };
  if (!ci.interval) return number(value);
  return fmt::format("{} [{}, {}]", number(value), number(ci.interval->lower), number(ci.interval->upper));
}

// A raw area is at most as wide as its region: small numbers.
int decimals_of(Scale scale) { return scale == Scale::raw ? 6 : 4; }

template <class Area>
std::string area_cell(const Estimate& estimate, Scale scale, const Area& area) {
  IntervalResult ci = estimate.ci;
  if (ci.interval)
    ci.interval = Interval{rescaled(ci.interval->lower, scale, area), rescaled(ci.interval->upper, scale, area)};
  return with_interval(rescaled(estimate.value, scale, area), ci, decimals_of(scale));
}

// The scale of a measure that is not the headline's own.
Scale one_way_scale(const Evaluation& evaluation) {
  return evaluation.headline.name == "one_way" ? evaluation.headline.scale : Scale::mcclish;
}

Scale tpr_band_scale(const Evaluation& evaluation) {
  return evaluation.headline.name == "tpr_band" ? evaluation.headline.scale : Scale::mcclish;
}

std::string one_way_title(const Evaluation& evaluation) {
  return fmt::format("pAUC {} ({})", region_text(*evaluation.one_way), scale_name(one_way_scale(evaluation)));
}

std::string two_way_title(const Evaluation& evaluation) {
  return fmt::format("pAUC {} ({})", region_text(*evaluation.two_way), scale_name(evaluation.headline.scale));
}

std::string tpr_band_title(const Evaluation& evaluation) {
  return fmt::format("pAUC {} ({})", band_text(*evaluation.tpr_band), scale_name(tpr_band_scale(evaluation)));
}

std::string headline_title(const Evaluation& evaluation) {
  if (evaluation.two_way) return two_way_title(evaluation);
  if (evaluation.one_way) return one_way_title(evaluation);
  return evaluation.tpr_band ? tpr_band_title(evaluation) : "AUC";
}

std::string areas_text(const Evaluation& evaluation) {
  TextTable table;
  std::vector<std::string> head = {"score", "AUC"};
  if (evaluation.one_way) head.push_back(one_way_title(evaluation));
  if (evaluation.two_way) head.push_back(two_way_title(evaluation));
  if (evaluation.tpr_band) head.push_back(tpr_band_title(evaluation));
  table.add_row(head);
  for (const auto& score : evaluation.scores) {
    std::vector<std::string> row = {score.name, with_interval(score.auc.value, score.auc.ci)};
    if (score.one_way) {
      row.push_back(area_cell(score.one_way->normalised, one_way_scale(evaluation), *evaluation.one_way));
    }
    if (score.two_way)
      row.push_back(area_cell(score.two_way->normalised, evaluation.headline.scale, *evaluation.two_way));
    if (score.tpr_band) row.push_back(area_cell(*score.tpr_band, tpr_band_scale(evaluation), *evaluation.tpr_band));
    table.add_row(row);
  }
  return table.text();
}

std::string operating_points_text(const Evaluation& evaluation) {
  TextTable table;
  table.add_row({"FPR at most", "score", "TPR", "realised FPR", "positive when score >="});
  for (std::size_t i = 0; i < evaluation.scores.front().operating_points.size(); ++i) {
    for (const auto& score : evaluation.scores) {
      const auto& [point, ci] = score.operating_points[i];
      const auto rate = fmt::format("{}", point.fpr);
      if (point.exists) {
        table.add_row({rate, score.name, with_interval(point.tpr, ci), fmt::format("{:.4f}", point.realised_fpr),
                       fmt::format("{:.6g}", point.threshold)});
      } else {
        table.add_row({rate, score.name, "-", "-", "no score lets through so few negatives"});
      }
    }
  }
  return table.text();
}

std::string screening_text(const Evaluation& evaluation) {
  TextTable table;
  table.add_row({"score", "BEDROC (20)", "EF 1 %", "EF 5 %", "logAUC (0.001-0.1)"});
  for (const auto& score : evaluation.scores) {
    const Screening& s = score.screening;
    table.add_row({score.name, fmt::format("{:.4f}", s.bedroc), fmt::format("{:.2f}", s.ef1),
                   fmt::format("{:.2f}", s.ef5), fmt::format("{:.4f}", s.logauc)});
  }
  return table.text();
}

std::string p_text(const std::optional<double>& p) {
  if (!p) return "-";
  return *p < 0.0001 ? "< 0.0001" : fmt::format("{:.4f}", *p);
}

std::string comparison_text(const Evaluation& evaluation) {
  TextTable table;
  table.add_row({fmt::format("difference in {}", headline_title(evaluation)), "", "p"});
  for (const auto& comparison : evaluation.comparisons) {
    table.add_row({fmt::format("{} - {}", comparison.a, comparison.b),
                   with_interval(comparison.difference, comparison.ci, decimals_of(evaluation.headline.scale)),
                   p_text(comparison.p)});
  }
  return table.text();
}

std::string intervals_text(const Evaluation& evaluation) {
  if (evaluation.method == IntervalMethod::none) return "";
  return fmt::format("; {:g} % intervals, {}", 100 * evaluation.confidence, interval_method_name(evaluation.method));
}

}  // namespace

std::string evaluation_text(const Evaluation& evaluation) {
  std::string text = fmt::format("{} positives, {} negatives{}\n\n", evaluation.positives, evaluation.negatives,
                                 intervals_text(evaluation));
  text += areas_text(evaluation) + '\n' + operating_points_text(evaluation) + '\n' + screening_text(evaluation);
  if (!evaluation.comparisons.empty()) text += '\n' + comparison_text(evaluation);
  return text;
}

}  // namespace pauc
