#include "pauc/report/figure/training_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace pauc::report {

namespace {

constexpr double kHeight = 290;  // of each figure, so that they line up in a row
constexpr const char* kPretrain = "pretrain";

bool pretrained(const record::Epoch& epoch) { return epoch.phase == kPretrain; }

using Value = std::optional<double> (*)(const record::Epoch&);

struct Line {
  const char* name;
  Value value;
};

// One of the figures.
struct Panel {
  std::string name;
  std::string title;
  std::vector<Line> lines;
};

// Pre-training counts its own epochs from 1: it ends at 0 here, and training begins at 1.
class Epochs {
 public:
  explicit Epochs(const std::vector<record::Epoch>& epochs) {
    for (const auto& epoch : epochs) {
      auto& last = pretrained(epoch) ? last_pretrained_ : last_;
      last = std::max(last, epoch.epoch);
    }
  }

  double place(const record::Epoch& epoch) const {
    const auto number = static_cast<double>(epoch.epoch);  // the difference of damaged whole numbers may overflow
    return pretrained(epoch) ? number - static_cast<double>(last_pretrained_) : number;
  }
  bool has_pretraining() const { return last_pretrained_ > 0; }
  Axis axis() const {
    return {
        {0.5 - static_cast<double>(last_pretrained_), static_cast<double>(last_) + 0.5}, 0, 1, AxisScale::linear, 1};
  }

 private:
  std::int64_t last_pretrained_ = 0;
  std::int64_t last_ = 0;
};

AxisRange range_of(const std::vector<record::Epoch>& epochs, const std::vector<Line>& lines) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  AxisRange range{kInfinity, -kInfinity};
  for (const auto& epoch : epochs) {
    for (const auto& line : lines) {
      const auto value = line.value(epoch);
      if (!value || !std::isfinite(*value)) continue;
      range = {std::min(range.low, *value), std::max(range.high, *value)};
    }
  }
  return range.low <= range.high ? widened(range) : AxisRange{};
}

// Before training and in it a line is drawn apart: pre-training minimises something else.
std::string line_of(const TrainingCurves& curves, const Epochs& epochs, Value value, const Plot& plot,
                    std::size_t curve) {
  std::vector<Point> before;
  std::vector<Point> training;
  for (const auto& epoch : curves.epochs) {
    const auto at = value(epoch);
    if (!at || !std::isfinite(*at)) continue;
    (pretrained(epoch) ? before : training).push_back(plot.at(epochs.place(epoch), *at));
  }
  return curve_element(before, curve) + curve_element(training, curve);
}

std::string pretraining(const Epochs& epochs, const Plot& plot) {
  if (!epochs.has_pretraining()) return "";
  const double end = plot.across.at(0.5);
  const double width = end - plot.left();
  std::string svg = rectangle_element({plot.left(), plot.top()}, width, plot.height(),
                                      "class=\"pretrain\" fill=\"#eeeeee\" stroke=\"none\"");
  for (const char* name : {"pre-training", "pre"}) {
    if (text_width(name) > width) continue;
    svg += text_element({plot.left() + width / 2, plot.bottom() + 18}, "class=\"axis\" text-anchor=\"middle\"", name);
    break;
  }
  return svg;
}

std::vector<Tick> training_ticks(const Plot& plot) {
  auto ticks = ticks_across(plot.across);
  ticks.erase(std::remove_if(ticks.begin(), ticks.end(), [](const Tick& tick) { return tick.value < 0.5; }),
              ticks.end());
  return ticks;
}

const record::Epoch* best_of(const TrainingCurves& curves) {
  for (const auto& epoch : curves.epochs) {
    if (!pretrained(epoch) && epoch.epoch == curves.best_epoch) return &epoch;
  }
  return nullptr;
}

std::string best_text(const record::Epoch& best) {
  return fmt::format("best: epoch {}, {:.4f}", best.epoch, best.valid);
}

std::string legend(const TrainingCurves& curves, const std::vector<Line>& lines, const Plot& plot) {
  Point at{4, plot.top() - 12};
  std::string svg;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    svg += legend_entry(at, curve_sample(at, i), lines[i].name);
    at.x += kSampleWidth + text_width(lines[i].name) + 24;
  }
  const auto* best = best_of(curves);
  if (best == nullptr) return svg;
  return svg + best_dot({at.x + 4, at.y - 5}) + text_element({at.x + 16, at.y}, "class=\"legend\"", best_text(*best));
}

std::string description(const TrainingCurves& curves, const Panel& panel) {
  const auto before = std::count_if(curves.epochs.begin(), curves.epochs.end(), pretrained);
  std::string text =
      fmt::format("{} over {} epochs", panel.name, curves.epochs.size() - static_cast<std::size_t>(before));
  if (before > 0) text += fmt::format(" after {} of pre-training", before);
  for (const auto& line : panel.lines) {
    const auto last = line.value(curves.epochs.back());
    if (last) text += fmt::format("; {} ends at {:.4g}", line.name, *last);
  }
  if (const auto* best = best_of(curves); best != nullptr) {
    text += fmt::format("; the best epoch is {} with {:.4f} on the validation part", best->epoch, best->valid);
  }
  return text + ".";
}

std::string drawn(const TrainingCurves& curves, const Panel& panel, FigureUse use) {
  const Epochs epochs(curves.epochs);
  const bool several = panel.lines.size() > 1;
  const double top = several ? 58 : 34;
  const Plot plot = page_plot(epochs.axis(), range_of(curves.epochs, panel.lines), top, kHeight - kBelowPlot - top);
  std::string body = pretraining(epochs, plot) + grid(plot, training_ticks(plot), ticks_up(plot.up));
  const auto* best = best_of(curves);
  if (best != nullptr) body += best_line(plot, static_cast<double>(best->epoch));
  // The first line is what counts: it lies on top.
  for (std::size_t i = panel.lines.size(); i-- > 0;) body += line_of(curves, epochs, panel.lines[i].value, plot, i);
  if (several && best != nullptr) body += best_dot(plot.at(static_cast<double>(best->epoch), best->valid));
  body += frame(plot) + name_above(plot, several ? 38 : 14, panel.name) + name_below(plot, "epoch");
  if (several) body += legend(curves, panel.lines, plot);
  return finished({"training", kPageWidth, kHeight, panel.title, description(curves, panel), "", body}, use);
}

std::optional<double> train_of(const record::Epoch& epoch) { return epoch.train; }
std::optional<double> valid_of(const record::Epoch& epoch) { return epoch.valid; }
std::optional<double> objective_of(const record::Epoch& epoch) { return epoch.objective; }
std::optional<double> fraction_of(const record::Epoch& epoch) { return epoch.realised_fraction; }

}  // namespace

TrainingFigures training_svg(const TrainingCurves& curves, FigureUse use) {
  if (curves.epochs.empty()) return {};
  TrainingFigures figures;
  figures.target = drawn(curves, {curves.measure, "Target by epoch", {{"valid", valid_of}, {"train", train_of}}}, use);
  figures.objective = drawn(curves, {"objective", "Objective by epoch", {{"objective", objective_of}}}, use);
  const bool has_fraction = std::any_of(curves.epochs.begin(), curves.epochs.end(),
                                        [](const record::Epoch& epoch) { return epoch.realised_fraction.has_value(); });
  if (has_fraction) {
    figures.realised_fraction =
        drawn(curves, {"realised fraction", "Realised fraction by epoch", {{"realised fraction", fraction_of}}}, use);
  }
  return figures;
}

}  // namespace pauc::report
