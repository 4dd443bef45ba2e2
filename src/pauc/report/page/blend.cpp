#include "pauc/report/page/blend.h"

#include <fmt/format.h>

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/metric/names.h"
#include "pauc/report/figure/markup.h"
#include "pauc/report/figure/members_svg.h"
#include "pauc/report/figure/roc_svg.h"
#include "pauc/report/page/agreement.h"
#include "pauc/report/page/html.h"
#include "pauc/report/page/tables.h"
#include "pauc/report/page/words.h"

namespace pauc::report {

namespace {

constexpr int kAddedDecimals = 4;  // members add little

const EvaluatedArea& area_of(const ReportedBlend& blend) { return blend.held_out.areas[blend.held_out.headline]; }

std::string area_cell(const ReportedBlend& blend, const Evaluation& evaluation, std::size_t column) {
  const EvaluatedArea& area = area_of(blend);
  const Estimate shown = on_shown_scale(area, evaluation.scores[column].areas[evaluation.headline]);
  return with_interval_html(shown.value, shown.ci, page_decimals(area.scale));
}

std::string column_cell(std::size_t column, const std::string& name, const char* remark = "") {
  return element(
      "span", {{"class", "model"}},
      line_mark(column) + user_text(name) + (*remark == 0 ? "" : " " + element("span", {{"class", "quiet"}}, remark)));
}

std::string weight_cell(const ReportedBlend& blend, std::size_t member) {
  const double weight = blend.members[member].weight;
  if (weight <= 0) return "0";
  return fmt::format("{:.3g} ", weight) +
         element("span", {{"class", "interval"}}, fmt::format("({:.0f}&nbsp;%)", 100 * blend.shares[member]));
}

std::string adds_cell(const record::BlendMember& member) {
  if (!member.adds) return "-";
  return signed_with_interval_html(*member.adds, {member.adds_ci, ""}, 1, kAddedDecimals);
}

std::string models_words(const ReportedBlend& blend) {
  const auto& members = blend.members;
  const bool equal = std::all_of(members.begin(), members.end(),
                                 [&](const record::BlendMember& member) { return member.folds == members[0].folds; });
  return equal ? joined(counted_text(members[0].folds, "model"), blend.has_members() ? " of each" : "")
               : "several models of each";
}

std::string folds_words(const ReportedBlend& blend) {
  return fmt::format(
      "The rows for training were dealt into {} parts. Each of {} models of {} was trained without one of them, so "
      "that "
      "every row has a score from a model that has not seen it: its score out of fold. A new case gets the average of "
      "all {}.",
      blend.members[0].folds, blend.members[0].folds, user_text(blend.members[0].name), blend.members[0].folds);
}

std::string blended_words(const ReportedBlend& blend) {
  const std::string words = fmt::format(
      "{} kinds of models score each case, {}; their scores are put on one scale, multiplied by the weights below and "
      "added.",
      blend.members.size(), models_words(blend));
  return words + (blend.has_folds() ? " Figures out of fold are those of rows that the model which scored them has not "
                                      "seen in training."
                                    : " Figures on validation are those of rows that chose the epochs and weights of "
                                      "the models.");
}

bool has_region_of_run(const ReportedBlend& blend) { return title_with_scale(area_of(blend)) == blend.target_measure; }

std::string single_words(const ReportedBlend& blend) {
  const std::size_t kept = blend.column_of_whole();
  std::string text = fmt::format("One kind of models alone was kept, {}: it is better than the blend beyond doubt, {}",
                                 user_text(blend.members[kept].name), blend.left_out_words());
  if (blend.refused && has_region_of_run(blend)) {
    text += fmt::format(" ({}: {}; the blend of all: {})", user_text(blend.target_measure),
                        area_cell(blend, blend.held_out, kept),
                        with_interval_html(blend.refused->valid, {blend.refused->ci, ""}));
  }
  return text + ". The others have no say in new scores; they are shown for comparison.";
}

std::string lead_words(const ReportedBlend& blend) {
  if (!blend.has_members()) return paragraph(folds_words(blend));
  return paragraph(blend.is_blended() ? blended_words(blend) : single_words(blend));
}

std::string optimism_words(const ReportedBlend& blend) {
  if (!blend.has_folds()) {
    return quiet_paragraph(
        "The validation part chose the epochs of the members, their scales and their weights, so that all figures "
        "there are optimistic; the test part had no say in anything.");
  }
  if (!blend.is_blended()) return "";
  if (blend.method == "equal") {
    return quiet_paragraph("No weights were fitted, and the test part had no say in anything.");
  }
  if (!blend.cross_fitted()) {
    return quiet_paragraph(
        "The weights were fitted on the rows out of fold, so that the blend's figure there is slightly optimistic; the "
        "test part had no say in anything.");
  }
  return quiet_paragraph(
      "Out of fold, the rows of each fold have weights that were fitted to the other folds; the test part had no say "
      "in anything.");
}

// Members that are not there, and what to know about those that are.
std::string notes_html(const ReportedBlend& blend) {
  std::string html;
  for (const record::LeftOutMember& member : blend.left_out) {
    html += paragraph(joined("Left out: ", user_text(member.name), ", since ", user_text(member.why), "."));
  }
  for (const std::string& note : blend.notes) html += paragraph(element("strong", "Note: " + user_text(note) + "."));
  return html;
}

std::string members_table(const ReportedBlend& blend) {
  const std::string area = escaped_markup(title_with_scale(area_of(blend)));
  const std::string adds = "adds";
  const std::string left_out = joined(blend.left_out_words(), ": ", area);
  HtmlTable table(
      blend.has_members()
          ? joined("What each member weighs and adds. Adds: what ", escaped_markup(blend.target_measure), " loses, ",
                   blend.left_out_words(),
                   ", when the blend is fitted again without it; if the interval includes 0, that may be chance")
          : std::string("The same measure out of fold and on the test part"),
      blend.has_members() ? std::vector<std::string>{"member", "weight", adds, left_out, "test: " + area}
                          : std::vector<std::string>{"model", left_out, "test: " + area});
  const auto areas = [&](std::size_t column) {
    return std::pair(area_cell(blend, blend.held_out, column), area_cell(blend, blend.test, column));
  };
  if (blend.is_blended()) {
    const auto [held_out, test] = areas(0);
    table.add_row({column_cell(0, blend.held_out.scores[0].name), "", "", held_out, test}, {{"data-member", "blend"}});
  }
  for (std::size_t m = 0; m < blend.members.size(); ++m) {
    const record::BlendMember& member = blend.members[m];
    const std::size_t column = blend.column_of(m);
    const bool kept_alone = blend.has_members() && !blend.is_blended() && column == blend.column_of_whole();
    const auto [held_out, test] = areas(column);
    std::vector<std::string> row = {column_cell(column, member.name, kept_alone ? "kept" : "")};
    if (blend.has_members()) row.insert(row.end(), {weight_cell(blend, m), adds_cell(member)});
    row.insert(row.end(), {held_out, test});
    table.add_row(row, {{"data-member", member.name}});
  }
  return table.html() + optimism_words(blend);
}

std::string figure_html(const std::string& svg, const std::string& caption) {
  return element("figure", svg + element("figcaption", caption)) + "\n";
}

std::string member_figures(const ReportedBlend& blend) {
  if (!blend.has_members()) return "";
  std::vector<MemberBar> weights, additions;
  for (std::size_t m = 0; m < blend.members.size(); ++m) {
    const record::BlendMember& member = blend.members[m];
    weights.push_back({member.name, blend.shares[m], {}, blend.column_of(m)});
    if (member.adds) additions.push_back({member.name, *member.adds, member.adds_ci, blend.column_of(m)});
  }
  std::string figures = figure_html(weights_svg(weights), "Share of each member in the weight");
  if (!additions.empty()) {
    figures += figure_html(additions_svg(additions, blend.target_measure),
                           "What each member adds to the blend, with its interval; right of the line is better");
  }
  return element("div", {{"class", "columns"}}, figures) + "\n";
}

std::string curves_html(const ReportedBlend& blend) {
  std::string legend;
  for (std::size_t c = 0; c < blend.held_out.scores.size(); ++c) {
    legend += element("li", line_mark(c) + user_text(blend.held_out.scores[c].name));
  }
  return element("h3", joined("Curves ", blend.left_out_words())) + element("ul", {{"class", "legend"}}, legend) +
         "\n" +
         element(
             "div", {{"class", "columns"}},
             figure_html(still_roc_svg(blend.held_out, RocView::corner), "The corner of few false alarms, enlarged") +
                 figure_html(
                     still_roc_svg(blend.held_out, RocView::whole),
                     fmt::format("The whole curve; {} and {} {}", counted_text(blend.held_out.positives, "positive"),
                                 counted_text(blend.held_out.negatives, "negative"), blend.left_out_words()))) +
         "\n";
}

std::string rates_table(const ReportedBlend& blend) {
  if (blend.new_rows.scored_alike() || blend.thresholds.empty()) return "";
  HtmlTable table(joined("Thresholds found ", blend.left_out_words(), ", on the test part"),
                  {"wanted FPR, at most", "kind", "FPR on test", "TPR on test", "threshold"});
  for (const AppliedThreshold& applied : blend.thresholds) {
    table.add_row({percent_text(applied.asked_fpr),
                   applied.confidence ? fmt::format("cautious ({:g}&nbsp;%)", 100 * *applied.confidence) : "expected",
                   percent_with_interval_html(applied.fpr, applied.fpr_ci),
                   percent_with_interval_html(applied.tpr, applied.tpr_ci), fmt::format("{:.4g}", applied.threshold)});
  }
  return element("h3", "Wanted and realised false alarms") + paragraph(approximate_threshold_words(blend.new_rows)) +
         table.html();
}

std::string run_html(const ReportedBlend& blend) {
  return lead_words(blend) + notes_html(blend) + members_table(blend) + member_figures(blend) + curves_html(blend) +
         (blend.agreement ? agreement_html(blend) : "") + rates_table(blend);
}

}  // namespace

std::string blend_html(const Report& report) {
  std::string html;
  for (const ReportedRun& run : report.runs) {
    if (!run.blend) continue;
    if (report.runs.size() > 1) html += paragraph(element("strong", user_text(run.name)));
    html += run_html(*run.blend);
  }
  return html;
}

std::string blend_title(const Report& report) {
  const bool has_members = std::any_of(report.runs.begin(), report.runs.end(),
                                       [](const ReportedRun& run) { return run.blend && run.blend->has_members(); });
  return has_members ? "The blend" : "The folds";
}

}  // namespace pauc::report
