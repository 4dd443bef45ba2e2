#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pauc/trainer/run/hits.h"
#include "pauc/trainer/run/predict.h"
#include "pauc/trainer/run/top_hits.h"

namespace pauc {

// The rows with the highest scores while a file is scored, for a page of hits, a choice by scaffold or a budget.
class HitsCollector {
 public:
  // Refuses options that do not go together, or do not suit the data that the models read.
  HitsCollector(const PredictOptions& options, InputKind reads);

  // Takes the line of a row unless lines are written in another way. `score` is not finite for rows without one.
  bool takes(double score, const std::string& line, const Block& block, std::size_t row, std::optional<double> spread,
             std::int8_t label, double probability);

  // Writes the lines and puts hits and budget into the summary.
  void finish(const HitsDescription& description, const std::function<void(const std::string&)>& write,
              PredictSummary& summary);
  void finish(const std::function<void(const std::string&)>& write, PredictSummary& summary);
  bool makes_page() const { return options_.hits; }

 private:
  const PredictOptions& options_;
  std::optional<TopHits> top_;
  std::optional<BudgetWatch> budget_;
  std::vector<std::string> kept_names_;
  std::vector<TopRow> rows_;
};

}  // namespace pauc
