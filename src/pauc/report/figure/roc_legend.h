#pragma once

#include <string>

#include "pauc/metric/evaluation.h"
#include "pauc/report/figure/figure.h"

namespace pauc::report {

// What stands below ROC curves: the region, each curve with its values, what the bands are.
struct RocLegend {
  std::string svg;
  double bottom = 0;
};
RocLegend roc_legend(const Evaluation& evaluation, Point at, double width);

// The same in words, for a screen reader.
std::string roc_description(const Evaluation& evaluation);

// The first so many curves have their bands drawn: those of more than two hide one another, and only the first is.
std::size_t banded_curves(const Evaluation& evaluation);

// Of the shaded region, in the plot as in the legend.
constexpr const char* kRegionLook = "class=\"region\" fill=\"#fff3c4\"";

}  // namespace pauc::report
