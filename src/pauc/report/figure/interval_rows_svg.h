#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pauc/metric/interval/interval.h"
#include "pauc/report/figure/figure.h"

namespace pauc::report {

// A value with its interval, and its name at the left.
struct IntervalRow {
  std::string name;
  double value = 0;
  std::optional<Interval> ci;
  std::optional<double> other;  // a second value, drawn as an upright dash
};

struct IntervalRows {
  std::string kind;         // class of the figure
  std::string title;        // a screen reader says it first
  std::string description;  // of the figure in words
  std::string axis;         // name of the values
  double reference = 0;     // an upright line, which the axis includes
  std::vector<IntervalRow> rows;
};

// One row under the other: a dot on its interval.
std::string interval_rows_svg(const IntervalRows& rows, FigureUse use = FigureUse::page);

}  // namespace pauc::report
