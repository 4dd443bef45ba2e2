#include "pauc/report/table/blend_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/text/utf8.h"
#include "pauc/metric/names.h"

namespace pauc::report {

namespace {

constexpr std::size_t kShownPairs = 10;
constexpr std::size_t kShownRows = 5;

std::string with_ends(const std::string& value, const std::optional<Interval>& ci, const char* form) {
  if (!ci) return value;
  return joined(value, " [", fmt::format(fmt::runtime(form), ci->lower), ", ",
                fmt::format(fmt::runtime(form), ci->upper), "]");
}

std::string area_cell(const Evaluation& evaluation, std::size_t column) {
  const EvaluatedArea& area = evaluation.areas[evaluation.headline];
  const Estimate shown = on_shown_scale(area, evaluation.scores[column].areas[evaluation.headline]);
  return with_ends(fmt::format("{:.4f}", shown.value), shown.ci.interval, "{:.4f}");
}

std::string adds_cell(const record::BlendMember& member) {
  return member.adds ? with_ends(fmt::format("{:+.4f}", *member.adds), member.adds_ci, "{:+.4f}") : "-";
}

std::string notes_text(const ReportedBlend& blend) {
  std::string text;
  for (const record::LeftOutMember& member : blend.left_out) {
    text += joined("left out: ", printable(member.name), ", since ", printable(member.why), "\n");
  }
  for (const std::string& note : blend.notes) text += joined("note: ", printable(note), "\n");
  return text;
}

std::string members_text(const ReportedBlend& blend, std::size_t width) {
  TextTable table;
  table.add_row({"member", "weight", blend.left_out_words(), "test", "adds"});
  if (blend.is_blended()) {
    table.add_row({blend.held_out.scores[0].name, "", area_cell(blend.held_out, 0), area_cell(blend.test, 0), ""});
  }
  for (std::size_t m = 0; m < blend.members.size(); ++m) {
    const std::size_t column = blend.column_of(m);
    table.add_row({blend.members[m].name, fmt::format("{:.3g}", blend.members[m].weight),
                   area_cell(blend.held_out, column), area_cell(blend.test, column), adds_cell(blend.members[m])});
  }
  return table.text(width);
}

std::string thresholds_text(const ReportedBlend& blend, std::size_t width) {
  if (blend.new_rows.scored_alike() || blend.thresholds.empty()) return "";
  TextTable table;
  table.add_row({"wanted FPR", "kind", "FPR on test", "TPR on test"});
  for (const AppliedThreshold& applied : blend.thresholds) {
    table.add_row({joined(applied.asked_fpr),
                   applied.confidence ? fmt::format("cautious ({:g} %)", 100 * *applied.confidence) : "expected",
                   with_ends(fmt::format("{:.4f}", applied.fpr), applied.fpr_ci.interval, "{:.4f}"),
                   with_ends(fmt::format("{:.4f}", applied.tpr), applied.tpr_ci.interval, "{:.4f}")});
  }
  const std::string why = blend.new_rows.averaged > 1
                              ? joined("new rows get the average of ", blend.new_rows.averaged, " models")
                              : std::string("scores from elsewhere count, from a model that did not score these rows");
  return joined("thresholds were found ", blend.left_out_words(), " and are approximate: ", why, "\n",
                table.text(width));
}

std::string number_cell(const std::optional<double>& value) { return value ? fmt::format("{:.3f}", *value) : "-"; }

std::string pairs_text(const ReportedBlend& blend, std::size_t width) {
  TextTable table;
  table.add_row({"members", "alarms shared", "rank correlation", "near the threshold"});
  const auto& pairs = blend.agreement->pairs;
  for (std::size_t k = 0; k < std::min(pairs.size(), kShownPairs); ++k) {
    table.add_row({joined(blend.members[pairs[k].a].name, ", ", blend.members[pairs[k].b].name),
                   number_cell(pairs[k].shared_calls()), number_cell(pairs[k].correlation),
                   number_cell(pairs[k].near_correlation)});
  }
  return table.text(width);
}

std::string disputed_text(const ReportedBlend& blend, std::size_t width) {
  TextTable table;
  std::vector<std::string> head = {"members disagree on", "is"};
  for (const record::BlendMember& member : blend.members) head.push_back(member.name);
  table.add_row(head);
  const auto& rows = blend.agreement->disputed;
  for (std::size_t k = 0; k < std::min(rows.size(), kShownRows); ++k) {
    std::vector<std::string> cells = {rows[k].id.empty() ? joined("row ", rows[k].row) : rows[k].id,
                                      rows[k].is_positive ? "positive" : "negative"};
    for (const double share : rows[k].from_top) {
      cells.push_back(share < 0.5 ? fmt::format("top {:.3g} %", 100 * share)
                                  : fmt::format("bottom {:.3g} %", 100 * (1 - share)));
    }
    table.add_row(cells);
  }
  return rows.empty() ? "" : table.text(width);
}

}  // namespace

std::string blend_text(const Report& report, std::size_t width) {
  std::string text;
  for (const ReportedRun& run : report.runs) {
    if (!run.blend) continue;
    const ReportedBlend& blend = *run.blend;
    text += joined("\n", printable(run.name), ": ", blend.method, ", ",
                   title_with_scale(blend.held_out.areas[blend.held_out.headline]), "\n", notes_text(blend),
                   members_text(blend, width));
    if (const std::string thresholds = thresholds_text(blend, width); !thresholds.empty()) text += "\n" + thresholds;
    if (!blend.agreement) continue;
    text += "\n" + pairs_text(blend, width);
    if (const std::string disputed = disputed_text(blend, width); !disputed.empty()) text += "\n" + disputed;
  }
  return text;
}

}  // namespace pauc::report
