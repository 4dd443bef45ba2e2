#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pauc/metric/interval/interval.h"
#include "pauc/report/figure/figure.h"

namespace pauc::report {

// A row of a figure about the members of a blend.
struct MemberBar {
  std::string name;
  double value = 0;
  std::optional<Interval> ci = {};
  std::size_t curve = 0;  // colour of its curve in other figures
};

// Shares of the weight as bars, from 0 to 1.
std::string weights_svg(const std::vector<MemberBar>& shares, FigureUse use = FigureUse::page);

// What each member adds, as a dot with its interval, and a line at 0. `measure` names the axis.
std::string additions_svg(const std::vector<MemberBar>& additions, const std::string& measure,
                          FigureUse use = FigureUse::page);

}  // namespace pauc::report
