#include "pauc/report/page/importance.h"

#include <fmt/format.h>

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/report/figure/interval_rows_svg.h"
#include "pauc/report/figure/markup.h"
#include "pauc/report/page/html.h"
#include "pauc/report/page/words.h"

namespace pauc::report {

namespace {

using record::Importance;
using record::ImportanceEntry;
using record::Permuted;

constexpr std::size_t kMostDrawn = 15;
constexpr std::size_t kMostRows = 100;

bool is_column(const ImportanceEntry& entry) { return entry.kind == Permuted::column; }

std::string kind_words(Permuted kind) {
  switch (kind) {
    case Permuted::column:
      break;
    case Permuted::group:
      return "group";
    case Permuted::features:
      return "features of the molecule";
    case Permuted::molecule:
      return "the whole molecule";
    case Permuted::image:
      return "the whole image";
  }
  return "column";
}

std::string drop_words(const ImportanceEntry& entry) {
  return entry.ci ? fmt::format("{:.4f} [{:.4f}, {:.4f}]", entry.drop, entry.ci->lower, entry.ci->upper)
                  : fmt::format("{:.4f}", entry.drop);
}

std::string figure(const std::vector<const ImportanceEntry*>& entries, const std::string& title,
                   const Importance& importance) {
  if (entries.empty()) return "";
  IntervalRows rows;
  rows.kind = "importance";
  rows.title = title;
  rows.axis = "drop of the partial AUC";
  for (std::size_t k = 0; k < std::min(entries.size(), kMostDrawn); ++k) {
    rows.rows.push_back({entries[k]->column, entries[k]->drop, entries[k]->ci, std::nullopt});
  }
  rows.description = fmt::format("{}, from {} as it is. The largest drop is {}, by {}.", importance.measure,
                                 fmt::format("{:.4f}", importance.value), drop_words(*entries[0]), entries[0]->column);
  const std::string more =
      entries.size() > kMostDrawn ? fmt::format(": the {} strongest of {}", kMostDrawn, entries.size()) : "";
  return element("figure", interval_rows_svg(rows) + element("figcaption", title + more)) + "\n";
}

std::string table(const Importance& importance) {
  HtmlTable table("Drop of " + escaped_markup(importance.measure) + " when the values are permuted",
                  {"permuted", "what it is", "drop"});
  for (std::size_t k = 0; k < std::min(importance.entries.size(), kMostRows); ++k) {
    const ImportanceEntry& entry = importance.entries[k];
    std::string what = kind_words(entry.kind);
    if (entry.kind == Permuted::group) {
      what += fmt::format(" of {}", counted_text(static_cast<std::int64_t>(entry.columns.size()), "column"));
    }
    table.add_row({user_text(entry.column), what, with_interval_html(entry.drop, {entry.ci, ""}, 4)});
  }
  const std::string more = importance.entries.size() > kMostRows ? " All are in importance.json." : "";
  return element("details", element("summary", "All drops as numbers") + table.html() +
                                (more.empty() ? "" : quiet_paragraph(more))) +
         "\n";
}

// With as many digits as a figure has room for.
std::string bin_words(const record::EffectBin& bin) {
  if (bin.kind != record::Bin::range) return bin_text(bin);
  return bin.from == bin.to ? fmt::format("{:.4g}", bin.from) : fmt::format("{:.4g} to {:.4g}", bin.from, bin.to);
}

std::string effect_figure(const record::Effect& effect, const Importance& importance) {
  IntervalRows rows;
  rows.kind = "effect";
  rows.title = "Effect of " + effect.column;
  rows.axis = "average score";
  rows.reference = importance.mean_score;
  std::string description = "Average score by value. ";
  for (const record::EffectBin& bin : effect.bins) {
    const std::string name = bin_words(bin);
    rows.rows.push_back({name, bin.score, bin.ci, bin.own_score});
    description += fmt::format("{}: {:.3g}. ", name, bin.score);
  }
  rows.description = description;
  return element("figure", interval_rows_svg(rows) + element("figcaption", user_text(effect.column))) + "\n";
}

std::string effects(const Importance& importance) {
  if (importance.effects.empty()) return "";
  std::string figures;
  for (const record::Effect& effect : importance.effects) figures += effect_figure(effect, importance);
  return element("h3", "How the strongest columns move the score") + "\n" +
         quiet_paragraph(
             "Dot: the average score of these rows if all were given a value of this range, everything else as it is; "
             "its interval takes rows as cases. Upright dash: the average score of the rows that have such a value, "
             "which differ in other columns too. Line: the average of all. Numbers are cut into ranges with about "
             "equal numbers of rows.") +
         element("div", {{"class", "columns"}}, figures);
}

std::string words(const Importance& importance) {
  std::string text = fmt::format(
      "How much {} falls when the values of a column are shuffled among {} that the model has not seen{}, {} "
      "times over; it is {:.4f} as they are. Intervals of {:.3g} % take cases and permutations into account. Columns "
      "that carry the same information can stand in for each other: each alone then looks unimportant, and a group of "
      "them shows what they are worth together.",
      escaped_markup(importance.measure), counted_text(importance.rows, "row"),
      importance.rows < importance.held_out ? fmt::format(" (drawn from {})", count_text(importance.held_out)) : "",
      importance.repeats, importance.value, 100 * importance.confidence);
  if (importance.left_out > 0) {
    text += fmt::format(" {} left out: permuting them hardly changed any score.",
                        counted_text(importance.left_out, "column"));
  }
  return quiet_paragraph(text);
}

std::string block(const Importance& importance) {
  std::vector<const ImportanceEntry*> columns, groups;
  for (const ImportanceEntry& entry : importance.entries) (is_column(entry) ? columns : groups).push_back(&entry);
  return words(importance) +
         element("div", {{"class", "columns"}},
                 figure(columns, "Columns", importance) + figure(groups, "Inputs permuted together", importance)) +
         table(importance) + effects(importance);
}

}  // namespace

std::string importance_html(const Report& report) {
  std::string html;
  for (const ReportedRun& run : report.runs) {
    if (!run.importance || run.importance->entries.empty()) continue;
    if (report.runs.size() > 1) html += element("h3", user_text(run.name)) + "\n";
    html += block(*run.importance);
  }
  return html;
}

}  // namespace pauc::report
