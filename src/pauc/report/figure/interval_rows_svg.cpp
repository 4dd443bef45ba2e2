#include "pauc/report/figure/interval_rows_svg.h"

#include <fmt/format.h>

#include <algorithm>

namespace pauc::report {

namespace {

constexpr double kRowHeight = 22;
constexpr double kTop = 8;
constexpr double kWidestName = 170;
constexpr double kRight = kPageWidth - 18;

AxisRange range_of(const IntervalRows& rows) {
  AxisRange range{rows.reference, rows.reference};
  const auto include = [&](double value) {
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
  };
  for (const IntervalRow& row : rows.rows) {
    include(row.value);
    if (row.ci) include(row.ci->lower);
    if (row.ci) include(row.ci->upper);
    if (row.other) include(*row.other);
  }
  return widened(range);
}

Plot plot_of(const IntervalRows& rows) {
  double names = 20;
  for (const IntervalRow& row : rows.rows) names = std::max(names, text_width(row.name));
  const double bottom = kTop + kRowHeight * static_cast<double>(rows.rows.size());
  const Axis across{range_of(rows), std::min(names, kWidestName) + 14, kRight, AxisScale::linear, 0};
  return {across, {{0, 1}, bottom, kTop, AxisScale::linear, 0}};
}

std::string row_elements(const IntervalRow& row, const Plot& plot, double y) {
  std::string svg =
      text_element({plot.left() - 7, y + 5}, "class=\"axis\" text-anchor=\"end\"", shortened(row.name, kWidestName));
  if (row.other) {
    const double x = plot.across.at(*row.other);
    svg += line_element({x, y - 7}, {x, y + 7}, "class=\"curve c1\" stroke=\"#D55E00\" stroke-width=\"2\"");
  }
  if (row.ci) {
    svg += line_element({plot.across.at(row.ci->lower), y}, {plot.across.at(row.ci->upper), y},
                        curve_stroke(0) + " stroke-width=\"2\"");
  }
  return svg + dot_element({plot.across.at(row.value), y}, 0);
}

}  // namespace

std::string interval_rows_svg(const IntervalRows& rows, FigureUse use) {
  const Plot plot = plot_of(rows);
  std::string body = grid(plot, ticks_across(plot.across), {});
  body += best_line(plot, rows.reference);
  double y = kTop + kRowHeight / 2;
  for (const IntervalRow& row : rows.rows) {
    body += row_elements(row, plot, y);
    y += kRowHeight;
  }
  body += frame(plot) + name_below(plot, rows.axis);
  return finished({rows.kind, kPageWidth, plot.bottom() + kBelowPlot, rows.title, rows.description, "", body}, use);
}

}  // namespace pauc::report
