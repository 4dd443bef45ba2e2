#include "pauc/trainer/run/blend_choice.h"

#include <algorithm>
#include <numeric>

#include "pauc/core/deviation.h"
#include "pauc/core/error.h"
#include "pauc/metric/blend_weights.h"
#include "pauc/metric/cross_fitted.h"
#include "pauc/metric/member_additions.h"
#include "pauc/metric/platt.h"
#include "pauc/trainer/run/results.h"

namespace pauc {

namespace {

constexpr const char* kBlend = "blend";

using Logits = std::vector<std::vector<double>>;  // by member and row

std::vector<double> logits_of(const record::BlendMember& member, std::vector<double> scores) {
  for (double& score : scores) score = member.slope * score + member.offset;
  return scores;
}

Logits logits_of(const record::Blend& blend, const std::vector<MemberScores>& members,
                 std::vector<double> MemberScores::*part) {
  Logits logits;
  for (std::size_t k = 0; k < members.size(); ++k) logits.push_back(logits_of(blend.members[k], members[k].*part));
  return logits;
}

// Mean 0 and deviation 1 on the rows left out.
Platt standardised(const std::vector<double>& scores) {
  const double deviation = deviation_of(scores);
  const double slope = deviation > 0 ? 1 / deviation : 1;
  const double mean = std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
  return {slope, -slope * mean};
}

// How the raw scores of each member become logits. A member by itself keeps its scores.
std::vector<Platt> calibrated(const std::vector<MemberScores>& members, const record::ScoredPart& rows) {
  if (members.size() == 1) return {Platt()};
  std::vector<Platt> scales;
  for (const MemberScores& member : members) {
    scales.push_back(fit_platt({rows.labels, member.held_out, rows.weights}));
  }
  return scales;
}

// A member that ranks the rows left out backwards, or not at all, has a slope of 0.
bool says_something(const Platt& scale) { return scale.slope > 0; }

std::string useless_text(const MemberScores& member) {
  return joined(member.name, " ranks the rows left out no better than chance and has no weight",
                member.folds == 0 ? "; do its higher scores mean the other class?" : "");
}

Region region_of(const EvaluationOptions& evaluation) {
  return {evaluation.fpr_min.value_or(0), evaluation.fpr_max.value_or(1), evaluation.tpr_min.value_or(0)};
}

// Selecting by the few negatives of a narrower region costs more than it finds.
Region greedy_region(const EvaluationOptions& evaluation) {
  constexpr double kNarrowest = 0.05;
  Region region = region_of(evaluation);
  region.fpr_max = std::max(region.fpr_max, kNarrowest);
  return region;
}

BlendWeights fitted_weights(const MemberLogits& members, BlendMethod method, const EvaluationOptions& evaluation) {
  switch (method) {
    case BlendMethod::stack:
      return stacked_weights(members);
    case BlendMethod::greedy:
      return greedy_weights(members, greedy_region(evaluation));
    case BlendMethod::equal:
      break;
  }
  const std::size_t count = members.logits.size();
  return {std::vector<double>(count, 1 / static_cast<double>(count)), 0};
}

bool is_constant(const std::vector<double>& logits) {
  return std::all_of(logits.begin(), logits.end(), [&](double logit) { return logit == logits.front(); });
}

// Members that say nothing have no weight.
BlendWeights weights_of(const MemberLogits& members, BlendMethod method, const EvaluationOptions& evaluation) {
  MemberLogits telling{{}, members.labels, members.weights};
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < members.logits.size(); ++k) {
    if (is_constant(members.logits[k])) continue;
    telling.logits.push_back(members.logits[k]);
    places.push_back(k);
  }
  if (places.size() == members.logits.size() || places.empty()) return fitted_weights(members, method, evaluation);
  const BlendWeights fitted = fitted_weights(telling, method, evaluation);
  BlendWeights weights{std::vector<double>(members.logits.size(), 0), fitted.intercept};
  for (std::size_t k = 0; k < places.size(); ++k) weights.weights[places[k]] = fitted.weights[k];
  return weights;
}

CrossFitted fitted_blend(const MemberLogits& members, const std::vector<std::int64_t>& folds, BlendMethod method,
                         const EvaluationOptions& evaluation) {
  return cross_fitted(members, folds, [&](const MemberLogits& some) { return weights_of(some, method, evaluation); });
}

TrainedCandidate candidate_of(const std::string& name, std::vector<double> scores, record::ScoredPart rows,
                              const EvaluationOptions& evaluation) {
  rows.scores = std::move(scores);
  return {name, name, 0, headline_of(record::evaluate_part(rows, evaluation)), ""};
}

bool is_clearly_better(const std::vector<double>& scores, const std::vector<double>& than,
                       const record::ScoredPart& rows, const EvaluationOptions& evaluation) {
  ScoredRows both = record::rows_of(rows);
  both.names = {"scores", "than"};
  both.columns = {scores, than};
  const Evaluation evaluated = evaluate(std::move(both), evaluation);
  const ComparedPair& pair = evaluated.comparisons.front().pairs.front();
  return pair.ci.interval && pair.ci.interval->lower > 0;
}

// The member that is best by itself, of those that say something.
std::size_t best_of(const std::vector<TrainedCandidate>& members, const std::vector<Platt>& scales) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < members.size(); ++k) {
    const bool tells_more = says_something(scales[k]) && !says_something(scales[best]);
    const bool tells_as_much = says_something(scales[k]) == says_something(scales[best]);
    if (tells_more || (tells_as_much && members[k].valid.value > members[best].valid.value)) best = k;
  }
  return best;
}

BlendWeights alone(std::size_t member, std::size_t members) {
  BlendWeights weights;
  weights.weights.assign(members, 0);
  weights.weights[member] = 1;
  return weights;
}

// What each member adds to the blend that was tried, whether it is kept or not.
void note_additions(const Logits& logits, const record::ScoredPart& rows, BlendMethod method,
                    const EvaluationOptions& evaluation, record::Blend& blend) {
  ScoredRows columns = record::rows_of(rows);
  columns.columns = logits;
  for (const record::BlendMember& member : blend.members) columns.names.push_back(member.name);
  const auto scores_of = [&](const MemberLogits& members) {
    return fitted_blend(members, rows.folds, method, evaluation).scores;
  };
  const auto additions = member_additions(columns, region_of(evaluation), evaluation.uncertainty, scores_of);
  for (std::size_t k = 0; k < additions.size(); ++k) {
    blend.members[k].adds = additions[k].value;
    blend.members[k].adds_ci = additions[k].ci.interval;
  }
}

}  // namespace

BlendChoice choose_blend(const std::vector<MemberScores>& members, const record::ScoredPart& rows, BlendMethod method,
                         const EvaluationOptions& evaluation) {
  BlendChoice choice;
  std::vector<Platt> scales = calibrated(members, rows);
  const bool says_nothing = std::none_of(scales.begin(), scales.end(), says_something);
  if (says_nothing) method = BlendMethod::equal;  // then their plain average is as good as any other
  for (std::size_t k = 0; method == BlendMethod::equal && members.size() > 1 && k < members.size(); ++k) {
    if (says_nothing || says_something(scales[k])) scales[k] = standardised(members[k].held_out);
  }
  if (says_nothing) {
    choice.blend.notes.emplace_back(
        "no member ranks the rows left out better than chance; the blend is their plain average");
  }
  for (std::size_t k = 0; k < members.size(); ++k) {
    const MemberScores& member = members[k];
    choice.blend.members.push_back(
        {member.name, 0, scales[k].slope, scales[k].shift, member.folds, member.probabilities, {}, {}});
    if (member.probabilities) choice.blend.members.back().least_probability = member.least_probability;
    if (!says_something(scales[k])) choice.blend.notes.push_back(useless_text(member));
  }
  const Logits logits = logits_of(choice.blend, members, &MemberScores::held_out);
  for (const MemberScores& member : members) {
    choice.candidates.push_back(candidate_of(member.name, member.held_out, rows, evaluation));
  }
  const std::size_t best = best_of(choice.candidates, scales);
  CrossFitted fitted = fitted_blend({logits, rows.labels, rows.weights}, rows.folds, method, evaluation);
  note_additions(logits, rows, method, evaluation, choice.blend);
  bool keeps_blend = members.size() > 1;
  if (keeps_blend) {
    choice.candidates.push_back(candidate_of(kBlend, fitted.scores, rows, evaluation));
    keeps_blend = !is_clearly_better(logits[best], fitted.scores, rows, evaluation);
  }
  choice.kept = keeps_blend ? members.size() : best;
  choice.blend.method = keeps_blend ? choice_name(method) : "single";
  if (!keeps_blend) fitted = {alone(best, members.size()), {}, logits[best]};
  const BlendWeights& weights = fitted.weights;
  choice.held_out = fitted.scores;
  choice.blend.intercept = weights.intercept;
  for (std::size_t k = 0; k < members.size(); ++k) {
    choice.blend.members[k].weight = weights.weights[k];
    for (const auto& [fold, of_fold] : fitted.of_folds) {
      choice.blend.members[k].fold_weights.push_back(of_fold.weights[k]);
    }
  }
  choice.member_held_out = logits;
  choice.member_of_test = logits_of(choice.blend, members, &MemberScores::of_test);
  choice.of_trained = blended(weights, logits_of(choice.blend, members, &MemberScores::of_trained));
  choice.of_test = blended(weights, choice.member_of_test);
  return choice;
}

}  // namespace pauc
