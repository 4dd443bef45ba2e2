#pragma once

#include <tuple>

#include "pauc/core/input_shape.h"
#include "pauc/model/graph/dmpnn.h"
#include "pauc/model/graph/gin.h"
#include "pauc/model/image/resnet.h"
#include "pauc/model/table/linear.h"
#include "pauc/model/table/mlp.h"
#include "pauc/model/tree/forest.h"
#include "pauc/model/tree/trees.h"

namespace pauc {

// A row of the registry with the fields of its options.
template <class OptionsOfModel>
struct ModelRow {
  using Options = OptionsOfModel;
  const char* name = "";
  const char* summary = "";
  InputKind input = InputKind::table;  // kind of examples that it reads
  const Fields<Options>& fields;
  bool linear = false;         // ModelInfo::linear
  bool grows = false;          // ModelInfo::grows
  bool grows_at_once = false;  // ModelInfo::grows_at_once
};

// One row per model: `pauc list`, parsing and make_model follow from it.
inline auto model_rows() {
  return std::make_tuple(
      ModelRow<LinearOptions>{"linear", "a weighted sum of the features", InputKind::table, kLinearFields,
                              /*linear=*/true},
      ModelRow<MlpOptions>{"mlp", "fully connected layers with ReLU, dropout and optional batch norm", InputKind::table,
                           kMlpFields},
      ModelRow<TreesOptions>{"trees", "gradient-boosted decision trees, by XGBoost", InputKind::table, kTreesFields,
                             /*linear=*/false, /*grows=*/true},
      ModelRow<ForestOptions>{"forest", "the mean of many randomised decision trees", InputKind::table, kForestFields,
                              /*linear=*/false, /*grows=*/true, /*grows_at_once=*/true},
      ModelRow<GinOptions>{"gin", "a graph network on molecules: atoms learn from their neighbours, layer by layer",
                           InputKind::molecule, kGinFields},
      ModelRow<DmpnnOptions>{"dmpnn", "chemprop's network on molecules: messages along directed bonds, never back",
                             InputKind::molecule, kDmpnnFields},
      ModelRow<ResNet20Options>{"resnet20", "residual network of 20 layers, for images of about 32 pixels",
                                InputKind::image, kResNet20Fields},
      ModelRow<ResNet18Options>{"resnet18", "torchvision's residual network of 18 layers, for images", InputKind::image,
                                kResNet18Fields});
}

}  // namespace pauc
