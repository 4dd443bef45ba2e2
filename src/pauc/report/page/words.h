#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pauc/metric/evaluation.h"

namespace pauc::report {

// Figures as people read them on a page. Those with intervals are HTML: the interval, or the reason why there is none,
// stands in small print.

// 0.8649 -> "86.5 %", unbroken by a line's end; finer near 0 and 100.
std::string percent_text(double share);
// 0.01 -> "1 false alarm in 100", 0.3 -> "3 false alarms in 10", 0.123 -> "123 false alarms in 1000"
std::string false_alarm_words(double rate);
// "0.772 [0.679, 0.858]"
std::string with_interval_html(double value, const IntervalResult& ci, int decimals = 3);
// So many for an area on this scale; a raw one is a small number.
int page_decimals(Scale scale);
// "86.5 % [71.2, 95.5]"
std::string percent_with_interval_html(double share, const IntervalResult& ci);
// "+8.1 [-4.0, +20.2]", times a factor; what rounds to nothing has no sign
std::string signed_with_interval_html(double value, const IntervalResult& ci, double factor, int decimals);
// "< 0.0001", "0.0495", "0.50", "-"
std::string p_value_text(const std::optional<double>& p);
// "1,017": thousands are set apart
std::string count_text(std::int64_t count);
// "1 positive", "37 positives"
std::string counted_text(std::int64_t count, const std::string& what);
// "cross-entropy" for ce, other objectives by their name
std::string objective_words(const std::string& objective);

}  // namespace pauc::report
