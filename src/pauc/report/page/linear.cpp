#include "pauc/report/page/linear.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pauc/core/error.h"
#include "pauc/report/figure/markup.h"
#include "pauc/report/page/html.h"
#include "pauc/report/page/words.h"

namespace pauc::report {

namespace {

// A table of this length can still be read; the file has all of them.
constexpr std::size_t kMostRows = 100;

// -0 + 0 = +0
std::string number_text(double number) { return fmt::format("{:.4g}", number + 0.0); }

std::string interval_cell(const std::optional<Interval>& ci) {
  return ci ? fmt::format("{:.4g} to {:.4g}", ci->lower, ci->upper) : "-";
}

std::vector<const record::Coefficient*> strongest_first(const std::vector<record::Coefficient>& terms) {
  std::vector<const record::Coefficient*> sorted;
  for (const record::Coefficient& term : terms) sorted.push_back(&term);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
    return std::abs(a->per_deviation) > std::abs(b->per_deviation);
  });
  return sorted;
}

std::string coefficients_caption(const record::Coefficients& coefficients) {
  std::string text = "The score is the intercept plus each coefficient times its feature, on the scale of the data";
  if (coefficients.replicates > 0) {
    text += fmt::format("; intervals of {:.3g} % from {} refits on resampled training rows",
                        100 * coefficients.confidence, count_text(coefficients.replicates));
  }
  if (coefficients.collapsed > 0) {
    text += fmt::format("; {} of these gave all rows nearly the same score", count_text(coefficients.collapsed));
  }
  return text;
}

std::string coefficients_table(const record::Coefficients& coefficients) {
  const bool has_intervals = coefficients.replicates > 0;
  std::vector<std::string> head = {"feature", "per unit", "per standard deviation"};
  if (has_intervals) head.emplace_back("interval, per unit");
  HtmlTable table(coefficients_caption(coefficients), head);
  const auto add = [&](const std::string& name, double per_unit, const std::string& per_deviation,
                       const std::optional<Interval>& ci) {
    std::vector<std::string> row = {name, number_text(per_unit), per_deviation};
    if (has_intervals) row.push_back(interval_cell(ci));
    table.add_row(row);
  };
  add("intercept", coefficients.intercept, "-", coefficients.intercept_ci);
  const auto sorted = strongest_first(coefficients.terms);
  for (std::size_t k = 0; k < std::min(sorted.size(), kMostRows); ++k) {
    add(user_text(record::term_text(*sorted[k])), sorted[k]->per_unit, number_text(sorted[k]->per_deviation),
        sorted[k]->ci);
  }
  std::string notes;
  if (sorted.size() > kMostRows) {
    notes += fmt::format("{} weaker terms are in coefficients.csv. ",
                         count_text(static_cast<std::int64_t>(sorted.size() - kMostRows)));
  }
  if (coefficients.weight_decay) {
    notes += fmt::format("L2 penalty on standardised features: {:.3g}. ", *coefficients.weight_decay);
  }
  notes +=
      "A missing number counts as the training median, plus the coefficient of \"missing\" where there is one. A "
      "number more than ten standard deviations from the mean counts as ten.";
  return table.html() + quiet_paragraph(notes);
}

std::string check_sentence(const char* part, const record::ScorecardCheck& check) {
  return fmt::format("on {}, {:.3f} for the points against {:.3f} for the model ({:+.3f})", part, check.scorecard,
                     check.model, check.scorecard - check.model);
}

std::string scorecard_table(const record::Scorecard& scorecard) {
  HtmlTable table("Add up the points of a case; more points mean more likely positive", {"feature", "value", "points"});
  std::size_t rows = 0;
  for (const record::ScorecardFeature& feature : scorecard.features) {
    if (rows >= 2 * kMostRows) break;
    for (const record::ScorecardBin& bin : record::bins_for_people(feature)) {
      table.add_row({user_text(feature.feature), user_text(record::bin_text(bin)), std::to_string(bin.points)});
      ++rows;
    }
  }
  std::string notes;
  if (scorecard.without_points > 0) {
    notes = fmt::format("{} without points left out. ", counted_text(scorecard.without_points, "feature"));
  }
  if (rows >= 2 * kMostRows) notes += "All bins are in scorecard.csv.";
  return paragraph(fmt::format("{}: {}; {}.", escaped_markup(scorecard.measure),
                               check_sentence("validation", scorecard.valid), check_sentence("test", scorecard.test))) +
         table.html() + (notes.empty() ? "" : quiet_paragraph(notes));
}

// One block per run that has the record, with a heading if the page shows several runs.
template <class Member, class Block>
std::string by_run(const Report& report, const Member& member, const Block& block) {
  std::string html;
  for (const ReportedRun& run : report.runs) {
    if (!(run.*member)) continue;
    if (report.runs.size() > 1) html += element("h3", user_text(run.name)) + "\n";
    html += block(*(run.*member));
  }
  return html;
}

}  // namespace

std::string coefficients_html(const Report& report) {
  return by_run(report, &ReportedRun::coefficients, coefficients_table);
}

std::string scorecard_html(const Report& report) { return by_run(report, &ReportedRun::scorecard, scorecard_table); }

}  // namespace pauc::report
