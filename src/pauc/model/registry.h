#pragma once

#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/core/input_shape.h"

namespace pauc {

/// A row of `pauc list models`.
struct ModelInfo {
  std::string name;                    ///< as users type it
  std::string summary;                 ///< one line
  InputKind input = InputKind::table;  ///< kind of examples that it reads
  std::vector<FieldInfo> options;      ///< with their defaults
  bool linear = false;                 ///< scores are weighted sums of the inputs: lbfgs, coefficients and scorecards
  bool grows = false;                  ///< training adds trees; columns as they are
  bool grows_at_once = false;          ///< grows all trees in one round by the labels, so only by cross-entropy
};

/// All rows, in the order in which they are listed.
const std::vector<ModelInfo>& model_registry();

/// Whether the model of this name is linear; false for other names.
bool is_linear_model(const std::string& name);

/// Whether the model of this name grows; false for other names.
bool is_growing_model(const std::string& name);

/// Whether the model of this name grows all its trees in one round; false for other names.
bool grows_at_once(const std::string& name);

}  // namespace pauc
