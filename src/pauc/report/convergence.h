#pragma once

#include <string>
#include <vector>

namespace pauc {

// A line with its spread: mean and standard deviation over seeds at each epoch.
struct ConvergenceLine {
  std::string name;
  std::vector<double> epochs;  // ascending
  std::vector<double> means;
  std::vector<double> deviations;  // empty: none
};

// Several methods in one plot with a legend below.
struct ConvergencePlot {
  std::string title;
  std::string measure;  // name of the upright axis
  std::vector<ConvergenceLine> lines;
};

}  // namespace pauc
