#pragma once

#include <string>
#include <vector>

#include "pauc/record/comparison.h"
#include "pauc/record/convergence.h"

namespace pauc::record {

// How the methods came to their values: the target's value on the training and the validation part by epoch, mean and
// standard deviation over the runs that have reached that epoch (0 where it is one).

// "convergence-one_way_0.3-train.svg" and what it shows.
struct ConvergenceFile {
  std::string name;
  std::string target;
  std::string part;
  ConvergencePlot plot;
};

// By target, the training part first; a target without epochs has none, nor has a method without epochs a line.
std::vector<ConvergenceFile> convergence_files(const Comparison& comparison);

// Whether a file of that name is one of these, of this comparison or of another.
bool is_convergence_file(const std::string& name);

// curves.csv: target,method,part,epoch,mean,std; read by read_comparison.
std::string comparison_curves_csv(const Comparison& comparison);

}  // namespace pauc::record
