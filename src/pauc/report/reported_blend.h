#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pauc/metric/evaluation.h"
#include "pauc/record/candidates.h"
#include "pauc/report/agreement.h"
#include "pauc/report/applied_threshold.h"
#include "pauc/report/finished_blend.h"

namespace pauc::report {

// A run with folds on a page: one family of models, or several that were blended.
struct ReportedBlend {
  std::string method;                        // of blend.json
  std::vector<record::BlendMember> members;  // at least one
  std::vector<double> shares;                // of the sum of the weights, by member
  record::NewRows new_rows;                  // how they are scored
  std::string target_measure;                // what `adds` of the members is measured in
  // The whole first, unless it is one member alone; then the members. On the rows left out of training, and on test.
  Evaluation held_out, test;
  std::vector<AppliedThreshold> thresholds;        // found on the rows left out, applied to test
  std::optional<record::CandidateResult> refused;  // the blend that was tried, where one member alone was kept
  std::optional<MemberAgreement> agreement;        // of several members
  std::vector<record::LeftOutMember> left_out;
  std::vector<std::string> notes;

  bool has_members() const { return members.size() > 1; }
  bool is_blended() const { return has_members() && method != "single"; }
  // Several models of a member. Otherwise the rows left out are the validation part, which also chose the epochs.
  bool has_folds() const;
  // Whether rows out of fold have weights that were not fitted to them; those of earlier versions have not.
  bool cross_fitted() const;
  // What the rows left out are called: "out of fold", or "on validation".
  const char* left_out_words() const { return has_folds() ? "out of fold" : "on validation"; }
  // Columns of the evaluations.
  std::size_t column_of(std::size_t member) const { return member + (is_blended() ? 1 : 0); }
  std::size_t column_of_whole() const;
};

// `options` with a region, as the page is evaluated.
ReportedBlend reported_blend(const FinishedBlend& run, const record::ModelCard& card,
                             const std::vector<record::CandidateResult>& candidates, const EvaluationOptions& options);

}  // namespace pauc::report
