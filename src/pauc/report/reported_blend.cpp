#include "pauc/report/reported_blend.h"

#include <algorithm>
#include <utility>

#include "pauc/metric/names.h"
#include "pauc/report/page/headline.h"

namespace pauc::report {

namespace {

constexpr const char* kWhole = "blend";

Evaluation evaluated(const record::ScoredPart& whole, const record::MemberScores& members, bool with_whole,
                     const EvaluationOptions& options) {
  ScoredRows rows = record::rows_of(whole);
  if (with_whole) {
    rows.names.emplace_back(kWhole);
    rows.columns.push_back(whole.scores);
  }
  rows.names.insert(rows.names.end(), members.names.begin(), members.names.end());
  rows.columns.insert(rows.columns.end(), members.logits.begin(), members.logits.end());
  return evaluate(std::move(rows), options);
}

// Divided by the largest first: a sum of very large weights is not finite.
std::vector<double> shares_of(const std::vector<record::BlendMember>& members) {
  double largest = 0;
  for (const record::BlendMember& member : members) largest = std::max(largest, member.weight);
  double sum = 0;
  for (const record::BlendMember& member : members) sum += member.weight / largest;
  std::vector<double> shares;
  for (const record::BlendMember& member : members) shares.push_back(member.weight / largest / sum);
  return shares;
}

std::optional<record::CandidateResult> refused_blend(const std::vector<record::CandidateResult>& candidates) {
  const auto found = std::find_if(candidates.begin(), candidates.end(), [](const record::CandidateResult& candidate) {
    return candidate.name == kWhole && !candidate.kept;
  });
  if (found == candidates.end()) return std::nullopt;
  return *found;
}

}  // namespace

bool ReportedBlend::has_folds() const {
  return std::any_of(members.begin(), members.end(),
                     [](const record::BlendMember& member) { return member.folds > 1; });
}

bool ReportedBlend::cross_fitted() const {
  return std::any_of(members.begin(), members.end(),
                     [](const record::BlendMember& member) { return !member.fold_weights.empty(); });
}

std::size_t ReportedBlend::column_of_whole() const {
  if (is_blended()) return 0;
  const auto kept = std::max_element(shares.begin(), shares.end());
  return static_cast<std::size_t>(kept - shares.begin());
}

ReportedBlend reported_blend(const FinishedBlend& run, const record::ModelCard& card,
                             const std::vector<record::CandidateResult>& candidates, const EvaluationOptions& options) {
  ReportedBlend blend;
  blend.method = run.blend.method;
  blend.members = run.blend.members;
  blend.shares = shares_of(run.blend.members);
  blend.new_rows = record::new_rows_of(run.blend);
  blend.left_out = run.blend.left_out;
  blend.notes = run.blend.notes;
  blend.target_measure = title_with_scale(headline_area(card.target));
  blend.held_out = evaluated(run.held_out, run.members_held_out, blend.is_blended(), options);
  EvaluationOptions without_bands = options;
  without_bands.band_points = 0;
  blend.test = evaluated(run.test, run.members_test, blend.is_blended(), without_bands);
  const bool exact =
      run.test.weights.empty() && run.test.groups.empty() && options.uncertainty.method != IntervalMethod::none;
  blend.thresholds =
      applied_thresholds(card, roc_curve({run.test.labels, run.test.scores, run.test.weights}),
                         exact ? RateIntervals::exact : RateIntervals::none, options.uncertainty.confidence);
  if (blend.has_members() && !blend.is_blended()) blend.refused = refused_blend(candidates);
  if (blend.has_members()) blend.agreement = agreement_of(run, headline_rate(blend.held_out));
  return blend;
}

}  // namespace pauc::report
