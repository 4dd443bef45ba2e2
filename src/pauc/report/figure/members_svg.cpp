#include "pauc/report/figure/members_svg.h"

#include <fmt/format.h>

#include <algorithm>

namespace pauc::report {

namespace {

constexpr double kTop = 10;
constexpr double kRow = 32;
constexpr double kRightMargin = 18;

// Names stand left of the plot; the longest ones are shortened to a third of the figure.
double names_width(const std::vector<MemberBar>& bars) {
  double width = 0;
  for (const MemberBar& bar : bars) width = std::max(width, text_width(bar.name));
  return std::min(width, kPageWidth / 3);
}

Plot rows_plot(const std::vector<MemberBar>& bars, const AxisRange& values, double right_margin) {
  const auto rows = static_cast<double>(bars.size());
  return {{values, names_width(bars) + 14, kPageWidth - right_margin, AxisScale::linear, 0},
          {{0, rows}, kTop + rows * kRow, kTop, AxisScale::linear, 1}};
}

double middle_of(std::size_t row) { return kTop + (static_cast<double>(row) + 0.5) * kRow; }

std::string name_element(const Plot& plot, const MemberBar& bar, double y) {
  return text_element({plot.left() - 7, y + 5}, "text-anchor=\"end\"", shortened(bar.name, plot.left() - 14));
}

std::string signed_text(double value) {
  const std::string text = fmt::format("{:+.4f}", value);
  return text.find_first_of("123456789") == std::string::npos ? text.substr(1) : text;
}

std::string percent_of(double share) { return fmt::format("{:.0f} %", 100 * share); }

}  // namespace

std::string weights_svg(const std::vector<MemberBar>& shares, FigureUse use) {
  constexpr double kThickness = 18;
  const double room = text_width("100 %") + 10;
  const Plot plot = rows_plot(shares, {0, 1}, room);
  std::string body;
  std::string words;
  for (std::size_t k = 0; k < shares.size(); ++k) {
    const double y = middle_of(k);
    const double end = plot.across.at(shares[k].value);
    body += name_element(plot, shares[k], y) +
            rectangle_element({plot.left(), y - kThickness / 2}, end - plot.left(), kThickness,
                              solid_fill(shares[k].curve)) +
            text_element({end + 6, y + 5}, "", percent_of(shares[k].value));
    words += fmt::format("{}{}: {}", words.empty() ? "" : ", ", shortened(shares[k].name, kPageWidth),
                         percent_of(shares[k].value));
  }
  body += line_element({plot.left(), plot.top()}, {plot.left(), plot.bottom()}, "class=\"frame\" stroke=\"#444444\"");
  return finished(
      {"weights", kPageWidth, plot.bottom() + 10, "Share of each member in the weight", words + ".", "", body}, use);
}

std::string additions_svg(const std::vector<MemberBar>& additions, const std::string& measure, FigureUse use) {
  AxisRange values{0, 0};
  for (const MemberBar& bar : additions) {
    const Interval ends = bar.ci ? *bar.ci : Interval{bar.value, bar.value};
    values = {std::min({values.low, bar.value, ends.lower}), std::max({values.high, bar.value, ends.upper})};
  }
  const Plot plot = rows_plot(additions, widened(values), kRightMargin);
  std::string body = grid(plot, ticks_across(plot.across), {});
  body += line_element({plot.across.at(0), plot.top()}, {plot.across.at(0), plot.bottom()},
                       "class=\"best\" stroke=\"#555555\" stroke-width=\"1.5\"");
  std::string words;
  for (std::size_t k = 0; k < additions.size(); ++k) {
    const MemberBar& bar = additions[k];
    const double y = middle_of(k);
    if (bar.ci) {
      body += line_element({plot.across.at(bar.ci->lower), y}, {plot.across.at(bar.ci->upper), y},
                           solid_stroke(bar.curve) + " stroke-width=\"3\"");
    }
    body += name_element(plot, bar, y) + large_dot_element({plot.across.at(bar.value), y}, bar.curve);
    words +=
        fmt::format("{}{}: {}", words.empty() ? "" : ", ", shortened(bar.name, kPageWidth), signed_text(bar.value));
    if (bar.ci) words += fmt::format(" ({} to {})", signed_text(bar.ci->lower), signed_text(bar.ci->upper));
  }
  body += frame(plot) + name_below(plot, shortened(measure, plot.width()));
  return finished(
      {"additions", kPageWidth, plot.bottom() + kBelowPlot, "What each member adds: " + measure, words + ".", "", body},
      use);
}

}  // namespace pauc::report
