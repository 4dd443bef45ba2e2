#include "pauc/report/roc_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "pauc/report/markup.h"
#include "pauc/report/names.h"

namespace pauc {

namespace {

// Okabe and Ito's palette, told apart by colour-blind readers; dashes do the same in print. Together they tell 36
// curves apart.
constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"};
constexpr const char* kDashes[] = {"none", "7 3", "2 3", "9 3 2 3", "12 4", "4 2"};
constexpr double kPlot = 400;  // side of a plot
constexpr double kWidth = 2 * kPlot + 170;
constexpr double kTop = 56;
constexpr double kLegendLine = 22;
constexpr std::size_t kLongestName = 48;

struct Frame {
  double left;
  double fpr_end;  // the axis runs from 0 to here

  double x(double fpr) const { return left + kPlot * fpr / fpr_end; }
  static double y(double tpr) { return kTop + kPlot * (1 - tpr); }
};

std::string stroke_of(std::size_t curve) {
  const std::size_t colours = std::size(kColours);
  return fmt::format("stroke=\"{}\" stroke-dasharray=\"{}\"", kColours[curve % colours],
                     kDashes[(curve + curve / colours) % std::size(kDashes)]);
}

std::string line(double x1, double y1, double x2, double y2, const std::string& style) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2, y2, style);
}

std::string text_at(double x, double y, const char* style, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style, escaped_markup(text));
}

std::string rectangle(double x, double y, double width, double height, const char* style) {
  return fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" {}/>\n", x, y, width, height,
                     style);
}

// The curve up to the frame's end, without corners that lie within a quarter of a pixel of the one before.
std::string path_of(const RocCurve& curve, const Frame& frame) {
  constexpr double kInvisible = 0.25;
  const Vertex totals = curve.totals();
  std::string path;
  double last_x = -1e9;
  double last_y = -1e9;
  for (std::size_t k = 0; k < curve.vertices.size(); ++k) {
    const double fpr = curve.vertices[k].negatives / totals.negatives;
    const double x = frame.x(fpr);
    const double y = Frame::y(curve.vertices[k].positives / totals.positives);
    const bool last = k + 1 == curve.vertices.size() || fpr > frame.fpr_end;
    if (!last && std::abs(x - last_x) + std::abs(y - last_y) < kInvisible) continue;
    path += fmt::format("{}{:.2f} {:.2f}", path.empty() ? "M" : "L", x, y);
    last_x = x;
    last_y = y;
    if (fpr > frame.fpr_end) break;
  }
  return path;
}

std::string grid(const Frame& frame) {
  constexpr int kTicks = 5;
  std::string svg;
  for (int t = 0; t <= kTicks; ++t) {
    const double fpr = frame.fpr_end * t / kTicks;
    const double tpr = static_cast<double>(t) / kTicks;
    svg += line(frame.x(fpr), kTop, frame.x(fpr), kTop + kPlot, "stroke=\"#e3e3e3\"");
    svg += line(frame.left, Frame::y(tpr), frame.left + kPlot, Frame::y(tpr), "stroke=\"#e3e3e3\"");
    svg +=
        text_at(frame.x(fpr), kTop + kPlot + 18, "text-anchor=\"middle\" font-size=\"12\"", fmt::format("{:.3g}", fpr));
    svg +=
        text_at(frame.left - 8, Frame::y(tpr) + 4, "text-anchor=\"end\" font-size=\"12\"", fmt::format("{:.3g}", tpr));
  }
  return svg;
}

std::string shade(const Region& region, const Frame& frame) {
  const double right = std::min(region.fpr_max, frame.fpr_end);
  if (region.fpr_min >= right) return "";
  return rectangle(frame.x(region.fpr_min), kTop, frame.x(right) - frame.x(region.fpr_min),
                   Frame::y(region.tpr_min) - kTop, "fill=\"#fff3c4\"");
}

std::string shade(const TprBand& band, const Frame& frame) {
  return rectangle(frame.left, Frame::y(band.max), kPlot, Frame::y(band.min) - Frame::y(band.max), "fill=\"#fff3c4\"");
}

// One square with grid, shade and all curves; `name` keeps clip paths apart.
std::string plot(const Evaluation& evaluation, const Frame& frame, const char* name, const std::string& title) {
  const JudgedArea& headline = evaluation.areas[evaluation.headline];
  std::string svg = text_at(frame.left, kTop - 12, "font-size=\"13\"", title);
  if (evaluation.headline > 0)
    svg += std::visit([&](const auto& where) { return shade(where, frame); }, headline.where);
  svg += grid(frame);
  svg +=
      fmt::format("<clipPath id=\"{}\">{}</clipPath>\n", name, rectangle(frame.left, kTop - 2, kPlot, kPlot + 4, ""));
  svg += fmt::format("<g clip-path=\"url(#{})\" fill=\"none\" stroke-linejoin=\"round\">\n", name);
  svg += line(frame.x(0), Frame::y(0), frame.x(frame.fpr_end), Frame::y(frame.fpr_end),
              "stroke=\"#888\" stroke-dasharray=\"3 4\"");
  for (std::size_t i = 0; i < evaluation.scores.size(); ++i) {
    svg += fmt::format("<path d=\"{}\" stroke-width=\"2\" {}/>\n", path_of(evaluation.scores[i].curve, frame),
                       stroke_of(i));
  }
  svg += "</g>\n" + rectangle(frame.left, kTop, kPlot, kPlot, "fill=\"none\" stroke=\"#444\"");
  return svg + text_at(frame.left + kPlot / 2, kTop + kPlot + 42, "font-size=\"14\" text-anchor=\"middle\"",
                       "false-positive rate (FPR)");
}

// Cut between characters of UTF-8.
std::string shortened(const std::string& name) {
  if (name.size() <= kLongestName) return name;
  std::size_t end = kLongestName;
  while (end > 0 && (name[end] & 0xC0) == 0x80) --end;
  return name.substr(0, end) + "...";
}

std::string legend(const Evaluation& evaluation, double left, double top) {
  const JudgedArea& headline = evaluation.areas[evaluation.headline];
  std::string svg;
  if (evaluation.headline > 0) {
    const auto title = fmt::format("{}, {} scale, shaded", area_title(headline), scale_name(headline.scale));
    svg += rectangle(left, top - 13, 36, 14, "fill=\"#fff3c4\" stroke=\"#bbb\"");
    svg += text_at(left + 46, top, "font-size=\"13\"", title);
    top += kLegendLine;
  }
  for (std::size_t i = 0; i < evaluation.scores.size(); ++i) {
    const ScoreEvaluation& score = evaluation.scores[i];
    const double y = top + kLegendLine * static_cast<double>(i);
    std::string values = fmt::format("AUC {:.4f}", score.areas[0].value);
    if (evaluation.headline > 0) {
      values += fmt::format(", pAUC {:.4f}", headline.shown(score.areas[evaluation.headline].value));
    }
    svg += line(left, y - 4, left + 36, y - 4, "stroke-width=\"3\" " + stroke_of(i));
    svg += text_at(left + 46, y, "font-size=\"13\"", fmt::format("{}: {}", shortened(score.name), values));
  }
  return svg;
}

// The second plot shows the region where that is a corner, else the first tenth.
double enlarged_end(const Evaluation& evaluation) {
  const auto* region = std::get_if<Region>(&evaluation.areas[evaluation.headline].where);
  return region != nullptr && region->fpr_max <= 0.3 ? region->fpr_max : 0.1;
}

}  // namespace

std::string roc_svg(const Evaluation& evaluation) {
  const Frame whole{70, 1};
  const Frame corner{70 + kPlot + 70, enlarged_end(evaluation)};
  const double legend_top = kTop + kPlot + 80;
  const double height = legend_top + kLegendLine * static_cast<double>(evaluation.scores.size() + 1);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\" fill=\"#222\" role=\"img\">\n<title>ROC "
      "curves</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
      kWidth, height);
  svg += plot(evaluation, whole, "whole", "ROC curve");
  svg += plot(evaluation, corner, "corner", fmt::format("enlarged: FPR up to {:g}", corner.fpr_end));
  svg += fmt::format(
      "<text transform=\"translate(24 {:.1f}) rotate(-90)\" font-size=\"14\" text-anchor=\"middle\">true-positive rate "
      "(TPR)</text>\n",
      kTop + kPlot / 2);
  svg += legend(evaluation, whole.left, legend_top);
  return svg + "</svg>\n";
}

}  // namespace pauc
