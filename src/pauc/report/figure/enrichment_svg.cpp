#include "pauc/report/figure/enrichment_svg.h"

#include <fmt/format.h>

#include <algorithm>

namespace pauc::report {

namespace {

constexpr std::size_t kCurve = 0;
constexpr const char* kDashed = "class=\"diagonal\" stroke=\"#666\" stroke-dasharray=\"3 3\" fill=\"none\"";

// The share of actives found when this share of the rows is tested.
double found_at(const std::vector<record::EnrichmentPoint>& points, double tested) {
  double found = 0;
  for (const record::EnrichmentPoint& point : points) {
    if (point.tested <= tested) found = point.found;
  }
  return found;
}

std::string description(const record::Hits& hits) {
  std::string text = "Actives found over rows tested, the highest scores first.";
  for (const double tested : {0.01, 0.05, 0.1, 0.2}) {
    text += fmt::format(" {:.0f} % tested, {:.0f} % found.", 100 * tested, 100 * found_at(hits.enrichment, tested));
  }
  return text;
}

}  // namespace

std::string enrichment_svg(const record::Hits& hits, FigureUse use) {
  constexpr double kTop = 28;
  constexpr double kHeight = 280;
  constexpr double kFewest = 0.001;
  const double least = std::max(kFewest, hits.enrichment.size() < 2 ? 1 : hits.enrichment[1].tested);
  const Plot plot = page_plot({{100 * least, 100}, 0, 1, AxisScale::logarithmic, 0}, {0, 100}, kTop, kHeight);
  std::vector<Point> points, chance;
  for (const record::EnrichmentPoint& point : hits.enrichment) {
    if (point.tested >= least) points.push_back(plot.at(100 * point.tested, 100 * point.found));
  }
  std::string by_chance;
  for (double tested = least; tested < 1; tested *= 1.1) {
    const Point at = plot.at(100 * tested, 100 * tested);
    by_chance += fmt::format("{}{:.2f} {:.2f}", by_chance.empty() ? "M" : "L", at.x, at.y);
  }
  const Point last = plot.at(100, 100);
  by_chance += fmt::format("L{:.2f} {:.2f}", last.x, last.y);
  std::string body = grid(plot) + path_element(by_chance, kDashed) + curve_element(points, kCurve);
  const double share = hits.budget && hits.budget->rows > 0
                           ? static_cast<double>(hits.budget->tested) / static_cast<double>(hits.budget->rows)
                           : 0;
  if (share >= least) body += best_line(plot, 100 * share);
  body += frame(plot) + name_above(plot, 14, "% of actives found") + name_below(plot, "% of rows tested");
  return finished(
      {"enrichment", kPageWidth, plot.bottom() + kBelowPlot, "What testing more finds", description(hits), "", body},
      use);
}

}  // namespace pauc::report
