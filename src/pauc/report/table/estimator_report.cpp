#include "pauc/report/table/estimator_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/folder.h"
#include "pauc/report/figure/estimator_svg.h"

namespace pauc::report {

namespace {

constexpr double kPaperLambdas[] = {0.1, 1, 10};

std::string with_deviation(const std::vector<double>& errors) {
  const record::Spread spread = record::spread_of(errors);
  return fmt::format("{:.4f} ({:.4f})", spread.mean, spread.deviation);
}

std::string error_at(const record::EstimatorAtFpr& bound, double lambda) {
  const auto at = std::find_if(bound.lambdas.begin(), bound.lambdas.end(),
                               [&](const record::ErrorsAtLambda& errors) { return errors.lambda == lambda; });
  return at == bound.lambdas.end() ? "-" : with_deviation(at->errors);
}

// Beyond an end of the grid there may be a better one.
std::string best_text(const record::EstimatorAtFpr& bound) {
  const record::ErrorsAtLambda& best = record::best_lambda(bound);
  const bool at_end = &best == &bound.lambdas.front() || &best == &bound.lambdas.back();
  return joined(best.lambda, at_end ? ", an end of the grid" : "");
}

std::string table_row(const record::EstimatorAtFpr& bound) {
  std::string row = joined("| ", bound.fpr_max, " | ", best_text(bound), " | ",
                           with_deviation(record::best_lambda(bound).errors), " |");
  for (const double lambda : kPaperLambdas) row += joined(" ", error_at(bound, lambda), " |");
  const record::Spread matched = record::spread_of(bound.matched_lambdas);
  row += fmt::format(" {:.3g} ({:.3g} to {:.3g}) | {} |\n", matched.median, matched.least, matched.largest,
                     with_deviation(bound.matched_errors));
  return row;
}

}  // namespace

std::string estimator_csv(const record::EstimatorAccuracy& accuracy) {
  std::string text = "fpr_max,lambda,draws,mean,std,min,q25,median,q75,max\n";
  for (const record::EstimatorAtFpr& bound : accuracy.bounds) {
    for (const auto& [lambda, errors] : bound.lambdas) {
      const record::Spread spread = record::spread_of(errors);
      text += joined(bound.fpr_max, ',', lambda, ',', errors.size(), ',', spread.mean, ',', spread.deviation, ',',
                     spread.least, ',', spread.lower_quartile, ',', spread.median, ',', spread.upper_quartile, ',',
                     spread.largest, '\n');
    }
  }
  return text;
}

std::string estimator_markdown(const record::EstimatorAccuracy& accuracy) {
  std::string text =
      joined("Relative error of the KL estimator against the exact one-way loss, mean (standard deviation) over ",
             accuracy.draws(), " vectors of parameters of ", accuracy.model, " drawn at random; ", accuracy.positives,
             " positives, ", accuracy.negatives, " negatives; raw scores have a standard deviation of ",
             fmt::format("{:.3g}", record::spread_of(accuracy.score_deviations).median), " (median of the draws).\n\n");
  text += "| FPR up to | best lambda | error there |";
  for (const double lambda : kPaperLambdas) text += joined(" at lambda ", lambda, " |");
  text += " lambda_for: median (range) | error there |\n|---|---|---|---|---|---|---|---|\n";
  for (const record::EstimatorAtFpr& bound : accuracy.bounds) text += table_row(bound);
  return text;
}

void write_estimator(const std::string& folder, const record::EstimatorAccuracy& accuracy) {
  make_folder(folder);
  const std::string stem = folder + "/estimator";
  std::set<std::string> figures;
  write_file_atomically(stem + ".csv", estimator_csv(accuracy));
  write_file_atomically(stem + ".md", estimator_markdown(accuracy));
  for (const record::EstimatorAtFpr& bound : accuracy.bounds) {
    const std::string name = joined("estimator-", bound.fpr_max, ".svg");
    write_file_atomically(folder + "/" + name, estimator_svg(bound, FigureUse::file));
    figures.insert(name);
  }
  // Figures of bounds that the config no longer has.
  remove_files(folder, [&](const std::string& name) {
    return name.rfind("estimator-", 0) == 0 && name.size() > 4 && name.substr(name.size() - 4) == ".svg" &&
           figures.count(name) == 0;
  });
  write_file_atomically(record::estimator_path(folder), record::estimator_json(accuracy));
}

}  // namespace pauc::report
