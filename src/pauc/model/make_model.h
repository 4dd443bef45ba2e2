#pragma once

#include <string>

#include "pauc/batch/batch.h"
#include "pauc/core/random.h"
#include "pauc/model/model.h"
#include "pauc/model/route.h"
#include "pauc/model/rows.h"

namespace pauc {

/// Makes a model by its name in the registry, with its options as text. `input` is the shape of the examples; `random`
/// draws the weights, `route` matters to networks only. Throws UserError for unknown names and bad values.
Model make_model(const std::string& name, const Settings& settings, const InputShape& input, Random& random,
                 ModelRoute route = ModelRoute::kernels);

/// Makes a linear model.
Model make_model(const LinearOptions& options, const InputShape& input, Random& random,
                 ModelRoute route = ModelRoute::kernels);
/// Makes a multilayer perceptron.
Model make_model(const MlpOptions& options, const InputShape& input, Random& random,
                 ModelRoute route = ModelRoute::kernels);

/// Makes boosted trees, without any tree. They learn by Model::growth.
Model make_model(const TreesOptions& options, const InputShape& input, Random& random);
/// Makes a forest, without any tree. It learns by Model::growth.
Model make_model(const ForestOptions& options, const InputShape& input, Random& random);

/// Makes a graph network.
Model make_model(const GinOptions& options, const InputShape& input, Random& random,
                 ModelRoute route = ModelRoute::kernels);

/// Makes a directed message-passing network.
Model make_model(const DmpnnOptions& options, const InputShape& input, Random& random,
                 ModelRoute route = ModelRoute::kernels);

/// Makes a residual network of 18 layers.
Model make_model(const ResNet18Options& options, const InputShape& input, Random& random,
                 ModelRoute route = ModelRoute::kernels);
/// Makes a residual network of 20 layers.
Model make_model(const ResNet20Options& options, const InputShape& input, Random& random,
                 ModelRoute route = ModelRoute::kernels);

/// Throws UserError if the examples are not of the kind that the model reads.
void require_input(const InputShape& input, InputKind kind, const char* model);

}  // namespace pauc
