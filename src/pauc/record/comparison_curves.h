#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pauc/record/comparison.h"
#include "pauc/record/comparison_paths.h"

namespace pauc::record {

// How the methods of a comparison converged: the target's value on the training and the validation part by epoch, as
// mean and standard deviation over the runs that reached that epoch (0 for a single run).

struct ConvergenceLine {
  std::string name;            // of the method
  std::vector<double> epochs;  // ascending
  std::vector<double> means;
  std::vector<double> deviations;  // empty: draw no band
  // Index of its colour and dash, so that a method looks the same in all plots; empty: its index among the lines.
  std::optional<std::size_t> look = std::nullopt;
};

// Several methods in one plot with a legend below.
struct ConvergencePlot {
  std::string title;
  std::string measure;  // name of the vertical axis
  std::vector<ConvergenceLine> lines;
};

// A plot and the name of its file: convergence-one_way_0.3-train.svg.
struct ConvergenceFile {
  std::string name;
  std::string target;
  std::string part;
  ConvergencePlot plot;
};

constexpr std::size_t kMostMethods = 256;
constexpr std::size_t kMostTargets = 64;

// By target, the training part first. Targets without epochs have no file, methods without epochs no line.
std::vector<ConvergenceFile> convergence_files(const Comparison& comparison);

// Whether a file name is the name of a convergence plot of any comparison.
bool is_convergence_file(const std::string& name);

// curves.csv: target,method,part,epoch,mean,std
std::string comparison_curves_csv(const Comparison& comparison);
// One plot per target and part. `look` numbers the `methods` of the table first, then others by first appearance.
std::vector<ConvergencePlot> read_comparison_curves(const ComparisonPaths& paths,
                                                    const std::vector<std::string>& methods);

}  // namespace pauc::record
