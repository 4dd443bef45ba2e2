#include "pauc/report/figure/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pauc/core/text/utf8.h"

namespace pauc::report {

namespace {

constexpr double kRounding = 1e-9;  // of a step: 3 * 0.1 is not 0.3
constexpr double kLabelGap = 16;
constexpr double kLineUp = 2.2 * kFontSize;  // between labels above one another
constexpr int kAll = 0;                      // ticks have labels

// The smallest of 1, 2 or 5 times a power of ten that is at least this.
double round_step(double step) {
  const double power = std::pow(10, std::floor(std::log10(step) + kRounding));
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (step <= digit * power * (1 + kRounding)) return digit * power;
  }
  return 10 * power;
}

// "1.5e+06" -> "1.5e6", "1e-05" -> "1e-5"
std::string with_short_exponent(std::string number) {
  const auto sign = number.find('e') + 1;
  if (sign == 0) return number;
  const auto digit = std::min(number.find_first_not_of('0', sign + 1), number.size() - 1);
  return number.substr(0, sign) + (number[sign] == '-' ? "-" : "") + number.substr(digit);
}

// All labels of an axis with the same digits after the point.
std::string linear_label(double value, double step, double largest) {
  if (std::abs(value) < step / 2) value = 0;
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + kRounding)));
  if (largest < 1e6 && decimals <= 9) return fmt::format("{:.{}f}", value, decimals);
  if (value == 0) return "0";
  const double digits = std::floor(std::log10(largest) + kRounding) - std::floor(std::log10(step) + kRounding);
  return with_short_exponent(fmt::format("{:.{}e}", value, static_cast<int>(std::clamp(digits, 0.0, 12.0))));
}

std::vector<Tick> ticks_by(const Axis& axis, double step) {
  if (!std::isfinite(step)) return {{0, "0"}};  // of an axis as long as all doubles
  const double largest = std::max(std::abs(axis.values.low), std::abs(axis.values.high));
  std::vector<Tick> ticks;
  const double first = std::ceil(axis.values.low / step - kRounding);
  const int count = 1 + static_cast<int>(std::floor(axis.values.high / step + kRounding) - first);
  for (int k = 0; k < count; ++k) {
    const double value = (first + k) * step;
    ticks.push_back({value, linear_label(value, step, largest)});
  }
  return ticks;
}

double places_of(const Axis& axis, double step) {
  return std::abs(axis.end - axis.start) * (step / 2 / (axis.values.high / 2 - axis.values.low / 2));
}

double step_of(const Axis& axis, double least_places) {
  const double step = 2 * least_places / std::abs(axis.end - axis.start) * (axis.values.high / 2 - axis.values.low / 2);
  return std::max(round_step(step), axis.least_step);
}

double widest(const std::vector<Tick>& ticks) {
  double width = 0;
  for (const auto& tick : ticks) width = std::max(width, text_width(tick.label));
  return width;
}

std::vector<Tick> linear_ticks_across(const Axis& axis) {
  double step = step_of(axis, 45);
  auto ticks = ticks_by(axis, step);
  while (widest(ticks) + kLabelGap > places_of(axis, step)) {
    step = round_step(step * 1.5);
    auto fewer = ticks_by(axis, step);
    if (fewer.size() < 2) break;
    ticks = std::move(fewer);
  }
  return ticks;
}

// 1, 2 and 5 times the powers of ten: all with labels, or only the powers that are divisible by `every`.
std::vector<Tick> logarithmic_ticks(const Axis& axis, int every) {
  std::vector<Tick> ticks;
  for (int exponent = static_cast<int>(std::floor(std::log10(axis.values.low))); exponent < 300; ++exponent) {
    for (const int digit : {1, 2, 5}) {
      const double value = digit * std::pow(10, exponent);
      if (value > axis.values.high * (1 + kRounding)) return ticks;
      if (value < axis.values.low * (1 - kRounding)) continue;
      const bool labelled = every == kAll || (digit == 1 && exponent % every == 0);
      ticks.push_back({value, labelled ? with_short_exponent(fmt::format("{:g}", value)) : ""});
    }
  }
  return ticks;
}

// As many labels as there are places for.
template <class Fit>
std::vector<Tick> logarithmic_ticks(const Axis& axis, double places_of_power, const Fit& fit) {
  auto all = logarithmic_ticks(axis, kAll);
  if (fit(all)) return all;
  const double decades = std::log10(axis.values.high / axis.values.low);
  const double places = std::abs(axis.end - axis.start) / decades;
  return logarithmic_ticks(axis, static_cast<int>(std::ceil(places_of_power / places)));
}

std::vector<Tick> logarithmic_ticks_across(const Axis& axis) {
  return logarithmic_ticks(axis, text_width("1e-10") + kLabelGap, [&](const std::vector<Tick>& ticks) {
    for (std::size_t k = 1; k < ticks.size(); ++k) {
      const double places = std::abs(axis.at(ticks[k].value) - axis.at(ticks[k - 1].value));
      if ((text_width(ticks[k].label) + text_width(ticks[k - 1].label)) / 2 + kLabelGap > places) return false;
    }
    return true;
  });
}

std::vector<Tick> logarithmic_ticks_up(const Axis& axis) {
  return logarithmic_ticks(axis, kLineUp, [&](const std::vector<Tick>& ticks) {
    for (std::size_t k = 1; k < ticks.size(); ++k) {
      if (std::abs(axis.at(ticks[k].value) - axis.at(ticks[k - 1].value)) < kLineUp) return false;
    }
    return true;
  });
}

}  // namespace

AxisRange widened(const AxisRange& range) {
  constexpr double kLargest = 8e307;
  constexpr double kSmallest = 1e-300;
  const double low = std::clamp(range.low, -kLargest, kLargest);
  const double high = std::clamp(range.high, -kLargest, kLargest);
  const double size = std::max(std::abs(low), std::abs(high));
  double room = 0.05 * (high - low);
  if (high - low <= std::max(1e-9 * size, kSmallest)) room = size > kSmallest ? 0.1 * size : 1;
  return {low - room, high + room};
}

double Axis::at(double value) const {
  const double share =
      scale == AxisScale::logarithmic
          ? (value <= values.low ? 0 : std::log(value / values.low) / std::log(values.high / values.low))
          : (value / 2 - values.low / 2) / (values.high / 2 - values.low / 2);
  return start + (end - start) * std::clamp(share, 0.0, 1.0);
}

double Axis::value_at(double place) const {
  const double share = (place - start) / (end - start);
  if (scale == AxisScale::logarithmic) return values.low * std::pow(values.high / values.low, share);
  return (1 - share) * values.low + share * values.high;
}

std::vector<Tick> ticks_across(const Axis& axis) {
  return axis.scale == AxisScale::linear ? linear_ticks_across(axis) : logarithmic_ticks_across(axis);
}

std::vector<Tick> ticks_up(const Axis& axis) {
  return axis.scale == AxisScale::linear ? ticks_by(axis, step_of(axis, kLineUp)) : logarithmic_ticks_up(axis);
}

double round_value_below(double value) {
  const double power = std::pow(10, std::floor(std::log10(value) + kRounding));
  for (const double digit : {5.0, 2.0, 1.0}) {
    if (digit * power < value * (1 - kRounding)) return digit * power;
  }
  return power / 2;
}

double text_width(const std::string& text) {
  constexpr double kLetter = 0.64 * kFontSize;
  double letters = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t length = std::max<std::size_t>(1, character_length(rest));
    letters += length > 2 ? 2 : 1;
    rest.remove_prefix(length);
  }
  return letters * kLetter;
}

}  // namespace pauc::report
