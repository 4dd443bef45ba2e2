#pragma once

#include <tuple>

#include "pauc/core/input_shape.h"
#include "pauc/model/graph/gin.h"
#include "pauc/model/image/resnet.h"
#include "pauc/model/table/linear.h"
#include "pauc/model/table/mlp.h"

namespace pauc {

template <class OptionsOfModel>
struct ModelRow {
  using Options = OptionsOfModel;
  const char* name = "";
  const char* summary = "";
  InputKind input = InputKind::table;  // the kind of examples that it reads
  const Fields<Options>& fields;
};

// One row a model: how it is listed, parsed and made follows from it.
inline auto model_rows() {
  return std::make_tuple(
      ModelRow<LinearOptions>{"linear", "a weighted sum of the features", InputKind::table, kLinearFields},
      ModelRow<MlpOptions>{"mlp", "fully connected layers with ReLU; batch norm and dropout if asked for",
                           InputKind::table, kMlpFields},
      ModelRow<GinOptions>{"gin", "a graph network on molecules: atoms learn from their neighbours, layer by layer",
                           InputKind::molecule, kGinFields},
      ModelRow<ResNet20Options>{"resnet20", "the small residual network of 20 layers, for images of some 32 pixels",
                                InputKind::image, kResNet20Fields},
      ModelRow<ResNet18Options>{"resnet18", "torchvision's residual network of 18 layers, for images", InputKind::image,
                                kResNet18Fields});
}

}  // namespace pauc
