#include "pauc/report/figure/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "pauc/core/text/utf8.h"
#include "pauc/report/figure/markup.h"

namespace pauc::report {

namespace {

// Okabe and Ito's palette without black and yellow.
constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"};
constexpr const char* kDashes[] = {"none", "7 3", "2 3", "9 3 2 3", "12 4", "4 2"};

constexpr double kRightMargin = 18;

// A label too wide for a margin ends with it.
std::string label_below(const Plot& plot, double x, const std::string& label) {
  constexpr double kEdge = 2;
  const double half = text_width(label) / 2;
  const double end = plot.right() + kRightMargin - kEdge;
  const char* anchor = "middle";
  if (x - half < kEdge) {
    anchor = "start";
    x = kEdge;
  } else if (x + half > end) {
    anchor = "end";
    x = end;
  }
  return text_element({x, plot.bottom() + 18}, fmt::format("class=\"axis\" text-anchor=\"{}\"", anchor), label);
}

std::string circle_element(Point at, double radius, std::size_t curve) {
  return fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:g}\" {}/>\n", at.x, at.y, radius, solid_fill(curve));
}

}  // namespace

std::string finished(const Drawing& drawing, FigureUse use) {
  std::string size;
  std::string background;
  if (use == FigureUse::file) {
    size = fmt::format(" width=\"{:.0f}\" height=\"{:.0f}\"", drawing.width, drawing.height);
    background = rectangle_element({0, 0}, drawing.width, drawing.height,
                                   "class=\"background\" fill=\"#ffffff\" stroke=\"none\"");
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure {}\" viewBox=\"0 0 {:.0f} {:.0f}\"{}{} role=\"img\" "
      "font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\" font-size=\"{}\" fill=\"#222222\">\n"
      "<title>{}</title>\n<desc>{}</desc>\n{}{}</svg>\n",
      drawing.kind, drawing.width, drawing.height, size, drawing.attributes, kFontSize, escaped_markup(drawing.title),
      escaped_markup(drawing.description), background, drawing.body);
}

std::string title_element(Point at, const std::string& text) {
  return text_element(at, "class=\"title\" font-weight=\"bold\"", text);
}

std::string line_element(Point from, Point to, const std::string& attributes) {
  return fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" {}/>\n", from.x, from.y, to.x, to.y,
                     attributes);
}

std::string rectangle_element(Point corner, double width, double height, const std::string& attributes) {
  return fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" {}/>\n", corner.x, corner.y,
                     width, height, attributes);
}

std::string text_element(Point at, const std::string& attributes, const std::string& text) {
  return fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" {}>{}</text>\n", at.x, at.y, attributes, escaped_markup(text));
}

std::string path_element(const std::string& path, const std::string& attributes) {
  return fmt::format("<path d=\"{}\" {}/>\n", path, attributes);
}

std::string curve_stroke(std::size_t curve) {
  const std::size_t colour = curve % std::size(kColours);
  return fmt::format("class=\"curve c{}\" stroke=\"{}\" stroke-dasharray=\"{}\"", colour, kColours[colour],
                     kDashes[(curve + curve / std::size(kColours)) % std::size(kDashes)]);
}

std::string band_fill(std::size_t curve) {
  const std::size_t colour = curve % std::size(kColours);
  return fmt::format("class=\"band c{}\" fill=\"{}\" fill-opacity=\"0.14\" stroke=\"none\"", colour, kColours[colour]);
}

std::string solid_fill(std::size_t curve) {
  const std::size_t colour = curve % std::size(kColours);
  return fmt::format("class=\"dot c{}\" fill=\"{}\" stroke=\"none\"", colour, kColours[colour]);
}

std::string solid_stroke(std::size_t curve) {
  const std::size_t colour = curve % std::size(kColours);
  return fmt::format("class=\"curve c{}\" stroke=\"{}\"", colour, kColours[colour]);
}

std::string curve_element(const std::vector<Point>& points, std::size_t curve) {
  if (points.empty()) return "";
  const char* width = points.size() == 1 ? "stroke-width=\"7\" stroke-linecap=\"round\"" : "stroke-width=\"2\"";
  return path_element(line_path(points),
                      fmt::format("{} fill=\"none\" stroke-linejoin=\"round\" {}", curve_stroke(curve), width));
}

std::string band_element(const std::vector<Point>& upper, const std::vector<Point>& lower, std::size_t curve) {
  return upper.size() < 2 ? "" : path_element(area_path(upper, lower), band_fill(curve));
}

bool has_dots(std::size_t curve) { return curve >= std::size(kColours); }

std::string dot_element(Point at, std::size_t curve) { return circle_element(at, 3.5, curve); }
std::string large_dot_element(Point at, std::size_t curve) { return circle_element(at, 6, curve); }

Plot page_plot(const Axis& across, const AxisRange& up, double top, double height, AxisScale scale) {
  Plot plot{across, {up, top + height, top, scale, 0}};
  double labels = 0;
  for (const auto& tick : ticks_up(plot.up)) labels = std::max(labels, text_width(tick.label));
  plot.across.start = labels + 14;
  plot.across.end = kPageWidth - kRightMargin;
  return plot;
}

std::string grid(const Plot& plot, const std::vector<Tick>& across, const std::vector<Tick>& up) {
  constexpr const char* kLine = "class=\"grid\" stroke=\"#dddddd\"";
  std::string svg;
  for (const auto& [value, label] : across) {
    const double x = plot.across.at(value);
    svg += line_element({x, plot.top()}, {x, plot.bottom()}, kLine);
    if (!label.empty()) svg += label_below(plot, x, label);
  }
  for (const auto& [value, label] : up) {
    const double y = plot.up.at(value);
    svg += line_element({plot.left(), y}, {plot.right(), y}, kLine);
    if (!label.empty()) svg += text_element({plot.left() - 7, y + 5}, "class=\"axis\" text-anchor=\"end\"", label);
  }
  return svg;
}

std::string grid(const Plot& plot) { return grid(plot, ticks_across(plot.across), ticks_up(plot.up)); }

std::string frame(const Plot& plot) {
  return rectangle_element({plot.left(), plot.top()}, plot.width(), plot.height(),
                           "class=\"frame\" fill=\"none\" stroke=\"#444444\"");
}

std::string name_below(const Plot& plot, const std::string& name) {
  return text_element({plot.left() + plot.width() / 2, plot.bottom() + 40}, "class=\"axis\" text-anchor=\"middle\"",
                      name);
}

std::string name_above(const Plot& plot, double above, const std::string& name) {
  return text_element({4, plot.top() - above}, "class=\"axis\"", shortened(name, kPageWidth - 8));
}

std::string plot_attributes(const Plot& plot) {
  return fmt::format(
      " data-left=\"{:.2f}\" data-right=\"{:.2f}\" data-top=\"{:.2f}\" data-bottom=\"{:.2f}\" data-low=\"{}\" "
      "data-high=\"{}\"",
      plot.left(), plot.right(), plot.top(), plot.bottom(), plot.across.values.low, plot.across.values.high);
}

std::string empty_markers() { return "<g class=\"markers\"></g>\n"; }

std::string legend_entry(Point at, const std::string& sample, const std::string& text) {
  return sample + text_element({at.x + kSampleWidth + 8, at.y}, "class=\"legend\"", text);
}

std::string curve_sample(Point at, std::size_t curve) {
  return line_element({at.x, at.y - 5}, {at.x + kSampleWidth, at.y - 5}, curve_stroke(curve) + " stroke-width=\"3\"");
}

std::string band_sample(Point at, std::size_t curve) {
  return rectangle_element({at.x, at.y - 11}, kSampleWidth, 12, band_fill(curve));
}

std::string best_dot(Point at) {
  return fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"4.5\" class=\"best\" fill=\"#222222\"/>\n", at.x, at.y);
}

std::string best_line(const Plot& plot, double at) {
  const double x = plot.across.at(at);
  return line_element({x, plot.top()}, {x, plot.bottom()}, "class=\"best\" stroke=\"#555555\" stroke-width=\"1\"");
}

std::string shortened(const std::string& text, double width) {
  if (text_width(text) <= width) return text;
  std::vector<std::string> letters;
  for (std::string_view rest = text; !rest.empty();) {
    letters.emplace_back(rest.substr(0, std::max<std::size_t>(1, character_length(rest))));
    rest.remove_prefix(letters.back().size());
  }
  std::string head;
  std::string tail;
  double room = width - text_width("...");
  for (std::size_t k = 0; k < letters.size(); ++k) {  // from both ends in turn
    const bool ahead = k % 2 == 0;
    const std::string& letter = ahead ? letters[k / 2] : letters[letters.size() - 1 - k / 2];
    room -= text_width(letter);
    if (room < 0) break;
    if (ahead) {
      head += letter;
    } else {
      tail.insert(0, letter);
    }
  }
  return head + "..." + tail;
}

}  // namespace pauc::report
