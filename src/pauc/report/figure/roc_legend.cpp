#include "pauc/report/figure/roc_legend.h"

#include <fmt/format.h>

#include <algorithm>

#include "pauc/metric/names.h"

namespace pauc::report {

namespace {

struct ShownValue {
  std::string value;
  std::string lower;  // empty: no interval
  std::string upper;
};

ShownValue shown_value(const EvaluatedArea& area, const Estimate& estimate) {
  const auto text = [&](double value) { return fmt::format("{:.{}f}", area.shown(value), decimals_of(area.scale)); };
  if (!estimate.ci.interval) return {text(estimate.value), "", ""};
  return {text(estimate.value), text(estimate.ci.interval->lower), text(estimate.ci.interval->upper)};
}

const char* short_name(std::size_t area) { return area == 0 ? "AUC" : "pAUC"; }

std::string value_text(const Evaluation& evaluation, const ScoreEvaluation& score, std::size_t area) {
  const auto shown = shown_value(evaluation.areas[area], score.areas[area]);
  const auto text = fmt::format("{} {}", short_name(area), shown.value);
  return shown.lower.empty() ? text : fmt::format("{} [{}, {}]", text, shown.lower, shown.upper);
}

std::string values_text(const Evaluation& evaluation, const ScoreEvaluation& score) {
  std::string text = value_text(evaluation, score, 0);
  if (evaluation.headline > 0) text += ", " + value_text(evaluation, score, evaluation.headline);
  return text;
}

// Where all values have no room, the headline's is shown.
std::string curve_text(const Evaluation& evaluation, const ScoreEvaluation& score, double width) {
  constexpr double kWideEnough = 700;
  const std::size_t headline = evaluation.headline;
  const auto values = width < kWideEnough
                          ? fmt::format("{} {}", short_name(headline),
                                        shown_value(evaluation.areas[headline], score.areas[headline]).value)
                          : values_text(evaluation, score);
  const double room = width - kSampleWidth - 8 - text_width(": " + values);
  return fmt::format("{}: {}", shortened(score.name, room), values);
}

std::string percent(double confidence) { return fmt::format("{:g} %", 100 * confidence); }

bool has_bands(const Evaluation& evaluation) {
  const auto first = evaluation.scores.begin();
  return std::any_of(first, first + static_cast<std::ptrdiff_t>(banded_curves(evaluation)),
                     [](const auto& score) { return !score.band.empty(); });
}

// What the bands are; empty: there are none.
std::string bands_text(const Evaluation& evaluation) {
  if (!has_bands(evaluation)) return "";
  const auto intervals = percent(evaluation.uncertainty.confidence) + " intervals of the TPR";
  return banded_curves(evaluation) < evaluation.scores.size() ? fmt::format("band: {}, first curve only", intervals)
                                                              : "bands: " + intervals;
}

std::string area_sentence(const Evaluation& evaluation, const ScoreEvaluation& score, std::size_t area) {
  const auto shown = shown_value(evaluation.areas[area], score.areas[area]);
  auto text = fmt::format("{} {}", title_with_scale(evaluation.areas[area]), shown.value);
  if (shown.lower.empty()) return text;
  return fmt::format("{}, {} interval {} to {}", text, percent(evaluation.uncertainty.confidence), shown.lower,
                     shown.upper);
}

}  // namespace

RocLegend roc_legend(const Evaluation& evaluation, Point at, double width) {
  RocLegend result;
  if (evaluation.headline > 0) {
    const auto sample =
        rectangle_element({at.x, at.y - 12}, kSampleWidth, 14, kRegionLook + std::string(" stroke=\"#bbbbbb\""));
    result.svg += legend_entry(at, sample, title_with_scale(evaluation.areas[evaluation.headline]));
    at.y += kLegendLine;
  }
  for (std::size_t i = 0; i < evaluation.scores.size(); ++i) {
    result.svg += legend_entry(at, curve_sample(at, i), curve_text(evaluation, evaluation.scores[i], width));
    at.y += kLegendLine;
  }
  if (const auto bands = bands_text(evaluation); !bands.empty()) {
    result.svg += text_element(at, "class=\"legend\"", bands);
    at.y += kLegendLine;
  }
  result.bottom = at.y;
  return result;
}

std::string roc_description(const Evaluation& evaluation) {
  std::string text = fmt::format("True-positive rate against false-positive rate, {} positives and {} negatives.",
                                 evaluation.positives, evaluation.negatives);
  for (const auto& score : evaluation.scores) {
    text += fmt::format(" {}: {}", shortened(score.name, kPageWidth), area_sentence(evaluation, score, 0));
    if (evaluation.headline > 0) text += "; " + area_sentence(evaluation, score, evaluation.headline);
    text += ".";
  }
  if (const auto bands = bands_text(evaluation); !bands.empty()) text += fmt::format(" Shaded {}.", bands);
  return text;
}

std::size_t banded_curves(const Evaluation& evaluation) {
  constexpr std::size_t kReadable = 2;
  return evaluation.scores.size() <= kReadable ? evaluation.scores.size() : 1;
}

}  // namespace pauc::report
