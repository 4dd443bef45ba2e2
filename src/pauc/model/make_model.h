#pragma once

#include <string>

#include "pauc/batch/batch.h"
#include "pauc/core/random.h"
#include "pauc/model/model.h"
#include "pauc/model/route.h"
#include "pauc/model/rows.h"

namespace pauc {

// A model by its name in the registry, its options as text, made to the measure of the examples.
Model make_model(const std::string& name, const Settings& settings, const InputShape& input, Random& random);

Model make_model(const LinearOptions& options, const InputShape& input, Random& random);
Model make_model(const MlpOptions& options, const InputShape& input, Random& random);

Model make_model(const GinOptions& options, const InputShape& input, Random& random,
                 ModelRoute route = ModelRoute::kernels);

Model make_model(const ResNet18Options& options, const InputShape& input, Random& random,
                 ModelRoute route = ModelRoute::kernels);
Model make_model(const ResNet20Options& options, const InputShape& input, Random& random,
                 ModelRoute route = ModelRoute::kernels);

// Refuses data of another kind than the model reads.
void require_input(const InputShape& input, InputKind kind, const char* model);

}  // namespace pauc
