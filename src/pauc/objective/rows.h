#pragma once

#include <tuple>
#include <vector>

#include "pauc/objective/method/auc_m.h"
#include "pauc/objective/method/auc_sh.h"
#include "pauc/objective/method/aw_exp.h"
#include "pauc/objective/method/aw_poly.h"
#include "pauc/objective/method/ce.h"
#include "pauc/objective/method/hard.h"
#include "pauc/objective/method/mb.h"
#include "pauc/objective/method/p_push.h"
#include "pauc/objective/method/pauci.h"
#include "pauc/objective/method/sopa.h"
#include "pauc/objective/method/sopa_s.h"
#include "pauc/objective/method/sota.h"
#include "pauc/objective/method/sota_s.h"
#include "pauc/objective/method/staco.h"
#include "pauc/objective/method/svm_pauc.h"
#include "pauc/objective/method/top_push.h"
#include "pauc/objective/registry.h"

namespace pauc {

// Options of all methods on pairs that count with some surrogates only.
inline std::vector<OptionNeed> pair_needs() {
  return {{"margin", {{"surrogate", {"squared-hinge", "hinge", "squared"}}}},
          {"temperature", {{"surrogate", {"logistic", "sigmoid"}}}}};
}

// A row of the registry with the fields of its options.
template <class Options>
struct ObjectiveRow : ObjectiveInfo {
  ObjectiveRow(const Fields<Options>& option_fields, const char* row_name, const char* row_summary)
      : fields(option_fields) {
    name = row_name;
    summary = row_summary;
    options = describe(option_fields);
    if (has_option(*this, "surrogate")) needs = pair_needs();
  }

  void add_needs(const std::vector<OptionNeed>& own) { needs.insert(needs.end(), own.begin(), own.end()); }

  const Fields<Options>& fields;
};

inline std::vector<Law> all_laws() {
  return {Law::full_batch_is_exact, Law::value_is_objective,     Law::ignores_shifts,      Law::ignores_order,
          Law::whole_region_is_auc, Law::smallest_region_is_top, Law::rests_beyond_margin, Law::routes_agree,
          Law::needs_both_classes,  Law::averages_repeats};
}

inline ObjectiveRow<SopaOptions> sopa_row() {
  ObjectiveRow<SopaOptions> row(kSopaFields, "sopa",
                                "one-way partial AUC by a hard cut at the hardest negatives (CVaR); FPR ranges too");
  row.range = Range::optimised;
  row.add_needs({{"threshold_lr", {{"thresholds", {"own"}}}},
                 {"threshold_lr", {{"threshold_step", {"0"}}}},
                 {"threshold_step", {{"thresholds", {"own"}}}},
                 {"threshold_init", {{"thresholds", {"own"}}}}});
  row.full_batch = {{"thresholds", "shared"}};
  row.when_searched = {{"surrogate", "sigmoid"}};
  row.when_tuned = {{"surrogate", "sigmoid"}, {"thresholds", "own"}};
  row.fraction_diagnostic = "realised_fraction";
  row.remembers = Remembered::positives;
  row.laws = all_laws();
  row.forms = {{{"fpr_max", "0.3"}, {"thresholds", "own"}},
               {{"fpr_max", "0.05"}, {"thresholds", "own"}},
               {{"fpr_min", "0.1"}, {"fpr_max", "0.5"}, {"thresholds", "own"}},
               {{"fpr_max", "0.3"}},
               {{"fpr_max", "0.03"}},
               {{"fpr_min", "0.1"}, {"fpr_max", "0.47"}}};
  row.whole_region = {{{"fpr_max", "1"}}};
  row.smallest_region = {{{"fpr_max", "0.05"}}};
  return row;
}

inline ObjectiveRow<SopaSOptions> sopa_s_row() {
  ObjectiveRow<SopaSOptions> row(kSopaSFields, "sopa-s", "one-way partial AUC by soft weights on hard negatives (KL)");
  row.range = Range::refused;
  row.matched = {{"lambda", MatchedOption::Bound::fpr_max}};
  row.remembers = Remembered::positives;
  row.full_batch = {{"gamma0", "1"}};
  row.laws = all_laws();
  row.forms = {{{"gamma0", "1"}}, {{"gamma0", "1"}, {"lambda", "0.1"}}, {{"lambda", "10"}}};
  row.whole_region = {{{"lambda", "1e9"}}, 1e-7};
  row.smallest_region = {{{"lambda", "1e-3"}}, 1e-9};
  return row;
}

inline ObjectiveRow<SotaOptions> sota_row() {
  ObjectiveRow<SotaOptions> row(kSotaFields, "sota", "two-way partial AUC by hard cuts on both sides (CVaR twice)");
  row.range = Range::refused;
  row.optimiser = "proximal";
  row.optimiser_when = {{"thresholds", "own"}};
  row.add_needs({{"gamma", {{"thresholds", {"own"}}}}, {"threshold_init", {{"thresholds", {"own"}}}}});
  row.full_batch = {{"thresholds", "shared"}};
  row.when_searched = {{"surrogate", "sigmoid"}};
  row.fraction_diagnostic = "realised_fraction";
  row.remembers = Remembered::positives;
  row.laws = all_laws();
  row.forms = {{{"tpr_min", "0.6"}, {"fpr_max", "0.4"}, {"thresholds", "own"}},
               {{"tpr_min", "0.5"}, {"fpr_max", "0.5"}, {"thresholds", "own"}},
               {{"tpr_min", "0.6"}, {"fpr_max", "0.4"}},
               {{"tpr_min", "0.37"}, {"fpr_max", "0.21"}}};
  row.whole_region = {{{"fpr_max", "1"}, {"tpr_min", "0"}}};
  row.smallest_region = {{{"fpr_max", "0.05"}, {"tpr_min", "0"}}};
  return row;
}

inline ObjectiveRow<SotaSOptions> sota_s_row() {
  ObjectiveRow<SotaSOptions> row(kSotaSFields, "sota-s",
                                 "two-way partial AUC by soft weights on hard negatives and hard positives (KL twice)");
  row.range = Range::refused;
  row.matched = {{"lambda", MatchedOption::Bound::fpr_max}, {"lambda2", MatchedOption::Bound::tpr_min}};
  row.remembers = Remembered::positives;
  row.full_batch = {{"gamma0", "1"}, {"gamma1", "1"}};
  row.laws = all_laws();
  row.forms = {{{"gamma0", "1"}, {"gamma1", "1"}, {"lambda", "0.1"}, {"lambda2", "10"}}, {{"lambda2", "0.1"}}};
  row.whole_region = {{{"lambda", "1e9"}, {"lambda2", "1e9"}}, 1e-7};
  row.smallest_region = {{{"lambda", "1e-3"}, {"lambda2", "1e9"}}, 1e-6};
  return row;
}

inline ObjectiveRow<CeOptions> ce_row() {
  ObjectiveRow<CeOptions> row(kCeFields, "ce", "binary cross-entropy: the usual training, and the start of all others");
  row.takes_weights = true;
  row.pretrains = true;
  row.logistic = true;
  row.laws = {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_order, Law::routes_agree};
  return row;
}

inline ObjectiveRow<HardOptions> hard_row() {
  ObjectiveRow<HardOptions> row(kHardFields, "hard", "binary cross-entropy with more weight on the highest negatives");
  row.range = Range::refused;
  row.logistic = true;
  row.laws = {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_order, Law::routes_agree};
  row.forms = {{{"fpr_max", "0.1"}},
               {{"fpr_max", "0.03"}, {"hard_weight", "10"}},
               {{"fpr_max", "0.37"}, {"hard_share", "0.5"}},
               {{"fpr_max", "0.6"}}};
  return row;
}

inline ObjectiveRow<AucShOptions> auc_sh_row() {
  ObjectiveRow<AucShOptions> row(kAucShFields, "auc-sh", "the whole AUC by the mean loss over all pairs");
  row.laws = {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_shifts,    Law::ignores_order,
              Law::rests_beyond_margin, Law::routes_agree,       Law::needs_both_classes};
  return row;
}

inline ObjectiveRow<AucMOptions> auc_m_row() {
  ObjectiveRow<AucMOptions> row(kAucMFields, "auc-m", "the whole AUC by the min-max margin loss");
  row.optimiser = "pesg";
  row.laws = {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_order, Law::routes_agree,
              Law::needs_both_classes};
  return row;
}

inline ObjectiveRow<PPushOptions> p_push_row() {
  ObjectiveRow<PPushOptions> row(kPPushFields, "p-push",
                                 "pushes the highest negatives down by a power of their mean loss");
  row.remembers = Remembered::negatives;
  row.full_batch = {{"gamma0", "1"}};
  row.laws = {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_shifts,     Law::ignores_order,
              Law::rests_beyond_margin, Law::routes_agree,       Law::needs_both_classes, Law::averages_repeats};
  row.forms = {{{"power", "2"}}, {{"power", "4"}}, {{"power", "6"}, {"gamma0", "1"}}};
  return row;
}

inline ObjectiveRow<TopPushOptions> top_push_row() {
  ObjectiveRow<TopPushOptions> row(kTopPushFields, "top-push",
                                   "positives above the highest of the recent negatives (the infinite push)");
  row.when_searched = {{"surrogate", "sigmoid"}};
  row.remembers = Remembered::negatives;
  row.laws = {Law::full_batch_is_exact,    Law::value_is_objective,  Law::ignores_shifts, Law::ignores_order,
              Law::smallest_region_is_top, Law::rests_beyond_margin, Law::routes_agree,   Law::needs_both_classes};
  return row;
}

inline ObjectiveRow<MbOptions> mb_row() {
  ObjectiveRow<MbOptions> row(kMbFields, "mb", "partial AUC of each batch by itself, one-way or two-way");
  row.range = Range::refused;
  row.add_needs({{"bottom_positives", {{"tpr_min", {}}}}});
  row.laws = {Law::full_batch_is_exact, Law::value_is_objective,  Law::ignores_shifts,
              Law::ignores_order,       Law::whole_region_is_auc, Law::smallest_region_is_top,
              Law::rests_beyond_margin, Law::routes_agree,        Law::needs_both_classes};
  row.forms = {{{"top_negatives", "0.3"}},
               {{"top_negatives", "0.33"}, {"bottom_positives", "0.45"}, {"tpr_min", "0.5"}},
               {{"top_negatives", "0.01"}}};
  row.whole_region = {{{"top_negatives", "1"}}};
  row.smallest_region = {{{"top_negatives", "0.05"}}};
  return row;
}

inline ObjectiveRow<AwPolyOptions> aw_poly_row() {
  ObjectiveRow<AwPolyOptions> row(kAwPolyFields, "aw-poly",
                                  "partial AUC by polynomial weights on both classes, one-way or two-way");
  row.range = Range::refused;
  row.laws = {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_order,
              Law::rests_beyond_margin, Law::routes_agree,       Law::needs_both_classes};
  row.forms = {{{"gamma", "34"}}, {{"gamma", "11"}, {"tpr_min", "0.5"}}, {{"gamma", "101"}, {"tpr_min", "0.5"}}};
  return row;
}

inline ObjectiveRow<StacoOptions> staco_row() {
  ObjectiveRow<StacoOptions> row(kStacoFields, "staco",
                                 "two-way partial AUC by hard cuts on both sides (CVaR twice), in a single loop");
  row.range = Range::refused;
  // One-way, all weights stay 1 and the level stays at its start, unless that is above some costs.
  row.add_needs({{"weight_step", {{"tpr_min", {}}, {"threshold_start", {"one"}}}},
                 {"level_step", {{"tpr_min", {}}, {"threshold_start", {"one"}}}},
                 {"threshold_lr", {{"tpr_min", {}}, {"threshold_start", {"one"}}, {"threshold_step", {"0"}}}},
                 {"threshold_lr", {{"weight_step", {"0"}}, {"threshold_step", {"0"}}, {"level_step", {"0"}}}}});
  row.against_search = "its own variables need many steps";
  row.fraction_diagnostic = "realised_fraction";
  row.remembers = Remembered::positives;
  row.laws = all_laws();
  row.forms = {{{"tpr_min", "0.6"}, {"fpr_max", "0.4"}},
               {{"tpr_min", "0.5"}, {"fpr_max", "0.5"}},
               {{"tpr_min", "0.5"}, {"weight_step", "0.3"}, {"threshold_step", "0.2"}, {"level_step", "0.1"}}};
  row.whole_region = {{{"fpr_max", "1"}, {"tpr_min", "0"}}};
  row.smallest_region = {{{"fpr_max", "0.05"}, {"tpr_min", "0"}}};
  return row;
}

inline ObjectiveRow<PauciOptions> pauci_row() {
  ObjectiveRow<PauciOptions> row(kPauciFields, "pauci",
                                 "partial AUC example by example by a min-max problem, one-way or two-way");
  row.range = Range::refused;
  row.against_search = "its own variables need many steps";
  row.laws = {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_order, Law::routes_agree,
              Law::needs_both_classes};
  row.forms = {{{"fpr_max", "0.3"}},
               {{"fpr_max", "0.05"}, {"sharpness", "10"}},
               {{"fpr_max", "0.4"}, {"tpr_min", "0.6"}, {"sharpness", "2"}}};
  return row;
}

inline ObjectiveRow<AwExpOptions> aw_exp_row() {
  ObjectiveRow<AwExpOptions> row(kAwExpFields, "aw-exp",
                                 "partial AUC by exponential weights on both classes, one-way or two-way");
  row.range = Range::refused;
  row.against_search = "its weights vanish as the intercept falls";
  row.laws = {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_order,
              Law::rests_beyond_margin, Law::routes_agree,       Law::needs_both_classes};
  row.forms = {{{"gamma", "10"}}, {{"gamma", "8"}, {"tpr_min", "0.5"}}, {{"gamma", "30"}, {"tpr_min", "0.5"}}};
  return row;
}

inline ObjectiveRow<SvmPaucOptions> svm_pauc_row() {
  ObjectiveRow<SvmPaucOptions> row(kSvmPaucFields, "svm-pauc",
                                   "one-way partial AUC by the structured hinge of a support vector machine; FPR "
                                   "ranges too");
  row.range = Range::optimised;
  row.laws = {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_shifts,
              Law::ignores_order,       Law::routes_agree,       Law::needs_both_classes};
  row.forms = {{{"fpr_max", "0.3"}},
               {{"fpr_max", "0.03"}},
               {{"fpr_min", "0.1"}, {"fpr_max", "0.5"}},
               {{"fpr_min", "0.37"}, {"fpr_max", "0.61"}}};
  return row;
}

// One row per method: `pauc list`, parsing, make_objective and the contract tests follow from it.
inline const auto& objective_rows() {
  static const auto kRows = std::make_tuple(sopa_row(), sopa_s_row(), sota_row(), sota_s_row(), ce_row(), hard_row(),
                                            auc_sh_row(), auc_m_row(), p_push_row(), top_push_row(), mb_row(),
                                            aw_poly_row(), aw_exp_row(), staco_row(), pauci_row(), svm_pauc_row());
  return kRows;
}

}  // namespace pauc
