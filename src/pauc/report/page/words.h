#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pauc/metric/evaluation.h"
#include "pauc/record/blend.h"

namespace pauc::report {

// Numbers as a page shows them. Those with intervals are HTML, with the interval, or the reason why there is none, in
// small print.

// 0.8649 -> "86.5 %" with a no-break space; more decimals near 0 and 100 %.
std::string percent_text(double share);
// 0.01 -> "1 false alarm in 100", 0.3 -> "3 false alarms in 10", 0.123 -> "123 false alarms in 1000"
std::string false_alarm_words(double rate);
// "0.772 [0.679, 0.858]"
std::string with_interval_html(double value, const IntervalResult& ci, int decimals = 3);
// Decimals of an area on this scale; raw areas are small numbers.
int page_decimals(Scale scale);
// "86.5 % [71.2, 95.5]"
std::string percent_with_interval_html(double share, const IntervalResult& ci);
// "+8.1 [-4.0, +20.2]": values times `factor`; those that round to 0 have no sign
std::string signed_with_interval_html(double value, const IntervalResult& ci, double factor, int decimals);
// "< 0.0001", "0.0495", "0.50", "-"
std::string p_value_text(const std::optional<double>& p);
// 1017 -> "1,017"
std::string count_text(std::int64_t count);
// "1 positive", "37 positives"
std::string counted_text(std::int64_t count, const std::string& what);
// Why a threshold found on the rows left out of training is approximate for new cases.
std::string approximate_threshold_words(const record::NewRows& new_rows);
// "cross-entropy" for ce; other objectives keep their names
std::string objective_words(const std::string& objective);

}  // namespace pauc::report
