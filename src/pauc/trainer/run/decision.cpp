#include "pauc/trainer/run/decision.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/metric/roc.h"
#include "pauc/record/calibration.h"

namespace pauc {

namespace {

const char* option_of(PromisedRate kind) { return kind == PromisedRate::fpr ? "at_fpr" : "at_tpr"; }

void check_rates(const WantedRates& wanted) {
  require_usage(!wanted.guarantee || wanted.any(), "guarantee: expected --at-fpr or --at-tpr with it, got neither");
  const double confidence = wanted.guarantee.value_or(0.5);
  const bool all_may_pass = wanted.at_fpr && *wanted.at_fpr == 1;
  require_usage(!all_may_pass || !wanted.guarantee,
                "guarantee: expected a rate below 1 with it, got at_fpr 1, which every threshold keeps");
  if (wanted.at_fpr && !all_may_pass) check({PromisedRate::fpr, *wanted.at_fpr, confidence}, "at_fpr", "guarantee");
  if (wanted.at_tpr) check({PromisedRate::tpr, *wanted.at_tpr, confidence}, "at_tpr", "guarantee");
}

std::optional<WantedThreshold> in_card(const record::ModelCard& card, const Promise& promise, bool guaranteed) {
  if (guaranteed || promise.kind == PromisedRate::tpr) return std::nullopt;
  for (const record::CardThreshold& at : card.thresholds) {
    if (at.fpr != promise.rate) continue;
    return WantedThreshold{promise.kind, at.fpr, {}, at.threshold, at.realised_fpr, at.tpr, card.guarantee_basis};
  }
  return std::nullopt;
}

// The held-out rows of a run, read when a threshold needs them.
class HeldOut {
 public:
  HeldOut(const record::RunPaths& paths, const record::ModelCard& card) : paths_(paths), card_(card) {}

  // Nothing if there are no held-out scores.
  std::optional<HeldOutRates> given(double threshold) {
    if (!is_there(file())) return std::nullopt;
    read();
    const RocCurve curve = roc_curve(rows_.cases(0));
    const Vertex at = curve.vertices[vertex_at(curve, threshold)];
    return HeldOutRates{at.negatives / curve.totals().negatives, at.positives / curve.totals().positives};
  }

  WantedThreshold expected(const Promise& promise) {
    read_for(promise);
    const RocCurve curve = roc_curve(rows_.cases(0));
    if (promise.kind == PromisedRate::tpr) {
      const TprPoint at = tpr_point(curve, promise.rate);
      return {promise.kind, promise.rate, {}, at.threshold, at.realised_fpr, at.realised_tpr, card_.guarantee_basis};
    }
    const OperatingPoint at = operating_point(curve, promise.rate);
    require_usage(at.exists, "at_fpr: no threshold lets through so few of the negatives in ", file(), ", got ",
                  promise.rate);
    return {promise.kind, promise.rate, {}, at.threshold, at.realised_fpr, at.tpr, card_.guarantee_basis};
  }

  WantedThreshold guaranteed(const Promise& promise) {
    read_for(promise);
    const GuaranteedThreshold at = guaranteed_threshold(rows_, promise);
    require_usage(at.threshold.has_value(), option_of(promise.kind), ": ", at.reason, " in ", file());
    const bool averaged = card_.guarantee_basis == GuaranteeBasis::out_of_fold;
    return {promise.kind,
            promise.rate,
            promise.confidence,
            *at.threshold,
            at.realised_fpr,
            at.realised_tpr,
            averaged ? card_.guarantee_basis : at.basis};
  }

 private:
  std::string file() const { return record::calibration_rows_path(paths_, card_); }

  void read_for(const Promise& promise) {
    if (rows_.columns.empty() && !is_there(file())) {
      fail(Fault::no_input, option_of(promise.kind), ": expected ", file(),
           ", on whose scores the threshold is found, got no such file");
    }
    read();
  }

  void read() {
    if (!rows_.columns.empty()) return;
    const record::ScoredPart part = record::read_calibration_rows(paths_, card_);
    rows_ = record::rows_of(part);
    rows_.names = {"score"};
    rows_.columns = {part.scores};
  }

  const record::RunPaths& paths_;
  const record::ModelCard& card_;
  ScoredRows rows_;
};

// As it was asked for.
std::string percent(double share) { return joined(std::round(1e6 * share) / 1e4, " %"); }
// As it was counted: more digits than this say nothing.
std::string rounded_percent(double share) { return joined(std::round(1e3 * share) / 10, " %"); }

// What the guarantee is worth.
std::string basis_words(const WantedThreshold& at) {
  if (at.basis == GuaranteeBasis::out_of_fold) {
    return "; approximate, not guaranteed: the held-out rows were scored by other models than new rows will be";
  }
  return joined(at.basis == GuaranteeBasis::approximate ? "; approximate, by the effective number of cases" : "",
                at.rows_chose_model ? "; nearly: the same rows chose the epoch" : "");
}

// The rows whose scores thresholds are found on.
std::string held_out_words(const record::ModelCard& card) {
  return card.calibration ? "on " + card.calibration->file.name : std::string("on the held-out rows of the run");
}

std::string rates_words(const std::string& where, double fpr, double tpr) {
  return joined(where, " it was ", rounded_percent(fpr), " of the negatives and ", rounded_percent(tpr),
                " of the positives");
}

std::string words(const WantedThreshold& at, const std::string& where) {
  const std::string bounded =
      joined(percent(at.rate), " of the ", at.kind == PromisedRate::fpr ? "negatives" : "positives",
             " among new cases are called positive");
  const std::string promise =
      at.confidence ? joined("with ", percent(*at.confidence), " confidence ",
                             at.kind == PromisedRate::fpr ? "at most " : "at least ", bounded, basis_words(at))
                    : joined("about ", bounded, ", without a guarantee");
  return joined("score >= ", at.threshold, ": ", promise, "; ", rates_words(where, at.realised_fpr, at.realised_tpr));
}

std::string words_on_both(const DecisionRule& rule) {
  if (rule.negative_below == rule.positive_from) {
    return joined("one threshold keeps both rates: ", rule.positive_from);
  }
  return joined("no threshold keeps both rates: scores from ", rule.negative_below, " to below ", rule.positive_from,
                " are unsure");
}

}  // namespace

DecisionRule decision_rule(const WantedRates& wanted, const record::RunPaths& paths, const record::ModelCard& card) {
  check_rates(wanted);
  HeldOut held_out(paths, card);
  DecisionRule rule;
  const bool both = wanted.at_fpr && wanted.at_tpr;
  const double confidence = wanted.guarantee ? (both ? (1 + *wanted.guarantee) / 2 : *wanted.guarantee) : 0;
  const std::string where = held_out_words(card);
  // Validation rows chose the epoch; fresh rows of a calibration chose nothing.
  const bool chose_model = !card.calibration;
  const auto add = [&](const Promise& promise) {
    const auto known = in_card(card, promise, wanted.guarantee.has_value());
    rule.thresholds.push_back(known              ? *known
                              : wanted.guarantee ? held_out.guaranteed(promise)
                                                 : held_out.expected(promise));
    rule.thresholds.back().rows_chose_model = chose_model;
    rule.notes.push_back(words(rule.thresholds.back(), where));
  };
  if (wanted.at_fpr) add({PromisedRate::fpr, *wanted.at_fpr, confidence});
  if (wanted.at_tpr) add({PromisedRate::tpr, *wanted.at_tpr, confidence});
  rule.positive_from = rule.thresholds.front().threshold;
  rule.negative_below = std::min(rule.positive_from, rule.thresholds.back().threshold);
  if (both) rule.notes.push_back(words_on_both(rule));
  return rule;
}

DecisionRule given_rule(double threshold, const record::RunPaths& paths, const record::ModelCard& card) {
  require_usage(std::isfinite(threshold), "threshold: expected a finite score, got ", threshold);
  DecisionRule rule;
  rule.negative_below = rule.positive_from = threshold;
  rule.given = HeldOut(paths, card).given(threshold);
  const std::string what = joined("score >= ", threshold, " is called positive; ");
  rule.notes.push_back(rule.given ? joined(what, rates_words(held_out_words(card), rule.given->fpr, rule.given->tpr))
                                  : joined(what, "what to expect is unknown: the run has no held-out scores"));
  return rule;
}

}  // namespace pauc
