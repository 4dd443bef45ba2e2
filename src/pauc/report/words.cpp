#include "pauc/report/words.h"

#include <fmt/format.h>

#include <cmath>

#include "pauc/report/html.h"

namespace pauc {

namespace {

// Decimals of a percentage: one, more where the rate is small or close to the whole.
int percent_decimals(double share) {
  const double distance = std::min(share, 1 - share);
  if (distance <= 0 || distance >= 0.005) return 1;
  return distance >= 0.0005 ? 2 : 3;
}

std::string interval_html(const std::string& lower, const std::string& upper) {
  return " " + element("span", {{"class", "interval"}}, "[" + lower + ", " + upper + "]");
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

std::string with_interval_html(double value, const IntervalResult& ci) {
  const std::string number = fmt::format("{:.3f}", value);
  if (!ci.interval) return number;
  return number + interval_html(fmt::format("{:.3f}", ci.interval->lower), fmt::format("{:.3f}", ci.interval->upper));
}

std::string percent_with_interval_html(double share, const IntervalResult& ci) {
  if (!ci.interval) return percent_text(share);
  return percent_text(share) + interval_html(fmt::format("{:.1f}", 100 * ci.interval->lower),
                                             fmt::format("{:.1f}", 100 * ci.interval->upper));
}

std::string p_value_text(const std::optional<double>& p) {
  if (!p) return "-";
  return *p < 0.0001 ? "&lt; 0.0001" : fmt::format("{:.{}f}", *p, *p < 0.01 ? 4 : 2);
}

std::string counted_text(std::int64_t count, const std::string& what) {
  std::string digits = std::to_string(count);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits + " " + what + (count == 1 ? "" : "s");
}

std::string objective_words(const std::string& objective) { return objective == "ce" ? "cross-entropy" : objective; }

}  // namespace pauc
