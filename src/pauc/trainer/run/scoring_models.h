#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "pauc/data/examples.h"
#include "pauc/data/preprocessing.h"
#include "pauc/model/model.h"
#include "pauc/record/blend.h"
#include "pauc/trainer/run/prepared_data.h"

namespace pauc {

// A model of a run, and what it adds to the score of the run: scale x its own score.
struct ScoringModel {
  Model model;
  std::shared_ptr<const Preprocessing> preprocessing;
  std::shared_ptr<const Examples> examples;  // that it reads
  double scale = 1;
  std::vector<std::int64_t> places;  // of the rows that it scores, ascending
};

// Rows of the examples with the models that score them. A row's score is `fixed` plus what its models add.
struct ScoringModels {
  std::vector<std::int64_t> rows;   // of the examples
  std::vector<std::int64_t> folds;  // [rows] that left the row out; all 0 without folds
  std::vector<double> fixed;        // [rows]
  std::vector<ScoringModel> models;
};

// The rows of one part, scored by a single model.
ScoringModels scored_by(const Model& model, const PreparedData& data, Part part);

// The rows of a blend's pool, each scored by the models that have not seen it. Reads the models of the members that
// count from the folder of the run.
struct FoldedRows;
ScoringModels held_out_by(const record::RunPaths& paths, const record::Blend& blend, const FoldedRows& rows,
                          const PreparedData& data);
// The test rows of a blend, scored by all its models.
ScoringModels test_scored_by(const record::RunPaths& paths, const record::Blend& blend, const PreparedData& data);

// Keeps some of the rows, named by their places, ascending.
ScoringModels only_rows(const ScoringModels& all, const std::vector<std::int64_t>& places);

}  // namespace pauc
