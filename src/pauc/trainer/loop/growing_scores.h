#pragma once

#include <vector>

#include "pauc/data/dataset.h"
#include "pauc/model/model.h"
#include "pauc/objective/objective.h"

namespace pauc {

// The raw scores of both parts while a model grows. Each round adds to them, so no row is scored twice.
class GrowingScores {
 public:
  // Takes the rows and scores them with the rounds that the model already has. A model without any starts from the
  // log-odds of the training rows. The references must outlive it.
  GrowingScores(const Growth& growth, const Model& model, const Dataset& train, const Dataset& valid, bool logistic);

  // Grows one round: by the gradient of the objective, or all trees at once. The loss is that before the round, or of
  // the whole forest.
  Loss step(Objective& objective, Random random);

  const std::vector<double>& train_scores() const { return train_scores_; }
  const std::vector<double>& valid_scores() const { return valid_scores_; }

 private:
  Loss loss_of(Objective& objective, const at::Tensor& scores) const;
  at::Tensor train_tensor() const;
  Loss boost(Objective& objective, Random& random);
  Loss grow_all(Objective& objective, Random& random);

  const Growth& growth_;
  const Model& model_;
  const Dataset& train_;
  const Dataset& valid_;
  bool logistic_;
  at::Tensor labels_, slots_, weights_;  // of the training rows
  std::vector<double> train_scores_;
  std::vector<double> valid_scores_;
  std::vector<Batch> valid_rows_;
};

}  // namespace pauc
