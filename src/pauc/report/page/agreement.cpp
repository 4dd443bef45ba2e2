#include "pauc/report/page/agreement.h"

#include <fmt/format.h>

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/report/page/examples.h"
#include "pauc/report/page/html.h"
#include "pauc/report/page/words.h"

namespace pauc::report {

namespace {

constexpr std::size_t kMostPairs = 15;

std::string name_of(const ReportedBlend& blend, std::size_t member) { return user_text(blend.members[member].name); }

std::string share_text(const std::optional<double>& share) { return share ? percent_text(*share) : "-"; }
std::string correlation_text(const std::optional<double>& value) { return value ? fmt::format("{:.2f}", *value) : "-"; }

std::string summary_words(const ReportedBlend& blend) {
  const MemberAgreement& agreement = *blend.agreement;
  const std::int64_t any = agreement.by_any.all();
  if (any == 0) return paragraph("No member calls a row positive at this rate: too many rows share the highest score.");
  const double shared = static_cast<double>(agreement.by_all.all()) / static_cast<double>(any);
  return paragraph(fmt::format(
      "Let each member raise {} negatives {}. Then {} {} called positive by at least one of them, and {} of these by "
      "all. Of the {} among them, every member finds {}.",
      false_alarm_words(agreement.fpr), blend.left_out_words(), counted_text(any, "row"), any == 1 ? "is" : "are",
      percent_text(shared), counted_text(agreement.by_any.positives, "positive"),
      count_text(agreement.by_all.positives)));
}

const AgreementOfPair& pair_of(const MemberAgreement& agreement, std::size_t a, std::size_t b) {
  return *std::find_if(agreement.pairs.begin(), agreement.pairs.end(), [&](const AgreementOfPair& pair) {
    return pair.a == std::min(a, b) && pair.b == std::max(a, b);
  });
}

// Rows and columns are members.
std::string matrix_html(const ReportedBlend& blend) {
  std::vector<std::string> head = {""};
  for (std::size_t m = 0; m < blend.members.size(); ++m) head.push_back(name_of(blend, m));
  HtmlTable table(
      "Share of the alarms of either member that both raise; in small print the rank correlation of their scores, 1 if "
      "they order all rows alike",
      head);
  for (std::size_t a = 0; a < blend.members.size(); ++a) {
    std::vector<std::string> row = {name_of(blend, a)};
    for (std::size_t b = 0; b < blend.members.size(); ++b) {
      if (a == b) {
        row.emplace_back("");
        continue;
      }
      const AgreementOfPair& pair = pair_of(*blend.agreement, a, b);
      row.push_back(share_text(pair.shared_calls()) + " " +
                    element("span", {{"class", "interval"}}, correlation_text(pair.correlation)));
    }
    table.add_row(row);
  }
  return table.html();
}

std::vector<const AgreementOfPair*> least_agreeing_first(const std::vector<AgreementOfPair>& pairs) {
  std::vector<const AgreementOfPair*> sorted;
  for (const AgreementOfPair& pair : pairs) sorted.push_back(&pair);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto* x, const auto* y) {
    return x->shared_calls().value_or(1) < y->shared_calls().value_or(1);
  });
  return sorted;
}

std::string called_text(const CalledRows& rows) {
  return fmt::format("{}&nbsp;/&nbsp;{}", count_text(rows.positives), count_text(rows.negatives));
}

std::string pairs_html(const ReportedBlend& blend) {
  HtmlTable table("Two members at a time: positives found / false alarms",
                  {"members", "by both", "by the first alone", "by the second alone", "alarms shared",
                   "rank correlation, all rows", "near the threshold"});
  const auto sorted = least_agreeing_first(blend.agreement->pairs);
  for (std::size_t k = 0; k < std::min(sorted.size(), kMostPairs); ++k) {
    const AgreementOfPair& pair = *sorted[k];
    table.add_row({name_of(blend, pair.a) + ", " + name_of(blend, pair.b), called_text(pair.by_both),
                   called_text(pair.by_a_alone), called_text(pair.by_b_alone), share_text(pair.shared_calls()),
                   correlation_text(pair.correlation), correlation_text(pair.near_correlation)});
  }
  std::string notes = fmt::format(
      "Near the threshold: the {} that some member calls positive when twice as many false alarms are allowed. Members "
      "that agree there add little to each other. Rows enter by the score of either, so that members which know "
      "different things may even be below 0.",
      counted_text(blend.agreement->near_rows, "row"));
  if (sorted.size() > kMostPairs) {
    notes += fmt::format(" The {} pairs that agree least are shown.", kMostPairs);
  }
  return table.html() + quiet_paragraph(notes);
}

std::string place_text(const DisputedRow& row, std::size_t member) {
  const double above = row.from_top[member];
  const std::string place = above <= 0    ? "highest"
                            : above < 0.5 ? "top&nbsp;" + percent_text(above)
                                          : "bottom&nbsp;" + percent_text(1 - above);
  return row.called[member] ? element("strong", place) : place;
}

std::string row_name(const DisputedRow& row) {
  return row.id.empty() ? joined("row&nbsp;", row.row) : user_text(row.id);
}

std::string disputed_html(const ReportedBlend& blend) {
  const std::vector<DisputedRow>& rows = blend.agreement->disputed;
  if (rows.empty()) return "";
  const bool has_pictures =
      std::any_of(rows.begin(), rows.end(), [](const DisputedRow& row) { return !row.picture.bytes.empty(); });
  std::vector<std::string> head = {"row", "is"};
  if (has_pictures) head.emplace_back("picture");
  for (std::size_t m = 0; m < blend.members.size(); ++m) head.push_back(name_of(blend, m));
  HtmlTable table("Place among all rows by score; bold: called positive", head);
  for (const DisputedRow& row : rows) {
    std::vector<std::string> cells = {row_name(row), row.is_positive ? "positive" : "negative"};
    if (has_pictures) cells.push_back(picture_html(row.picture, row.id.empty() ? joined("row ", row.row) : row.id));
    for (std::size_t m = 0; m < blend.members.size(); ++m) cells.push_back(place_text(row, m));
    table.add_row(cells, {{"data-row", std::to_string(row.row)}});
  }
  return element("h3", "Where they disagree") +
         paragraph(
             "These rows are called positive by some member and ranked most differently by the members. Look at them "
             "first: wrong labels, rare kinds of cases and the weakness of one member show up here.") +
         element("div", {{"class", "disputed"}}, table.html());
}

}  // namespace

std::string agreement_html(const ReportedBlend& blend) {
  const bool has_matrix = blend.members.size() > 2;
  return element("h3", "Do the members agree?") + summary_words(blend) + (has_matrix ? matrix_html(blend) : "") +
         pairs_html(blend) + disputed_html(blend);
}

}  // namespace pauc::report
