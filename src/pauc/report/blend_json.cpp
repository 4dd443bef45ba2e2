#include "pauc/report/blend_json.h"

#include <nlohmann/json.hpp>

#include "pauc/record/interval_json.h"

namespace pauc::report {

namespace {

using Json = nlohmann::ordered_json;
using record::interval_json;

Json number_or_null(const std::optional<double>& number) { return number ? Json(*number) : Json(); }

Json area_json(const Evaluation& evaluation, std::size_t column) {
  const EvaluatedArea& area = evaluation.areas[evaluation.headline];
  const Estimate shown = on_shown_scale(area, evaluation.scores[column].areas[evaluation.headline]);
  return {{"value", shown.value}, {"ci", interval_json(shown.ci.interval)}};
}

Json members_json(const ReportedBlend& blend) {
  Json members = Json::array();
  for (std::size_t m = 0; m < blend.members.size(); ++m) {
    const record::BlendMember& member = blend.members[m];
    members.push_back({{"name", member.name},
                       {"weight", member.weight},
                       {"share", blend.shares[m]},
                       {"folds", member.folds},
                       {"out_of_fold", area_json(blend.held_out, blend.column_of(m))},
                       {"test", area_json(blend.test, blend.column_of(m))},
                       {"adds", number_or_null(member.adds)},
                       {"adds_ci", interval_json(member.adds_ci)}});
  }
  return members;
}

Json thresholds_json(const ReportedBlend& blend) {
  Json thresholds = Json::array();
  for (const AppliedThreshold& applied : blend.thresholds) {
    thresholds.push_back({{"fpr", applied.asked_fpr},
                          {"threshold", applied.threshold},
                          {"confidence", number_or_null(applied.confidence)},
                          {"realised_fpr", applied.fpr},
                          {"realised_fpr_ci", interval_json(applied.fpr_ci.interval)},
                          {"tpr", applied.tpr},
                          {"tpr_ci", interval_json(applied.tpr_ci.interval)}});
  }
  return thresholds;
}

Json called_json(const CalledRows& rows) { return {{"positives", rows.positives}, {"negatives", rows.negatives}}; }

Json pair_json(const ReportedBlend& blend, const AgreementOfPair& pair) {
  return {{"a", blend.members[pair.a].name},
          {"b", blend.members[pair.b].name},
          {"rank_correlation", number_or_null(pair.correlation)},
          {"rank_correlation_near", number_or_null(pair.near_correlation)},
          {"shared_calls", number_or_null(pair.shared_calls())},
          {"by_both", called_json(pair.by_both)},
          {"by_a_alone", called_json(pair.by_a_alone)},
          {"by_b_alone", called_json(pair.by_b_alone)}};
}

Json disputed_json(const ReportedBlend& blend, const DisputedRow& row) {
  Json members = Json::object();
  for (std::size_t m = 0; m < blend.members.size(); ++m) {
    members[blend.members[m].name] = {{"from_top", row.from_top[m]}, {"called", static_cast<bool>(row.called[m])}};
  }
  return {{"row", row.row},
          {"id", row.id.empty() ? Json() : Json(row.id)},
          {"label", row.is_positive ? 1 : 0},
          {"members", members}};
}

Json agreement_json(const ReportedBlend& blend) {
  if (!blend.agreement) return nullptr;
  const MemberAgreement& agreement = *blend.agreement;
  Json pairs = Json::array();
  for (const AgreementOfPair& pair : agreement.pairs) pairs.push_back(pair_json(blend, pair));
  Json disputed = Json::array();
  for (const DisputedRow& row : agreement.disputed) disputed.push_back(disputed_json(blend, row));
  return {{"fpr", agreement.fpr},
          {"rows", agreement.rows},
          {"near_rows", agreement.near_rows},
          {"by_any", called_json(agreement.by_any)},
          {"by_all", called_json(agreement.by_all)},
          {"pairs", pairs},
          {"disputed", disputed}};
}

}  // namespace

Json blends_json(const Report& report) {
  Json blends = Json::array();
  for (const ReportedRun& run : report.runs) {
    if (!run.blend) continue;
    const ReportedBlend& blend = *run.blend;
    blends.push_back({{"run", run.name},
                      {"method", blend.method},
                      {"measure", blend.held_out.areas[blend.held_out.headline].name()},
                      {"out_of_fold", area_json(blend.held_out, blend.column_of_whole())},
                      {"test", area_json(blend.test, blend.column_of_whole())},
                      {"members", members_json(blend)},
                      {"thresholds_are_approximate", !blend.new_rows.scored_alike()},
                      {"thresholds", thresholds_json(blend)},
                      {"agreement", agreement_json(blend)}});
  }
  return blends;
}

}  // namespace pauc::report
