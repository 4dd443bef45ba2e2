#pragma once

#include <string>
#include <vector>

#include "pauc/data/blocks.h"
#include "pauc/data/preprocessing.h"
#include "pauc/model/model.h"
#include "pauc/record/blend.h"
#include "pauc/record/card.h"

namespace pauc {

// All models of a finished run, ready to score new rows: one, or the models of a blend.
class Scorers {
 public:
  // Which members of a blend to read: those that count, or all of them.
  enum class Members { weighted, all };
  // Reads the models of the run; `card` is its card.
  Scorers(const record::RunPaths& paths, const record::ModelCard& card, Members members);

  // What blocks must have for all models: the kind of the content, its column, the size of images, and all features of
  // molecules that some model reads.
  const Preprocessing& content() const { return content_; }
  // The columns that some model needs.
  std::vector<WantedColumn> wanted() const;
  // The encoding of the table columns by each model.
  std::vector<const TableEncoding*> encodings() const;
  // The members of a blend; none for a single model.
  const std::vector<record::BlendMember>& members() const { return blend_.members; }

  struct Scores {
    std::vector<double> scores;                // by row
    std::vector<std::vector<double>> members;  // logits, by member and row
    // Standard deviation of the score over the models, by row; empty where there is only one. A score is a weighted
    // mean of what each model would give with all the weight, W z + b, where W is the sum of the weights and z the
    // logit by this model; the deviation is taken with the same weights.
    std::vector<double> spreads;
  };
  // `foreign` has the scores that come from elsewhere, in the order of the members concerned.
  Scores of(const Block& block, const std::vector<std::vector<double>>& foreign = {}) const;

 private:
  struct LoadedModel {
    Preprocessing preprocessing;
    Model model;
  };
  void load(const record::RunPaths& paths, const record::ModelCard& card);
  // Adds what a model reads to `content_`; refuses a model that cannot share a file with the others.
  void take_content(const Preprocessing& preprocessing, const record::RunPaths& paths);
  std::vector<double> scores_of_model(const LoadedModel& loaded, const Content& content, std::int64_t rows) const;

  Preprocessing content_;            // of the whole, where a blend has kept scores from elsewhere only
  std::size_t file_columns_ = 0;     // of its columns, those that come from the file
  std::vector<LoadedModel> models_;  // member by member, fold by fold
  record::Blend blend_;              // without members: a single model
};

}  // namespace pauc
