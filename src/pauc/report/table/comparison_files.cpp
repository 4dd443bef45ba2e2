#include "pauc/report/table/comparison_files.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/folder.h"
#include "pauc/record/comparison_curves.h"
#include "pauc/report/figure/convergence_svg.h"
#include "pauc/report/table/comparison_table.h"

namespace pauc::report {

namespace {

// Names and contents.
using Files = std::vector<std::pair<std::string, std::string>>;

Files files_of(const record::Comparison& comparison) {
  Files files = {{"table.md", comparison_markdown(comparison)},
                 {"table.csv", comparison_csv(comparison)},
                 {"table.tex", comparison_tex(comparison)},
                 {"curves.csv", record::comparison_curves_csv(comparison)}};
  for (const record::ConvergenceFile& file : record::convergence_files(comparison)) {
    files.emplace_back(file.name, convergence_svg(file.plot, FigureUse::file));
  }
  return files;
}

void remove_old_figures(const std::string& folder, const Files& files) {
  remove_files(folder, [&](const std::string& name) {
    const bool is_new = std::any_of(files.begin(), files.end(), [&](const auto& file) { return file.first == name; });
    return record::is_convergence_file(name) && !is_new;
  });
}

}  // namespace

void write_comparison(const std::string& folder, const record::Comparison& comparison) {
  const Files files = files_of(comparison);
  const std::string table = record::comparison_json(comparison);
  make_folder(folder);
  for (const auto& [name, content] : files) write_file_atomically(folder + "/" + name, content);
  remove_old_figures(folder, files);
  write_file_atomically(record::ComparisonPaths(folder).table(), table);
}

}  // namespace pauc::report
