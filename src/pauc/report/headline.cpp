#include "pauc/report/headline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pauc/report/html.h"
#include "pauc/report/markup.h"
#include "pauc/report/names.h"
#include "pauc/report/words.h"

namespace pauc {

namespace {

constexpr std::int64_t kFewPositives = 50;

std::string strong(const std::string& html) { return element("strong", html); }
std::string paragraph(const std::string& html) { return element("p", html) + "\n"; }

double headline_rate(const Evaluation& evaluation) {
  const auto* region = std::get_if<Region>(&evaluation.areas[evaluation.headline].where);
  const bool bounded = evaluation.headline > 0 && region != nullptr && region->fpr_max < 1;
  return bounded ? region->fpr_max : 0.1;
}

const OperatingEstimate* point_at(const ScoreEvaluation& score, double fpr) {
  for (const OperatingEstimate& estimate : score.operating_points) {
    if (estimate.point.fpr == fpr && estimate.point.exists) return &estimate;
  }
  return nullptr;
}

// The one that a reader would ask about first: cross-entropy, where that is among the others.
std::size_t reference_of(const Report& report) {
  for (std::size_t m = 1; m < report.models.size(); ++m) {
    if (report.models[m].objective == "ce") return m;
  }
  return 1;
}

// Candidates of one run are one model, trained in several ways; runs and columns have names.
bool has_names(const Report& report) { return report.models.size() > 1 && report.candidates.empty(); }

std::string finds_words(const Report& report, const OperatingEstimate& at) {
  return fmt::format("At no more than {} negatives, {} finds {} of the positives",
                     strong(false_alarm_words(at.point.fpr)),
                     has_names(report) ? user_text(report.models[0].name) : "this model",
                     strong(percent_with_interval_html(at.point.tpr, at.tpr_ci)));
}

std::string other_name(const Report& report, std::size_t other) {
  const std::string& name = report.models[other].name;
  return has_names(report) ? user_text(name) : "trained by " + escaped_markup(objective_words(name));
}

const Comparison* comparison_of(const Evaluation& evaluation, double fpr, std::size_t other) {
  for (const ComparedMeasure& compared : evaluation.comparisons) {
    if (compared.measure != "tpr_at_fpr" || compared.fpr != fpr) continue;
    for (const Comparison& pair : compared.pairs) {
      if (pair.a == evaluation.scores[0].name && pair.b == evaluation.scores[other].name) return &pair;
    }
  }
  return nullptr;
}

std::string difference_words(const Comparison& pair) {
  if (!pair.ci.interval) return "";
  const bool beyond = pair.ci.interval->lower > 0 || pair.ci.interval->upper < 0;
  const double points = 100 * pair.difference;
  const std::string size = std::abs(points) < 0.05 ? "There is no difference to speak of"
                                                   : fmt::format("The difference of {:+.1f} points {}", points,
                                                                 beyond ? "is beyond chance" : "may well be chance");
  return paragraph(fmt::format("{} (interval from {:+.1f} to {:+.1f}, p {}{}).", size, 100 * pair.ci.interval->lower,
                               100 * pair.ci.interval->upper, pair.p && *pair.p >= 0.0001 ? "= " : "",
                               p_value_text(pair.p)));
}

std::string against_other(const Report& report, const OperatingEstimate& at, std::string& sentence) {
  if (report.models.size() < 2) return "";
  const std::size_t other = reference_of(report);
  const OperatingEstimate* theirs = point_at(report.evaluation->scores[other], at.point.fpr);
  if (theirs == nullptr) return "";
  sentence +=
      fmt::format("; {}: {}", other_name(report, other), percent_with_interval_html(theirs->point.tpr, theirs->tpr_ci));
  const Comparison* pair = comparison_of(*report.evaluation, at.point.fpr, other);
  return pair == nullptr ? "" : difference_words(*pair);
}

std::string thousand_words(const Report& report, const OperatingPoint& point) {
  const RocCurve& curve = report.evaluation->scores.front().curve;
  const double prevalence = curve.totals().positives / (curve.totals().positives + curve.totals().negatives);
  const double hits = 1000 * prevalence * point.tpr;
  const double alarms = hits + 1000 * (1 - prevalence) * point.realised_fpr;
  return paragraph(
      fmt::format("Among 1000 cases like these ({} positive) that means about {:.0f} alarms, {:.0f} of them right, and "
                  "{:.0f} positives missed.",
                  percent_text(prevalence), alarms, hits, 1000 * prevalence - hits));
}

std::string area_words(const Evaluation& evaluation, std::size_t model) {
  const JudgedArea& area = evaluation.areas[evaluation.headline];
  const Estimate shown = on_shown_scale(area, evaluation.scores[model].areas[evaluation.headline]);
  return with_interval_html(shown.value, shown.ci);
}

std::string region_words(const Report& report) {
  const Evaluation& evaluation = *report.evaluation;
  const JudgedArea& area = evaluation.areas[evaluation.headline];
  const bool from_half = evaluation.headline == 0 || area.scale == Scale::mcclish;
  const char* scale = area.scale == Scale::raw ? "the area itself"
                      : from_half              ? "0.5 is chance, 1 is perfect"
                                               : "1 is perfect";
  std::string text = fmt::format("{} is {}", escaped_markup(area_title(area)), area_words(evaluation, 0));
  if (report.models.size() > 1) {
    const std::size_t other = reference_of(report);
    text += fmt::format("; {}: {}", other_name(report, other), area_words(evaluation, other));
  }
  return fmt::format("{} ({}).", text, scale);
}

std::string trust_words(const Report& report) {
  const ReportedModel& model = report.models.front();
  std::string text = fmt::format("Judged on {}: {}, {}. ", user_text(report.judged_on),
                                 counted_text(model.positives, "positive"), counted_text(model.negatives, "negative"));
  if (!report.positive.empty()) text += "Positive means " + user_text(report.positive) + ". ";
  const UncertaintyOptions& uncertainty = report.evaluation->uncertainty;
  if (uncertainty.method != IntervalMethod::none) {
    text += fmt::format("Brackets hold {:g} % intervals ({}). ", 100 * uncertainty.confidence,
                        interval_method_name(uncertainty.method));
  }
  if (model.positives < kFewPositives) text += "With so few positives, read the intervals rather than the figures.";
  return element("p", {{"class", "quiet"}}, text) + "\n";
}

}  // namespace

const OperatingEstimate* headline_point(const Evaluation& evaluation, const ScoreEvaluation& score) {
  if (const OperatingEstimate* at = point_at(score, headline_rate(evaluation))) return at;
  const auto& points = score.operating_points;
  const auto first = std::find_if(points.begin(), points.end(), [](const auto& at) { return at.point.exists; });
  return first == points.end() ? nullptr : &*first;
}

std::string headline_html(const Report& report) {
  const Evaluation& evaluation = *report.evaluation;
  const OperatingEstimate* at = headline_point(evaluation, evaluation.scores.front());
  std::string html;
  if (at == nullptr) {
    html += element("p", {{"class", "lead"}},
                    "No threshold keeps false alarms below 1 in 10: the highest scores do not "
                    "tell positives from negatives.");
  } else {
    std::string sentence = finds_words(report, *at);
    const std::string difference = against_other(report, *at, sentence);
    html += element("p", {{"class", "lead"}}, sentence + ".") + "\n" + difference;
    html += thousand_words(report, at->point);
  }
  html += paragraph(region_words(report)) + trust_words(report);
  for (const std::string& note : report.notes) html += element("p", {{"class", "note"}}, user_text(note)) + "\n";
  return html;
}

}  // namespace pauc
