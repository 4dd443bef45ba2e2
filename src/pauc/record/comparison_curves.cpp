#include "pauc/record/comparison_curves.h"

#include <cctype>
#include <cmath>
#include <map>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/io/folder_file.h"
#include "pauc/core/io/json_place.h"
#include "pauc/metric/interval/mean_deviation.h"
#include "pauc/metric/names.h"
#include "pauc/record/comparison_summary.h"
#include "pauc/record/limits.h"

namespace pauc::record {

namespace {

constexpr const char* kFileStart = "convergence-";
constexpr const char* kFileEnd = ".svg";
constexpr std::size_t kMostPlots = 2 * kMostTargets;  // training and validation part
constexpr std::size_t kMostRows = 1'000'000;

struct Part {
  const char* name;
  double Epoch::*value;
};
constexpr Part kParts[] = {{"train", &Epoch::train}, {"valid", &Epoch::valid}};

ConvergenceLine line_of(const std::string& method, const ComparedCell& cell, double Epoch::*value) {
  std::map<std::int64_t, std::vector<double>> by_epoch;
  for (const auto& run : cell.epochs) {
    for (const Epoch& at : run) by_epoch[at.epoch].push_back(at.*value);
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

std::vector<ConvergenceLine> lines_of(const Comparison& comparison, const std::string& target, double Epoch::*value) {
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

// Keys are plain words; any other text must not lead to another folder.
std::string file_name(const std::string& target, const std::string& part) {
  std::string plain = target;
  for (char& c : plain) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '-') c = '_';
  }
  return kFileStart + plain + "-" + part + kFileEnd;
}

class CurvesReader {
 public:
  CurvesReader(const std::string& path, const std::vector<std::string>& methods)
      : csv_(path, {}),
        target_(csv_.column("target")),
        method_(csv_.column("method")),
        part_(csv_.column("part")),
        epoch_(csv_.column("epoch")),
        mean_(csv_.column("mean")),
        deviation_(csv_.column("std")) {
    for (const std::string& method : methods) look_of(method);
  }

  std::vector<ConvergencePlot> plots() {
    for (std::size_t rows = 1; csv_.next(); ++rows) {
      if (rows > kMostRows) fail(Fault::data, csv_.name(), ": expected at most ", kMostRows, " rows, got more");
      ConvergenceLine& line = line_of(plot_of_row());
      line.epochs.push_back(epoch_after(line));
      line.means.push_back(number(mean_, -kLargestDrawn, "a number that can be drawn"));
      line.deviations.push_back(number(deviation_, 0, "a deviation of at least 0"));
    }
    return std::move(plots_);
  }

 private:
  [[noreturn]] void refuse(std::size_t column, const std::string& expected) const {
    fail(Fault::data, csv_.place(column), ": expected ", expected, ", got ", shown(csv_.field(column)));
  }

  double number(std::size_t column, double least, const char* expected) const {
    const double found = csv_.number(column);
    if (!(found >= least && found <= kLargestDrawn)) refuse(column, expected);
    return found;
  }

  double epoch_after(const ConvergenceLine& line) const {
    const double epoch = csv_.number(epoch_);
    const bool whole = epoch >= 0 && epoch <= static_cast<double>(kLargestEpoch) && epoch == std::floor(epoch);
    if (!whole) refuse(epoch_, joined("a whole number from 0 to ", kLargestEpoch));
    if (!line.epochs.empty() && epoch <= line.epochs.back()) {
      refuse(epoch_, joined("an epoch after ", line.epochs.back()));
    }
    return epoch;
  }

  std::string name(std::size_t column) const {
    if (csv_.field(column).size() > kMostNameBytes) {
      refuse(column, joined("a name of at most ", kMostNameBytes, " bytes"));
    }
    return std::string(csv_.field(column));
  }

  std::size_t plot_of_row() {
    const std::string title = convergence_title(name(target_), name(part_));
    const auto [found, is_new] = plot_of_.emplace(title, plots_.size());
    if (!is_new) return found->second;
    require(plots_.size() < kMostPlots, csv_.name(), ": expected at most ", kMostPlots, " plots, got more");
    plots_.push_back({title, "pAUC", {}});
    return plots_.size() - 1;
  }

  ConvergenceLine& line_of(std::size_t plot) {
    auto& lines = plots_[plot].lines;
    const auto [found, is_new] = line_of_.emplace(std::make_pair(plot, name(method_)), lines.size());
    if (!is_new) return lines[found->second];
    require(lines.size() < kMostMethods, csv_.name(), ": expected at most ", kMostMethods,
            " lines in a plot, got more");
    lines.push_back({found->first.second, {}, {}, {}, look_of(found->first.second)});
    return lines.back();
  }

  std::size_t look_of(const std::string& method) { return looks_.emplace(method, looks_.size()).first->second; }

  CsvReader csv_;
  std::size_t target_, method_, part_, epoch_, mean_, deviation_;
  std::vector<ConvergencePlot> plots_;
  std::map<std::string, std::size_t> looks_;
  std::map<std::string, std::size_t> plot_of_;
  std::map<std::pair<std::size_t, std::string>, std::size_t> line_of_;
};

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

std::vector<ConvergencePlot> read_comparison_curves(const ComparisonPaths& paths,
                                                    const std::vector<std::string>& methods) {
  return CurvesReader(checked_file(paths.folder, paths.curves()), methods).plots();
}

}  // namespace pauc::record
