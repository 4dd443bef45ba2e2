#pragma once

#include <string>

#include "pauc/metric/evaluation.h"
#include "pauc/report/figure/figure.h"

namespace pauc::report {

// The legend below ROC curves: the region, each curve with its values, and the meaning of the bands.
struct RocLegend {
  std::string svg;
  double bottom = 0;
};
RocLegend roc_legend(const Evaluation& evaluation, Point at, double width);

// The same content in words, for a screen reader.
std::string roc_description(const Evaluation& evaluation);

// Number of curves with a band: all if there are at most two, otherwise only the first, since bands hide one another.
std::size_t banded_curves(const Evaluation& evaluation);

// Attributes of the shaded region, in the plot and in the legend.
constexpr const char* kRegionLook = "class=\"region\" fill=\"#fff3c4\"";

}  // namespace pauc::report
