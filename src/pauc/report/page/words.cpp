#include "pauc/report/page/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pauc/metric/names.h"
#include "pauc/report/figure/markup.h"
#include "pauc/report/page/html.h"

namespace pauc::report {

namespace {

// Decimals of a percentage: one, or more if the rate is close to 0 or 1, so that it never looks like 0 or 100 %.
int percent_decimals(double share) {
  const double distance = std::min(share, 1 - share);
  if (distance <= 0) return 1;
  return std::clamp(1 + static_cast<int>(std::ceil(-std::log10(100 * distance))), 1, 8);
}

std::string small_print(const std::string& html) { return " " + element("span", {{"class", "interval"}}, html); }

std::string interval_html(const IntervalResult& ci, double factor, int decimals) {
  const auto number = [&](double value) { return fmt::format("{:.{}f}", factor * value, decimals); };
  if (ci.interval) return small_print("[" + number(ci.interval->lower) + ", " + number(ci.interval->upper) + "]");
  if (ci.reason.empty()) return "";
  return " " + element("span", {{"class", "reason"}}, "no interval: " + escaped_markup(ci.reason));
}

}  // namespace

std::string percent_text(double share) { return fmt::format("{:.{}f}\u00a0%", 100 * share, percent_decimals(share)); }

std::string false_alarm_words(double rate) {
  const auto words = [](double count, double of) {
    return fmt::format("{:g} false alarm{} in {:g}", count, count == 1 ? "" : "s", of);
  };
  const auto is_whole = [](double x) { return std::abs(x - std::round(x)) < 1e-6 * x; };
  if (rate > 0 && is_whole(1 / rate)) return words(1, std::round(1 / rate));
  for (const double of : {10.0, 100.0, 1000.0, 10000.0}) {
    if (is_whole(rate * of)) return words(std::round(rate * of), of);
  }
  return words(std::round(1e7 * rate) / 1e4, 1000);
}

std::string with_interval_html(double value, const IntervalResult& ci, int decimals) {
  return fmt::format("{:.{}f}", value, decimals) + interval_html(ci, 1, decimals);
}

int page_decimals(Scale scale) { return decimals_of(scale) - (scale == Scale::raw ? 0 : 1); }

std::string percent_with_interval_html(double share, const IntervalResult& ci) {
  return percent_text(share) + interval_html(ci, 100, percent_decimals(share));
}

std::string signed_with_interval_html(double value, const IntervalResult& ci, double factor, int decimals) {
  const auto number = [&](double x) {
    const std::string text = fmt::format("{:+.{}f}", factor * x, decimals);
    const bool is_nothing = text.find_first_of("123456789") == std::string::npos;
    return is_nothing ? text.substr(1) : text;
  };
  if (!ci.interval) return number(value) + interval_html(ci, factor, decimals);
  return number(value) + small_print("[" + number(ci.interval->lower) + ", " + number(ci.interval->upper) + "]");
}

std::string p_value_text(const std::optional<double>& p) {
  if (!p) return "-";
  return *p < 0.0001 ? "&lt; 0.0001" : fmt::format("{:.{}f}", *p, *p < 0.1 ? 4 : 2);
}

std::string count_text(std::int64_t count) {
  std::string digits = std::to_string(count);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
}

std::string counted_text(std::int64_t count, const std::string& what) {
  return count_text(count) + " " + what + (count == 1 ? "" : "s");
}

std::string approximate_threshold_words(const record::NewRows& new_rows) {
  const std::string why =
      new_rows.averaged > 1
          ? fmt::format(
                "each row left out of training was scored by one model, but a new case gets the average of {}, "
                "and new cases may differ from these rows more than the folds differ from each other",
                new_rows.averaged)
          : std::string("scores from elsewhere count, and a new case gets them from another model than these rows");
  return fmt::format(
      "The threshold is approximate: {}. The realised rate can be lower or higher than the wanted one; nothing "
      "guarantees it.",
      why);
}

std::string objective_words(const std::string& objective) { return objective == "ce" ? "cross-entropy" : objective; }

}  // namespace pauc::report
