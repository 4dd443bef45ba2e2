#include "pauc/report/page/probabilities.h"

#include <fmt/format.h>

#include "pauc/report/figure/reliability_svg.h"
#include "pauc/report/page/html.h"
#include "pauc/report/page/words.h"

namespace pauc::report {

namespace {

std::string method_words(const ReportedProbabilities& probabilities) {
  const ProbabilityMap& map = probabilities.map;
  std::string text = fmt::format("They come from the score by {}",
                                 map.isotonic ? "isotonic regression" : "Platt scaling, a logistic curve");
  if (map.platt_loss && map.isotonic_loss) {
    text += fmt::format(" (log loss in cross-validation: Platt {:.4f}, isotonic {:.4f})", *map.platt_loss,
                        *map.isotonic_loss);
  }
  return text + ".";
}

std::string error_words(const Reliability& reliability) {
  return fmt::format(
      "On average a probability is off by {} (expected calibration error); true probabilities would seem off by about "
      "{} "
      "with as many cases.",
      percent_text(reliability.error), percent_text(reliability.error_by_chance));
}

std::string bins_table(const Reliability& reliability) {
  HtmlTable table("Cases by probability, in bins of about equally many",
                  {"probability", "share of positives", "cases"});
  for (const ReliabilityBin& bin : reliability.bins) {
    table.add_row(
        {percent_text(bin.predicted), percent_with_interval_html(bin.observed, {bin.ci, ""}), count_text(bin.rows)});
  }
  return element("details", element("summary", "As numbers") + table.html());
}

std::string model_html(const Report& report, const ReportedModel& model) {
  const Reliability& reliability = model.probabilities->reliability;
  const std::string name = report.models.size() > 1 ? element("h3", user_text(model.name)) + "\n" : "";
  return name + paragraph(error_words(reliability) + " " + method_words(*model.probabilities)) +
         element("figure", reliability_svg(reliability) +
                               element("figcaption",
                                       "Each point is a bin of cases, with the interval of its share of "
                                       "positives; true probabilities lie on the dashed line")) +
         "\n" + bins_table(reliability);
}

}  // namespace

std::string probabilities_html(const Report& report) {
  std::string first, others;
  for (const ReportedModel& model : report.models) {
    if (!model.probabilities) continue;
    (&model == &report.models.front() ? first : others) += model_html(report, model);
  }
  return first + (others.empty() ? "" : element("details", element("summary", "Other models") + others));
}

}  // namespace pauc::report
