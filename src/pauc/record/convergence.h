#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pauc::record {

// A line with its spread: mean and standard deviation over seeds at each epoch.
struct ConvergenceLine {
  std::string name;
  std::vector<double> epochs;  // ascending
  std::vector<double> means;
  std::vector<double> deviations;  // empty: none
  // Which of the curves' looks, so that a method has one in all plots; by its place among the lines where nobody says.
  std::optional<std::size_t> look = std::nullopt;
};

// Several methods in one plot with a legend below.
struct ConvergencePlot {
  std::string title;
  std::string measure;  // name of the upright axis
  std::vector<ConvergenceLine> lines;
};

}  // namespace pauc::record
