#pragma once

#include <tuple>
#include <vector>

#include "pauc/objective/method/auc_m.h"
#include "pauc/objective/method/auc_sh.h"
#include "pauc/objective/method/aw_poly.h"
#include "pauc/objective/method/ce.h"
#include "pauc/objective/method/mb.h"
#include "pauc/objective/method/p_push.h"
#include "pauc/objective/method/sopa.h"
#include "pauc/objective/method/sopa_s.h"
#include "pauc/objective/method/sota.h"
#include "pauc/objective/method/sota_s.h"
#include "pauc/objective/registry.h"

namespace pauc {

template <class OptionsOfMethod>
struct ObjectiveRow {
  using Options = OptionsOfMethod;
  const char* name = "";
  const char* summary = "";
  const Fields<Options>& fields;
  Range range = Range::no_region;
  const char* optimiser = "";  // the only one that it goes with; empty: any
  std::vector<Law> laws;
};

// One row a method: how it is listed, parsed, made and tested follows from it.
inline auto objective_rows() {
  return std::make_tuple(
      ObjectiveRow<SopaOptions>{
          "sopa",
          "one-way partial AUC by a hard cut at each positive's hardest negatives (CVaR); FPR ranges too",
          kSopaFields,
          Range::optimised,
          "",
          {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_shifts, Law::ignores_order,
           Law::whole_region_is_auc, Law::smallest_region_is_top, Law::rests_beyond_margin, Law::routes_agree,
           Law::needs_both_classes, Law::averages_repeats}},
      ObjectiveRow<SopaSOptions>{
          "sopa-s",
          "one-way partial AUC by soft weights on hard negatives (KL)",
          kSopaSFields,
          Range::refused,
          "",
          {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_shifts, Law::ignores_order,
           Law::whole_region_is_auc, Law::smallest_region_is_top, Law::rests_beyond_margin, Law::routes_agree,
           Law::needs_both_classes, Law::averages_repeats}},
      ObjectiveRow<SotaOptions>{
          "sota",
          "two-way partial AUC by hard cuts on both sides (CVaR twice), stagewise primal-dual",
          kSotaFields,
          Range::refused,
          "proximal",
          {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_shifts, Law::ignores_order,
           Law::whole_region_is_auc, Law::smallest_region_is_top, Law::rests_beyond_margin, Law::routes_agree,
           Law::needs_both_classes, Law::averages_repeats}},
      ObjectiveRow<SotaSOptions>{
          "sota-s",
          "two-way partial AUC by soft weights on hard negatives and hard positives (KL twice)",
          kSotaSFields,
          Range::refused,
          "",
          {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_shifts, Law::ignores_order,
           Law::whole_region_is_auc, Law::smallest_region_is_top, Law::rests_beyond_margin, Law::routes_agree,
           Law::needs_both_classes, Law::averages_repeats}},
      ObjectiveRow<CeOptions>{
          "ce",
          "binary cross-entropy: the usual training, and the start of all others",
          kCeFields,
          Range::no_region,
          "",
          {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_order, Law::routes_agree}},
      ObjectiveRow<AucShOptions>{
          "auc-sh",
          "the whole AUC by the mean loss over all pairs",
          kAucShFields,
          Range::no_region,
          "",
          {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_shifts, Law::ignores_order,
           Law::rests_beyond_margin, Law::routes_agree, Law::needs_both_classes}},
      ObjectiveRow<AucMOptions>{"auc-m",
                                "the whole AUC by the min-max margin loss",
                                kAucMFields,
                                Range::no_region,
                                "pesg",
                                {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_order,
                                 Law::routes_agree, Law::needs_both_classes}},
      ObjectiveRow<PPushOptions>{
          "p-push",
          "pushes the highest negatives down by a power of their mean loss",
          kPPushFields,
          Range::no_region,
          "",
          {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_shifts, Law::ignores_order,
           Law::rests_beyond_margin, Law::routes_agree, Law::needs_both_classes, Law::averages_repeats}},
      ObjectiveRow<MbOptions>{"mb",
                              "partial AUC of each batch by itself, one-way or two-way",
                              kMbFields,
                              Range::refused,
                              "",
                              {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_shifts,
                               Law::ignores_order, Law::whole_region_is_auc, Law::smallest_region_is_top,
                               Law::rests_beyond_margin, Law::routes_agree, Law::needs_both_classes}},
      ObjectiveRow<AwPolyOptions>{"aw-poly",
                                  "partial AUC by polynomial weights on both classes, one-way or two-way",
                                  kAwPolyFields,
                                  Range::refused,
                                  "",
                                  {Law::full_batch_is_exact, Law::value_is_objective, Law::ignores_order,
                                   Law::rests_beyond_margin, Law::routes_agree, Law::needs_both_classes}});
}

}  // namespace pauc
