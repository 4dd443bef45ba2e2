#include "pauc/report/figure/roc_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pauc/report/figure/roc_legend.h"

namespace pauc::report {

namespace {

// The second plot shows the region where that is a corner, else the first tenth.
double enlarged_end(const Evaluation& evaluation) {
  const auto* region = std::get_if<Region>(&evaluation.areas[evaluation.headline].where);
  return region != nullptr && region->fpr_max <= 0.3 ? region->fpr_max : 0.1;
}

Axis fpr_axis(const Evaluation& evaluation, RocView view, double left, double side) {
  if (view == RocView::corner_log) {
    // The first step away from FPR 0 stands clear of the edge, where FPR 0 is drawn.
    const double begin = round_value_below(1 / static_cast<double>(std::max<std::int64_t>(1, evaluation.negatives)));
    return {{begin, 1}, left, left + side, AxisScale::logarithmic, 0};
  }
  return {{0, view == RocView::whole ? 1 : enlarged_end(evaluation)}, left, left + side, AxisScale::linear, 0};
}

Plot roc_plot(const Evaluation& evaluation, RocView view, Point corner, double side) {
  constexpr double kTprStep = 0.2;
  return {fpr_axis(evaluation, view, corner.x, side), {{0, 1}, corner.y + side, corner.y, AxisScale::linear, kTprStep}};
}

struct Rates {
  double fpr = 0;
  double tpr = 0;
};

// A straight line in rates is none on a logarithmic axis.
void add_slanted(const Plot& plot, Rates from, Rates to, std::vector<Point>& points) {
  constexpr double kPart = 2;  // short enough to look round
  const double begin = plot.across.at(from.fpr);
  const double length = plot.across.at(to.fpr) - begin;
  const double slope = (to.tpr - from.tpr) / (to.fpr - from.fpr);
  const int parts = static_cast<int>(std::ceil(length / kPart));
  for (int part = 0; part < parts; ++part) {
    const double fpr = std::max(from.fpr, plot.across.value_at(begin + part * kPart));
    points.push_back(plot.at(fpr, from.tpr + slope * (fpr - from.fpr)));
  }
}

// The curve up to the plot's end.
std::vector<Point> curve_places(const std::vector<Vertex>& vertices, const Plot& plot) {
  const Vertex totals = vertices.back();
  const double end = plot.across.values.high;
  std::vector<Point> points;
  Rates from;
  for (const auto& vertex : vertices) {
    Rates to{vertex.negatives / totals.negatives, vertex.positives / totals.positives};
    const bool last = to.fpr > end;
    if (last) to = {end, from.tpr + (to.tpr - from.tpr) * (end - from.fpr) / (to.fpr - from.fpr)};
    const bool slanted = to.fpr > from.fpr && to.tpr > from.tpr;
    if (plot.across.scale == AxisScale::logarithmic && slanted) add_slanted(plot, from, to, points);
    points.push_back(plot.at(to.fpr, to.tpr));
    if (last) break;
    from = to;
  }
  return points;
}

std::string diagonal(const Plot& plot) {
  return path_element(line_path(curve_places({{0, 0}, {1, 1}}, plot)),
                      "class=\"diagonal\" fill=\"none\" stroke=\"#888888\" stroke-dasharray=\"3 4\"");
}

// How high a curve comes to an FPR, before it rises there.
double height_before(const RocCurve& curve, double fpr) {
  constexpr double kRounding = 1e-12;
  const double negatives = fpr * curve.totals().negatives;
  const auto to = std::partition_point(curve.vertices.begin(), curve.vertices.end() - 1, [&](const Vertex& vertex) {
    return vertex.negatives < negatives * (1 - kRounding);
  });
  if (to == curve.vertices.begin()) return 0;
  const Vertex from = *(to - 1);
  const double share = std::min(1.0, (negatives - from.negatives) / (to->negatives - from.negatives));
  return (from.positives + share * (to->positives - from.positives)) / curve.totals().positives;
}

// One edge of a band.
class BandEdge {
 public:
  BandEdge(const Plot& plot, double Interval::*end) : plot_(plot), end_(end) {}

  // To the next rate: level, or along with a curve that slants, which makes a `share` of the way before it rises.
  void go_on(double fpr, const Interval& interval, double share) {
    const double plot_end = plot_.across.values.high;
    Rates to{fpr, interval.*end_};
    if (!points_.empty()) {
      to.tpr = last_.tpr + share * (to.tpr - last_.tpr);
      if (fpr > plot_end) {
        to = {plot_end, last_.tpr + (to.tpr - last_.tpr) * (plot_end - last_.fpr) / (fpr - last_.fpr)};
      }
      if (plot_.across.scale == AxisScale::logarithmic && share > 0) add_slanted(plot_, last_, to, points_);
      points_.push_back(plot_.at(to.fpr, to.tpr));
    }
    if (fpr > plot_end) return;
    last_ = {fpr, interval.*end_};
    points_.push_back(plot_.at(last_.fpr, last_.tpr));
  }
  const std::vector<Point>& points() const { return points_; }

 private:
  const Plot& plot_;
  double Interval::*end_;
  std::vector<Point> points_;
  Rates last_;
};

// Steps, as the curve has them: the interval at a rate holds until the next one.
std::string band(const ScoreEvaluation& score, const Plot& plot, std::size_t curve) {
  BandEdge upper(plot, &Interval::upper);
  BandEdge lower(plot, &Interval::lower);
  double tpr = 0;
  for (const auto& [point, ci] : score.band) {
    if (!ci.interval) continue;
    const double rise = point.tpr - tpr;
    const double share = rise > 0 ? std::clamp((height_before(score.curve, point.fpr) - tpr) / rise, 0.0, 1.0) : 0;
    upper.go_on(point.fpr, *ci.interval, share);
    lower.go_on(point.fpr, *ci.interval, share);
    if (point.fpr >= plot.across.values.high) break;
    tpr = point.tpr;
  }
  return band_element(upper.points(), lower.points(), curve);
}

std::string shade(const Region& region, const Plot& plot) {
  const double end = std::min(region.fpr_max, plot.across.values.high);
  if (region.fpr_min >= end) return "";
  const Point corner = plot.at(region.fpr_min, 1);
  return rectangle_element(corner, plot.across.at(end) - corner.x, plot.up.at(region.tpr_min) - corner.y, kRegionLook);
}

std::string shade(const TprBand& band, const Plot& plot) {
  return rectangle_element({plot.left(), plot.up.at(band.max)}, plot.width(),
                           plot.up.at(band.min) - plot.up.at(band.max), kRegionLook);
}

std::string shaded_headline(const Evaluation& evaluation, const Plot& plot) {
  if (evaluation.headline == 0) return "";
  return std::visit([&](const auto& where) { return shade(where, plot); }, evaluation.areas[evaluation.headline].where);
}

// One square with everything in it.
std::string square(const Evaluation& evaluation, const Plot& plot) {
  std::string svg = shaded_headline(evaluation, plot) + grid(plot) + diagonal(plot);
  for (std::size_t i = 0; i < banded_curves(evaluation); ++i) svg += band(evaluation.scores[i], plot, i);
  for (std::size_t i = 0; i < evaluation.scores.size(); ++i) {
    svg += curve_element(curve_places(evaluation.scores[i].curve.vertices, plot), i);
  }
  return svg + frame(plot) + name_below(plot, "false-positive rate (FPR)");
}

std::string tpr_name(const Plot& plot) {
  return fmt::format(
      "<text transform=\"translate(18 {:.1f}) rotate(-90)\" class=\"axis\" text-anchor=\"middle\">true-positive rate "
      "(TPR)</text>\n",
      plot.top() + plot.height() / 2);
}

const char* view_name(RocView view) {
  if (view == RocView::whole) return "whole";
  return view == RocView::corner ? "corner" : "corner_log";
}

std::string view_title(const Evaluation& evaluation, RocView view) {
  if (view == RocView::whole) return "ROC curve";
  return view == RocView::corner ? fmt::format("ROC curve, enlarged: FPR up to {:g}", enlarged_end(evaluation))
                                 : "ROC curve, FPR on a logarithmic scale";
}

std::string title_above(const Plot& plot, const std::string& title) {
  return title_element({plot.left(), plot.top() - 12}, title);
}

// As wide as a page figure.
Plot page_square(const Evaluation& evaluation, RocView view, FigureUse use) {
  constexpr double kLeft = 62;
  constexpr double kSide = kPageWidth - kLeft - 18;
  return roc_plot(evaluation, view, {kLeft, use == FigureUse::file ? 40.0 : 10.0}, kSide);
}

}  // namespace

std::string roc_svg(const Evaluation& evaluation) {
  constexpr double kSide = 400;
  constexpr double kWidth = 2 * kSide + 170;
  constexpr Point kCorner = {70, 40};
  std::string body;
  for (const auto view : {RocView::whole, RocView::corner}) {
    const double left = view == RocView::whole ? kCorner.x : kCorner.x + kSide + 70;
    const Plot plot = roc_plot(evaluation, view, {left, kCorner.y}, kSide);
    if (view == RocView::whole) body += tpr_name(plot);
    body += title_above(plot, view_title(evaluation, view)) + square(evaluation, plot);
  }
  const RocLegend below = roc_legend(evaluation, {kCorner.x, kCorner.y + kSide + 80}, kWidth - kCorner.x - 20);
  return finished({"roc", kWidth, below.bottom, "ROC curves", roc_description(evaluation), "", body + below.svg},
                  FigureUse::file);
}

std::string still_roc_svg(const Evaluation& evaluation, RocView view) {
  const Plot plot = page_square(evaluation, view, FigureUse::page);
  return finished({"still-roc", kPageWidth, plot.bottom() + kBelowPlot, view_title(evaluation, view),
                   roc_description(evaluation), "", tpr_name(plot) + square(evaluation, plot)},
                  FigureUse::page);
}

std::string roc_view_svg(const Evaluation& evaluation, RocView view, FigureUse use) {
  const bool alone = use == FigureUse::file;
  const Plot plot = page_square(evaluation, view, use);
  const std::string title = view_title(evaluation, view);
  double height = plot.bottom() + kBelowPlot;
  std::string body = tpr_name(plot) + square(evaluation, plot);
  if (alone) {
    const RocLegend below = roc_legend(evaluation, {16, height + 24}, kPageWidth - 32);
    body += title_above(plot, title) + below.svg;
    height = below.bottom;
  }
  const auto attributes = fmt::format(" data-view=\"{}\"{} data-scale=\"{}\"", view_name(view), plot_attributes(plot),
                                      view == RocView::corner_log ? "log" : "linear");
  return finished({"roc", kPageWidth, height, title, roc_description(evaluation), attributes, body + empty_markers()},
                  use);
}

}  // namespace pauc::report
