#include "pauc/record/comparison_curves.h"

#include <cctype>
#include <map>

#include "pauc/core/error.h"
#include "pauc/metric/interval/mean_deviation.h"
#include "pauc/metric/names.h"
#include "pauc/record/comparison_summary.h"

namespace pauc::record {

namespace {

constexpr const char* kFileStart = "convergence-";
constexpr const char* kFileEnd = ".svg";

struct Part {
  const char* name;
  double EpochRecord::*value;
};
constexpr Part kParts[] = {{"train", &EpochRecord::train}, {"valid", &EpochRecord::valid}};

ConvergenceLine line_of(const std::string& method, const ComparedCell& cell, double EpochRecord::*value) {
  std::map<std::int64_t, std::vector<double>> by_epoch;
  for (const auto& run : cell.epochs) {
    for (const EpochRecord& at : run) by_epoch[at.epoch].push_back(at.*value);
  }
  ConvergenceLine line{method, {}, {}, {}};
  for (const auto& [epoch, values] : by_epoch) {
    const MeanDeviation over_runs = mean_deviation(values);
    line.epochs.push_back(static_cast<double>(epoch));
    line.means.push_back(over_runs.mean);
    line.deviations.push_back(over_runs.deviation.value_or(0));
  }
  return line;
}

std::vector<ConvergenceLine> lines_of(const Comparison& comparison, const std::string& target,
                                      double EpochRecord::*value) {
  std::vector<ConvergenceLine> lines;
  for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
    const ComparedCell* cell = cell_on(comparison.methods[m], target);
    if (cell == nullptr) continue;
    ConvergenceLine line = line_of(comparison.methods[m].name, *cell, value);
    line.look = m;
    if (!line.epochs.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

// Keys are plain; whatever else is there must not lead to another folder.
std::string file_name(const std::string& target, const std::string& part) {
  std::string plain = target;
  for (char& c : plain) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '-') c = '_';
  }
  return kFileStart + plain + "-" + part + kFileEnd;
}

}  // namespace

std::vector<ConvergenceFile> convergence_files(const Comparison& comparison) {
  std::vector<ConvergenceFile> files;
  for (const std::string& target : comparison.targets) {
    for (const Part& part : kParts) {
      ConvergenceFile file{
          file_name(target, part.name), target, part.name, {convergence_title(target, part.name), "pAUC", {}}};
      file.plot.lines = lines_of(comparison, target, part.value);
      if (!file.plot.lines.empty()) files.push_back(std::move(file));
    }
  }
  return files;
}

bool is_convergence_file(const std::string& name) {
  const std::string start = kFileStart;
  const std::string end = kFileEnd;
  return name.size() >= start.size() + end.size() && name.compare(0, start.size(), start) == 0 &&
         name.compare(name.size() - end.size(), end.size(), end) == 0;
}

std::string comparison_curves_csv(const Comparison& comparison) {
  std::string csv = "target,method,part,epoch,mean,std\n";
  for (const ConvergenceFile& file : convergence_files(comparison)) {
    for (const ConvergenceLine& line : file.plot.lines) {
      const std::string start = joined(csv_field(file.target), ",", csv_field(line.name), ",", file.part, ",");
      for (std::size_t k = 0; k < line.epochs.size(); ++k) {
        csv +=
            joined(start, static_cast<std::int64_t>(line.epochs[k]), ",", line.means[k], ",", line.deviations[k], "\n");
      }
    }
  }
  return csv;
}

}  // namespace pauc::record
