#include "pauc/report/page/headline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pauc/metric/names.h"
#include "pauc/report/figure/markup.h"
#include "pauc/report/page/html.h"
#include "pauc/report/page/words.h"

namespace pauc::report {

namespace {

constexpr std::int64_t kFewCases = 50;

std::string strong(const std::string& html) { return element("strong", html); }

const OperatingEstimate* point_at(const ScoreEvaluation& score, double fpr) {
  for (const OperatingEstimate& estimate : score.operating_points) {
    if (estimate.point.fpr == fpr && estimate.point.exists) return &estimate;
  }
  return nullptr;
}

// The candidates of a run are the same model, trained in several ways; runs and columns have names of their own.
bool has_names(const Report& report) { return report.models.size() > 1 && report.candidates.empty(); }

std::string name_of(const Report& report, std::size_t model) {
  if (has_names(report)) return user_text(report.models[model].name);
  if (model == 0) return "this model";
  return "trained by " + escaped_markup(objective_words(report.models[model].name));
}

// The model that a reader would compare with first, among those evaluated on the same rows: cross-entropy, else the
// next.
std::optional<std::size_t> reference_of(const Report& report) {
  std::optional<std::size_t> reference;
  for (std::size_t m = 1; m < report.models.size(); ++m) {
    if (report.models[m].rows != report.models[0].rows) continue;
    if (!reference) reference = m;
    if (report.models[m].objective == "ce" && report.models[0].objective != "ce") return m;
  }
  return reference;
}

const ComparedPair* comparison_of(const Evaluation& evaluation, double fpr, std::size_t other) {
  for (const ComparedMeasure& compared : evaluation.comparisons) {
    if (compared.measure != "tpr_at_fpr" || compared.fpr != fpr) continue;
    for (const ComparedPair& pair : compared.pairs) {
      if (pair.a == evaluation.scores[0].name && pair.b == evaluation.scores[other].name) return &pair;
    }
  }
  return nullptr;
}

std::string difference_words(const ComparedPair& pair) {
  if (!pair.ci.interval) return "";
  const auto [lower, upper] = std::pair(100 * pair.ci.interval->lower, 100 * pair.ci.interval->upper);
  const double points = 100 * pair.difference;
  if (std::abs(points) < 0.05) {
    return paragraph(fmt::format(
        "No difference was seen between them; these data allow one from {:+.1f} to {:+.1f} points.", lower, upper));
  }
  return paragraph(fmt::format("The difference of {:+.1f} points {} (interval from {:+.1f} to {:+.1f}, p {}{}).",
                               points, lower > 0 || upper < 0 ? "is beyond chance" : "may well be chance", lower, upper,
                               pair.p && *pair.p >= 0.0001 ? "= " : "", p_value_text(pair.p)));
}

std::string lead(const std::string& html) { return element("p", {{"class", "lead"}}, html) + "\n"; }

// "At no more than 1 false alarm in 10 negatives, this model finds 86 % of the positives; ce: 78 %."
std::string finds_words(const Report& report, const OperatingEstimate& at) {
  const Evaluation& evaluation = *report.evaluation;
  std::string sentence =
      fmt::format("At no more than {} negatives, {} finds {} of the positives", strong(false_alarm_words(at.point.fpr)),
                  name_of(report, 0), strong(percent_with_interval_html(at.point.tpr, at.tpr_ci)));
  const auto other = reference_of(report);
  const OperatingEstimate* theirs = other ? point_at(evaluation.scores[*other], at.point.fpr) : nullptr;
  if (theirs == nullptr) return lead(sentence + ".");
  sentence +=
      fmt::format("; {}: {}.", name_of(report, *other), percent_with_interval_html(theirs->point.tpr, theirs->tpr_ci));
  const ComparedPair* pair = comparison_of(evaluation, at.point.fpr, *other);
  return lead(sentence) + (pair == nullptr ? "" : difference_words(*pair));
}

// "With exactly this rate on these rows: 86 %; ce: 78 %. The difference ..."
std::string same_rate_words(const Report& report, const OperatingEstimate& at, std::size_t other) {
  const OperatingEstimate* theirs = point_at(report.evaluation->scores[other], at.point.fpr);
  const ComparedPair* pair = comparison_of(*report.evaluation, at.point.fpr, other);
  if (theirs == nullptr || pair == nullptr) return "";
  return paragraph(
             fmt::format("Compared fairly, each with the threshold that has this rate on these rows: {} finds {}, "
                         "{} {}.",
                         name_of(report, 0), percent_with_interval_html(at.point.tpr, at.tpr_ci),
                         name_of(report, other), percent_with_interval_html(theirs->point.tpr, theirs->tpr_ci))) +
         difference_words(*pair);
}

// The first point with at least this TPR.
Vertex first_with_tpr(const RocCurve& curve, double tpr) {
  const double wanted = tpr * curve.totals().positives * (1 - 1e-12);
  const auto& vertices = curve.vertices;
  return *std::partition_point(vertices.begin(), vertices.end() - 1,
                               [&](const Vertex& vertex) { return vertex.positives < wanted; });
}

double fpr_at_tpr(const RocCurve& curve, double tpr) {
  return first_with_tpr(curve, tpr).negatives / curve.totals().negatives;
}

// For a band of TPRs: what the hits cost.
std::string costs_words(const Report& report, const TprBand& band) {
  const auto& scores = report.evaluation->scores;
  std::string sentence = fmt::format("To find {} of the positives, {} raises false alarms among {} of the negatives",
                                     strong(percent_text(band.min)), name_of(report, 0),
                                     strong(percent_text(fpr_at_tpr(scores[0].curve, band.min))));
  if (const auto other = reference_of(report)) {
    sentence +=
        fmt::format("; {}: {}", name_of(report, *other), percent_text(fpr_at_tpr(scores[*other].curve, band.min)));
  }
  return lead(sentence + ".");
}

// For a two-way region: whether its lower bound is reached at all.
std::string reach_words(const Report& report) {
  const Evaluation& evaluation = *report.evaluation;
  const auto* region = std::get_if<Region>(&evaluation.areas[evaluation.headline].where);
  if (region == nullptr || region->tpr_min <= 0) return "";
  const double fpr = fpr_at_tpr(evaluation.scores[0].curve, region->tpr_min);
  const std::string wanted = percent_text(region->tpr_min);
  return paragraph(
      fpr <= region->fpr_max
          ? fmt::format("The required {} of positives are found at an FPR of {}.", wanted, percent_text(fpr))
          : fmt::format("The required {} of positives are not found within FPR {:g}: that takes {}.", wanted,
                        region->fpr_max, percent_text(fpr)));
}

std::string ties_words(const Report& report) {
  const RocCurve& curve = report.evaluation->scores.front().curve;
  const Vertex first = curve.vertices[1];
  return lead(
      fmt::format("Too many cases share the highest score for so few false alarms: the first threshold that can "
                  "be set finds {} of the positives at {} false alarms.",
                  percent_text(first.positives / curve.totals().positives),
                  percent_text(first.negatives / curve.totals().negatives)));
}

enum class Kind { expected, guaranteed };

const AppliedThreshold* applied_at(const ReportedModel& model, double fpr, Kind kind) {
  for (const AppliedThreshold& applied : model.applied) {
    if (applied.asked_fpr == fpr && applied.confidence.has_value() == (kind == Kind::guaranteed)) return &applied;
  }
  return nullptr;
}

// Why the card has no guaranteed threshold for this rate; empty for cards that never had any.
std::string reason_at(const ReportedModel& model, double fpr) {
  for (const record::CardThreshold& at : model.card_thresholds) {
    if (at.fpr == fpr) return at.guarantee_reason;
  }
  return "";
}

std::string rates_words(const AppliedThreshold& applied) {
  return fmt::format("{} of the positives here, with false alarms among {} of the negatives",
                     percent_with_interval_html(applied.tpr, applied.tpr_ci),
                     percent_with_interval_html(applied.fpr, applied.fpr_ci));
}

std::string applied_words(const AppliedThreshold& applied, const ReportedModel& model) {
  const std::string reason = reason_at(model, applied.asked_fpr);
  return paragraph(fmt::format(
      "This uses a threshold found on these same rows. The threshold found on {} for this rate finds {}: expect "
      "that of new cases.{}{}",
      user_text(model.calibrated_on), rates_words(applied),
      model.new_rows.scored_alike() ? "" : " " + approximate_threshold_words(model.new_rows),
      reason.empty() ? "" : " The rate cannot be guaranteed: " + user_text(reason) + "."));
}

// "The threshold for this was set on the validation part with a margin, so that ..."
std::string margin_words(const Report& report, const AppliedThreshold& guaranteed) {
  const ReportedModel& model = report.models.front();
  std::string text = fmt::format(
      "The threshold was set on {} with a margin. {} On these rows it raises false alarms "
      "among {} of the negatives.",
      user_text(model.calibrated_on), guarantee_words(model) + reuse_words(model),
      percent_with_interval_html(guaranteed.fpr, guaranteed.fpr_ci));
  if (const AppliedThreshold* expected = applied_at(model, guaranteed.asked_fpr, Kind::expected)) {
    text += fmt::format(" Without the margin it finds {}.", rates_words(*expected));
  }
  return paragraph(text + (model.new_rows.scored_alike() ? "" : " " + approximate_threshold_words(model.new_rows)));
}

// Enough cases that no count in the sentence rounds to nothing.
std::int64_t telling_base(double prevalence, double missed_share) {
  std::int64_t base = 1000;
  const auto is_small = [&](double share, double least) {
    return share > 0 && share * static_cast<double>(base) < least;
  };
  while (base < 10'000'000 && (is_small(prevalence, 10) || is_small(missed_share, 0.5))) base *= 10;
  return base;
}

std::string among_words(const RocCurve& curve, double fpr, double tpr) {
  const double prevalence = curve.totals().positives / (curve.totals().positives + curve.totals().negatives);
  const std::int64_t base = telling_base(prevalence, prevalence * (1 - tpr));
  const auto whole = [&](double share) {
    return static_cast<std::int64_t>(std::llround(share * static_cast<double>(base)));
  };
  const std::int64_t positives = whole(prevalence);
  const std::int64_t hits = std::min(positives, whole(prevalence * tpr));
  const std::int64_t alarms = hits + whole((1 - prevalence) * fpr);
  return paragraph(
      fmt::format("Among {} like these ({} positive) this means about {}, {} of them right, and {} missed.",
                  counted_text(base, "case"), percent_text(prevalence), counted_text(alarms, "alarm"), count_text(hits),
                  counted_text(positives - hits, "positive")));
}

// "With the threshold for no more than 1 false alarm in 10 negatives, this model finds 81 % of the positives."
std::string promised_words(const Report& report, const OperatingEstimate& at, const AppliedThreshold& guaranteed) {
  const auto other = reference_of(report);
  std::string sentence = fmt::format(
      "With the threshold for <strong>no more than {}</strong> negatives, {} finds {} of "
      "the positives",
      false_alarm_words(at.point.fpr), name_of(report, 0),
      strong(percent_with_interval_html(guaranteed.tpr, guaranteed.tpr_ci)));
  const AppliedThreshold* theirs = other ? applied_at(report.models[*other], at.point.fpr, Kind::guaranteed) : nullptr;
  if (theirs != nullptr) {
    sentence +=
        fmt::format("; {}: {}", name_of(report, *other), percent_with_interval_html(theirs->tpr, theirs->tpr_ci));
  }
  return lead(sentence + ".") + margin_words(report, guaranteed) +
         among_words(report.evaluation->scores.front().curve, guaranteed.fpr, guaranteed.tpr) +
         (other ? same_rate_words(report, at, *other) : "");
}

// On a page about scores: the threshold to take for new cases.
std::string own_guarantee_words(const Report& report, const OperatingPoint& point) {
  const ReportedModel& model = report.models.front();
  if (!model.card_thresholds.empty()) return "";
  for (const GuaranteedThreshold& at : report.evaluation->scores.front().guaranteed) {
    if (at.promise.rate != point.fpr) continue;
    if (!at.threshold) {
      return paragraph(
          "On new cases the rate will be higher about every other time, and these rows cannot guarantee "
          "it: " +
          escaped_markup(at.reason) + ".");
    }
    return paragraph(fmt::format(
        "On new cases the rate will be higher about every other time. The threshold {:.4g} has a margin: new cases "
        "from "
        "the same source keep the rate with {:g} % confidence{}; it finds {} of the positives here, with false alarms "
        "among {} of the negatives.",
        *at.threshold, 100 * at.promise.confidence,
        at.basis == GuaranteeBasis::exact ? "" : " (approximately, since rows have weights or groups)",
        percent_text(at.realised_tpr), percent_text(at.realised_fpr)));
  }
  return "";
}

// With the threshold that will be used if there is one, else with the highest one that finds as many positives.
std::string use_words(const Report& report, const OperatingPoint& point) {
  const RocCurve& curve = report.evaluation->scores.front().curve;
  if (const AppliedThreshold* applied = applied_at(report.models.front(), point.fpr, Kind::expected)) {
    return applied_words(*applied, report.models.front()) + among_words(curve, applied->fpr, applied->tpr);
  }
  return among_words(curve, fpr_at_tpr(curve, point.tpr), point.tpr) + own_guarantee_words(report, point);
}

std::string area_words(const Evaluation& evaluation, std::size_t model) {
  const EvaluatedArea& area = evaluation.areas[evaluation.headline];
  const Estimate shown = on_shown_scale(area, evaluation.scores[model].areas[evaluation.headline]);
  return with_interval_html(shown.value, shown.ci, page_decimals(area.scale));
}

const char* scale_words(const Evaluation& evaluation) {
  const EvaluatedArea& area = evaluation.areas[evaluation.headline];
  if (evaluation.headline == 0 || area.scale == Scale::mcclish) return "0.5 is chance, 1 is perfect";
  return area.scale == Scale::raw ? "the area itself" : "1 is perfect";
}

std::string region_words(const Report& report) {
  const Evaluation& evaluation = *report.evaluation;
  std::string text = fmt::format("{} is {}", escaped_markup(area_title(evaluation.areas[evaluation.headline])),
                                 area_words(evaluation, 0));
  if (const auto other = reference_of(report)) {
    text += fmt::format("; {}: {}", name_of(report, *other), area_words(evaluation, *other));
  }
  return paragraph(fmt::format("{} ({}).", text, scale_words(evaluation)));
}

// With three models or more: which has the largest area on the same rows.
std::string best_words(const Report& report) {
  if (!has_names(report) || report.models.size() < 3) return "";
  const Evaluation& evaluation = *report.evaluation;
  std::size_t best = 0;
  const auto value = [&](std::size_t m) { return evaluation.scores[m].areas[evaluation.headline].value; };
  for (std::size_t m = 1; m < report.models.size(); ++m) {
    if (report.models[m].rows == report.models[0].rows && value(m) > value(best)) best = m;
  }
  return paragraph(fmt::format("Of the models evaluated on the same rows, {} has the largest area: {}.",
                               user_text(report.models[best].name), area_words(evaluation, best)));
}

std::string trust_words(const Report& report) {
  const ReportedModel& model = report.models.front();
  const Evaluation& evaluation = *report.evaluation;
  std::string text = fmt::format("Evaluated on {}: {}, {}. ", user_text(report.evaluated_on),
                                 counted_text(model.positives, "positive"), counted_text(model.negatives, "negative"));
  const std::string& meaning = model.endpoint.empty() ? model.positive : model.endpoint;
  if (!meaning.empty()) text += "Positive means " + user_text(meaning) + ". ";
  const bool has_interval = evaluation.scores.front().areas[0].ci.interval.has_value();
  if (has_interval) {
    text += fmt::format("Brackets hold {:g} % intervals ({}). ", 100 * evaluation.uncertainty.confidence,
                        choice_name(evaluation.uncertainty.method));
  }
  if (has_interval && std::min(model.positives, model.negatives) < kFewCases) {
    text += fmt::format("With so few {}, read the intervals rather than the figures.",
                        model.positives < kFewCases ? "positives" : "negatives");
  }
  return quiet_paragraph(text);
}

// "Looked for: outcome = 1, 57 of 500 cases here."
std::string endpoint_words(const ReportedModel& model) {
  if (model.endpoint.empty()) return "";
  return paragraph(fmt::format("Looked for: {}, {} of {} here.", strong(user_text(model.endpoint)),
                               count_text(model.positives), counted_text(model.positives + model.negatives, "case")));
}

std::string lead_words(const Report& report) {
  const Evaluation& evaluation = *report.evaluation;
  if (const auto* band = std::get_if<TprBand>(&evaluation.areas[evaluation.headline].where))
    return costs_words(report, *band);
  const OperatingEstimate* at = headline_point(evaluation, evaluation.scores.front());
  if (at == nullptr) return ties_words(report);
  if (const AppliedThreshold* promised = promised_threshold(report)) {
    return promised_words(report, *at, *promised) + reach_words(report);
  }
  return finds_words(report, *at) + use_words(report, at->point) + reach_words(report);
}

}  // namespace

const AppliedThreshold* promised_threshold(const Report& report) {
  const OperatingEstimate* at = headline_point(*report.evaluation, report.evaluation->scores.front());
  return at == nullptr ? nullptr : applied_at(report.models.front(), at->point.fpr, Kind::guaranteed);
}

std::string guarantee_words(const ReportedModel& model) {
  const auto found = std::find_if(model.applied.begin(), model.applied.end(),
                                  [](const AppliedThreshold& applied) { return applied.confidence.has_value(); });
  if (found == model.applied.end()) return "";
  const double times = 100 * *found->confidence;
  if (model.guarantee_basis == GuaranteeBasis::out_of_fold) {
    return fmt::format("It is meant to keep the rate on new cases {:g} times in 100, but nothing guarantees that.",
                       times);
  }
  return fmt::format(
      "Of 100 thresholds set in this way, {:g} or more keep their rate on new cases from the same "
      "source{}.",
      times,
      model.guarantee_basis == GuaranteeBasis::approximate ? "; approximately, since rows have weights or groups" : "");
}

std::string reuse_words(const ReportedModel& model) {
  if (model.also_chosen.empty()) return "";
  return fmt::format(" The same rows also chose {}, so that this is nearly, not strictly, true.", model.also_chosen);
}

double headline_rate(const Evaluation& evaluation) {
  const auto* region = std::get_if<Region>(&evaluation.areas[evaluation.headline].where);
  const bool bounded = evaluation.headline > 0 && region != nullptr && region->fpr_max < 1;
  return bounded ? region->fpr_max : 0.1;
}

const OperatingEstimate* headline_point(const Evaluation& evaluation, const ScoreEvaluation& score) {
  if (const OperatingEstimate* at = point_at(score, headline_rate(evaluation))) return at;
  const auto& points = score.operating_points;
  const auto first = std::find_if(points.begin(), points.end(), [](const auto& at) { return at.point.exists; });
  return first == points.end() ? nullptr : &*first;
}

std::string headline_html(const Report& report) {
  std::string html = endpoint_words(report.models.front()) + lead_words(report) + region_words(report) +
                     best_words(report) + trust_words(report);
  for (const std::string& note : report.notes) html += element("p", {{"class", "note"}}, user_text(note)) + "\n";
  return html;
}

}  // namespace pauc::report
