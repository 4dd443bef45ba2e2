#include "pauc/report/figure/distribution_svg.h"

#include <fmt/format.h>

#include <algorithm>

namespace pauc::report {

namespace {

// Other colours than those of curves, which mean models. Told apart without colours too: the positives' outline is
// thick, the negatives' dashed.
constexpr const char* kPositive =
    "class=\"positive\" fill=\"#882255\" fill-opacity=\"0.25\" stroke=\"#882255\" stroke-width=\"2.2\"";
constexpr const char* kNegative =
    "class=\"negative\" fill=\"#6b7280\" fill-opacity=\"0.2\" stroke=\"#6b7280\" stroke-width=\"1.5\" "
    "stroke-dasharray=\"5 2\"";

double edge(const ScoreHistogram& histogram, double bin) {
  const double share = bin / static_cast<double>(histogram.positives.size());
  return (1 - share) * histogram.low + share * histogram.high;
}

// Along the tops of the bars, open below.
std::string outline(const ScoreHistogram& histogram, const std::vector<double>& shares, const Plot& plot) {
  std::string path = fmt::format("M{:.2f} {:.2f}", plot.left(), plot.bottom());
  double height = 0;
  for (std::size_t bin = 0; bin < shares.size(); ++bin) {
    if (shares[bin] != height) path += fmt::format("V{:.2f}", plot.up.at(shares[bin]));
    height = shares[bin];
    path += fmt::format("H{:.2f}", plot.across.at(edge(histogram, static_cast<double>(bin + 1))));
  }
  return path + fmt::format("V{:.2f}", plot.bottom());
}

double median_of(const ScoreHistogram& histogram, const std::vector<double>& shares) {
  double below = 0;
  for (std::size_t bin = 0; bin < shares.size(); ++bin) {
    if (below + shares[bin] >= 0.5) {
      return edge(histogram, static_cast<double>(bin) + (0.5 - below) / shares[bin]);
    }
    below += shares[bin];
  }
  return histogram.high;
}

std::string description(const ScoreHistogram& histogram) {
  return fmt::format(
      "Histograms of the scores of both classes, from {:.4g} to {:.4g}. The median of the positives is about {:.3g}, "
      "that of the negatives about {:.3g}.",
      histogram.low, histogram.high, median_of(histogram, histogram.positives),
      median_of(histogram, histogram.negatives));
}

std::string legend(double right, double baseline) {
  const double negatives = right - kSampleWidth - 8 - text_width("negatives");
  const double positives = negatives - kSampleWidth - 20 - text_width("positives");
  const auto sample = [&](double left, const char* look) {
    return rectangle_element({left, baseline - 12}, kSampleWidth, 14, look);
  };
  return legend_entry({positives, baseline}, sample(positives, kPositive), "positives") +
         legend_entry({negatives, baseline}, sample(negatives, kNegative), "negatives");
}

// Whose outermost bars hold more than they show.
const char* score_name(const ScoreHistogram& histogram) {
  if (histogram.cut_low && histogram.cut_high) return "score (outermost bars: and beyond)";
  if (histogram.cut_low) return "score (first bar: and below)";
  return histogram.cut_high ? "score (last bar: and above)" : "score";
}

}  // namespace

std::string distribution_svg(const ScoreHistogram& histogram, FigureUse use) {
  constexpr double kTop = 36;
  constexpr double kHeight = 220;
  const double highest = std::max(*std::max_element(histogram.positives.begin(), histogram.positives.end()),
                                  *std::max_element(histogram.negatives.begin(), histogram.negatives.end()));
  const Axis scores{{histogram.low, histogram.high}, 0, 1, AxisScale::linear, 0};
  const Plot plot = page_plot(scores, {0, 1.05 * highest}, kTop, kHeight);
  const std::string body = grid(plot) + path_element(outline(histogram, histogram.negatives, plot), kNegative) +
                           path_element(outline(histogram, histogram.positives, plot), kPositive) + frame(plot) +
                           name_above(plot, 14, "share of class") + legend(plot.right(), kTop - 14) +
                           name_below(plot, score_name(histogram)) + empty_markers();
  return finished({"distribution", kPageWidth, plot.bottom() + kBelowPlot, "Distribution of scores",
                   description(histogram), plot_attributes(plot), body},
                  use);
}

}  // namespace pauc::report
