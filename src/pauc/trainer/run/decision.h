#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pauc/metric/interval/guarantee.h"

namespace pauc {

namespace record {
struct ModelCard;
struct RunPaths;
}  // namespace record

/// Rates that decisions should keep on new cases.
struct WantedRates {
  std::optional<double> at_fpr;     ///< false-positive rate of at most this
  std::optional<double> at_tpr;     ///< true-positive rate of at least this
  std::optional<double> guarantee;  ///< confidence with which new cases keep them; none: as on the held-out rows

  /// Whether a rate is asked for.
  bool any() const { return at_fpr || at_tpr; }
};

/// A threshold for one rate, and what it does on the rows where it was found.
struct WantedThreshold {
  PromisedRate kind = PromisedRate::fpr;         ///< which rate
  double rate = 0;                               ///< as asked for
  std::optional<double> confidence;              ///< none: the expected rate
  double threshold = 0;                          ///< a case is positive if its score reaches it
  double realised_fpr = 0;                       ///< on the held-out rows
  double realised_tpr = 0;                       ///< likewise
  GuaranteeBasis basis = GuaranteeBasis::exact;  ///< what the guarantee is worth
  bool rows_chose_model = false;                 ///< the held-out rows also chose the epoch: it is nearly that
};

/// What a threshold that was given does on the held-out rows.
struct HeldOutRates {
  double fpr = 0;  ///< share of their negatives that are called positive
  double tpr = 0;  ///< likewise of their positives
};

/// How scores become decisions.
///
/// With one rate there is one threshold. With both, each promise is kept with half the doubt, (1 - guarantee)/2. If one
/// threshold can keep both rates, the one for the FPR is used, which finds more positives. Otherwise scores from the
/// threshold of the TPR up to that of the FPR are unsure: below, at most 1 - at_tpr of the positives are missed; above,
/// at most at_fpr of the negatives raise an alarm.
struct DecisionRule {
  double negative_below = 0;                ///< smaller scores are negative
  double positive_from = 0;                 ///< larger or equal scores are positive
  std::vector<WantedThreshold> thresholds;  ///< one per rate; none if a threshold was given
  std::vector<std::string> notes;           ///< what to expect, in sentences
  std::optional<HeldOutRates> given;        ///< of a threshold that was given; none: there are no held-out scores

  /// "1", "0" or "unsure".
  const char* decision(double score) const {
    return score >= positive_from ? "1" : score < negative_below ? "0" : "unsure";
  }
};

// Finds thresholds on the held-out scores of the run, or of its last calibration. A rate of the card without a
// guarantee needs the card alone.
DecisionRule decision_rule(const WantedRates& wanted, const record::RunPaths& paths, const record::ModelCard& card);

// Decides by a given threshold. Its rates are those on the held-out scores, if they are there.
DecisionRule given_rule(double threshold, const record::RunPaths& paths, const record::ModelCard& card);

}  // namespace pauc
