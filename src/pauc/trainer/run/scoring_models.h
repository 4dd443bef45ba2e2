#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "pauc/data/examples.h"
#include "pauc/data/preprocessing.h"
#include "pauc/model/model.h"
#include "pauc/record/blend.h"
#include "pauc/trainer/run/member_examples.h"
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

// A finished blend. Scores that come from elsewhere cannot be explained and stay as they are.
struct BlendAtHand {
  record::RunPaths paths;  // of the models
  const record::Blend& blend;
  const std::vector<std::vector<double>>& logits;  // of the rows in question, by member
  MemberExamples& examples;
};

// The rows that a blend's models have not seen, each scored by the models that have not seen it. Reads the models of
// the members that count from the folder of the run.
struct FoldedRows;
ScoringModels held_out_by(const BlendAtHand& blend, const FoldedRows& rows);
// Other rows, scored by all its models.
ScoringModels new_rows_by(const BlendAtHand& blend, const std::vector<std::int64_t>& rows);

// Keeps some of the rows, named by their places, ascending.
ScoringModels only_rows(const ScoringModels& all, const std::vector<std::int64_t>& places);

}  // namespace pauc
