#include "pauc/report/roc_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "pauc/report/markup.h"
#include "pauc/report/names.h"

namespace pauc {

namespace {

// Okabe and Ito's palette, told apart by colour-blind readers; dashes do the same in print.
constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"};
constexpr const char* kDashes[] = {"none", "7 3", "2 3", "9 3 2 3", "12 4", "4 2"};
constexpr double kWidth = 640;
constexpr double kLegendLine = 22;

struct Frame {
  double left;
  double top;
  double width;
  double height;
  double fpr_end;  // the axis runs from 0 to here

  double x(double fpr) const { return left + width * fpr / fpr_end; }
  double y(double tpr) const { return top + height * (1 - tpr); }
};

// The curve up to the frame's end, without corners that lie within a quarter of a pixel of the one before.
std::string path_points(const RocCurve& curve, const Frame& frame) {
  constexpr double kInvisible = 0.25;
  const Vertex totals = curve.totals();
  std::string path;
  double last_x = -1e9;
  double last_y = -1e9;
  for (std::size_t k = 0; k < curve.vertices.size(); ++k) {
    const double fpr = curve.vertices[k].negatives / totals.negatives;
    const double tpr = curve.vertices[k].positives / totals.positives;
    const double x = frame.x(fpr);
    const double y = frame.y(tpr);
    const bool last = k + 1 == curve.vertices.size() || fpr > frame.fpr_end;
    if (!last && std::abs(x - last_x) + std::abs(y - last_y) < kInvisible) continue;
    path += fmt::format("{}{:.2f} {:.2f}", path.empty() ? "M" : "L", x, y);
    last_x = x;
    last_y = y;
    if (fpr > frame.fpr_end) break;
  }
  return path;
}

std::string line(double x1, double y1, double x2, double y2, const char* style) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2, y2, style);
}

std::string text_at(double x, double y, const char* style, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style, escaped_markup(text));
}

std::string axes(const Frame& frame, int ticks, const char* text_style) {
  constexpr const char* kGrid = "stroke=\"#e3e3e3\" stroke-width=\"1\"";
  std::string svg;
  for (int t = 0; t <= ticks; ++t) {
    const double fpr = frame.fpr_end * t / ticks;
    const double tpr = static_cast<double>(t) / ticks;
    svg += line(frame.x(fpr), frame.top, frame.x(fpr), frame.top + frame.height, kGrid);
    svg += line(frame.left, frame.y(tpr), frame.left + frame.width, frame.y(tpr), kGrid);
    svg += text_at(frame.x(fpr), frame.top + frame.height + 16,
                   fmt::format("text-anchor=\"middle\" {}", text_style).c_str(), fmt::format("{:.3g}", fpr));
    svg += text_at(frame.left - 7, frame.y(tpr) + 4, fmt::format("text-anchor=\"end\" {}", text_style).c_str(),
                   fmt::format("{:.3g}", tpr));
  }
  return svg;
}

std::string border(const Frame& frame, const char* fill) {
  return fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" stroke=\"#444\"/>\n", frame.left,
      frame.top, frame.width, frame.height, fill);
}

// The part of the square that the headline looks at.
struct Shade {
  double fpr_min = 0;
  double fpr_max = 0;
  double tpr_min = 0;
  double tpr_max = 1;
};

std::optional<Shade> shade_of(const Evaluation& evaluation) {
  const auto of_region = [](const Region& r) { return Shade{r.fpr_min, r.fpr_max, r.tpr_min, 1}; };
  if (evaluation.two_way) return of_region(*evaluation.two_way);
  if (evaluation.one_way) return of_region(*evaluation.one_way);
  if (evaluation.tpr_band) return Shade{0, 1, evaluation.tpr_band->min, evaluation.tpr_band->max};
  return std::nullopt;
}

std::string shaded(const Shade& shade, const Frame& frame) {
  const double right = std::min(shade.fpr_max, frame.fpr_end);
  if (shade.fpr_min >= right) return "";
  return fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"#fff3c4\"/>\n",
                     frame.x(shade.fpr_min), frame.y(shade.tpr_max), frame.x(right) - frame.x(shade.fpr_min),
                     frame.y(shade.tpr_min) - frame.y(shade.tpr_max));
}

// One frame with grid, shade and all curves; `name` keeps clip paths apart.
std::string plot(const Evaluation& evaluation, const Frame& frame, const char* name, int ticks,
                 const char* text_style) {
  std::string svg = border(frame, "#ffffff");
  const auto shade = shade_of(evaluation);
  if (shade) svg += shaded(*shade, frame);
  svg += axes(frame, ticks, text_style);
  svg += fmt::format(
      "<clipPath id=\"{}\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/></clipPath>\n", name,
      frame.left, frame.top - 2, frame.width, frame.height + 4);
  svg += fmt::format("<g clip-path=\"url(#{})\" fill=\"none\" stroke-linejoin=\"round\">\n", name);
  svg += fmt::format("<path d=\"M{:.2f} {:.2f}L{:.2f} {:.2f}\" stroke=\"#888\" stroke-dasharray=\"3 4\"/>\n",
                     frame.x(0), frame.y(0), frame.x(frame.fpr_end), frame.y(frame.fpr_end));
  for (std::size_t i = 0; i < evaluation.scores.size(); ++i) {
    svg += fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"{}\"/>\n",
                       path_points(evaluation.scores[i].curve, frame), kColours[i % std::size(kColours)],
                       kDashes[i % std::size(kDashes)]);
  }
  return svg + "</g>\n" + border(frame, "none");
}

std::string headline_text(const ScoreEvaluation& score, const Evaluation& evaluation) {
  const Scale scale = evaluation.headline.scale;
  std::string text = fmt::format("AUC {:.4f}", score.auc.value);
  const auto append = [&](const std::string& where, double value) {
    text += fmt::format(",  pAUC ({}, {}) {:.4f}", where, scale_name(scale), value);
  };
  if (score.two_way) {
    append(region_text(*evaluation.two_way), rescaled(score.two_way->normalised.value, scale, *evaluation.two_way));
  } else if (score.one_way) {
    append(region_text(*evaluation.one_way), rescaled(score.one_way->normalised.value, scale, *evaluation.one_way));
  } else if (score.tpr_band) {
    append(band_text(*evaluation.tpr_band), rescaled(score.tpr_band->value, scale, *evaluation.tpr_band));
  }
  return text;
}

std::string legend(const Evaluation& evaluation, double top) {
  std::string svg;
  for (std::size_t i = 0; i < evaluation.scores.size(); ++i) {
    const double y = top + kLegendLine * static_cast<double>(i);
    svg += line(76, y - 4, 112, y - 4,
                fmt::format("stroke=\"{}\" stroke-width=\"3\" stroke-dasharray=\"{}\"",
                            kColours[i % std::size(kColours)], kDashes[i % std::size(kDashes)])
                    .c_str());
    svg += text_at(122, y, "font-size=\"13\"",
                   fmt::format("{}:  {}", evaluation.scores[i].name, headline_text(evaluation.scores[i], evaluation)));
  }
  return svg;
}

// The inset shows the region where that is a corner, else the first tenth.
double inset_end(const Evaluation& evaluation) {
  const double end = evaluation.one_way ? evaluation.one_way->fpr_max : 1;
  return end <= 0.3 ? end : 0.1;
}

}  // namespace

std::string roc_svg(const Evaluation& evaluation) {
  const Frame main{76, 30, 534, 534, 1};
  const Frame inset{main.left + 250, main.top + 250, 262, 236, inset_end(evaluation)};
  const double legend_top = main.top + main.height + 72;
  const double height = legend_top + kLegendLine * static_cast<double>(evaluation.scores.size());
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\" fill=\"#222\" role=\"img\">\n<title>ROC "
      "curves</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
      kWidth, height);
  svg += plot(evaluation, main, "main", 10, "font-size=\"12\"");
  svg += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"#ffffff\" />\n",
                     inset.left - 36, inset.top - 24, inset.width + 52, inset.height + 46);
  svg += plot(evaluation, inset, "inset", 5, "font-size=\"11\"");
  svg += text_at(inset.left, inset.top - 8, "font-size=\"12\"", fmt::format("enlarged: FPR up to {:g}", inset.fpr_end));
  svg += text_at(main.left + main.width / 2, main.top + main.height + 42, "font-size=\"14\" text-anchor=\"middle\"",
                 "false-positive rate (FPR)");
  svg += fmt::format(
      "<text transform=\"translate(24 {:.1f}) rotate(-90)\" font-size=\"14\" text-anchor=\"middle\">true-positive rate "
      "(TPR)</text>\n",
      main.top + main.height / 2);
  svg += legend(evaluation, legend_top);
  return svg + "</svg>\n";
}

}  // namespace pauc
