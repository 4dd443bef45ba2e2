#pragma once

#include <string>

#include "pauc/batch/batch.h"
#include "pauc/core/random.h"
#include "pauc/model/model.h"
#include "pauc/model/rows.h"

namespace pauc {

// A model by its name in the registry, its options as text, made to the measure of the examples.
Model make_model(const std::string& name, const Settings& settings, const InputShape& input, Random& random);

Model make_model(const LinearOptions& options, const InputShape& input, Random& random);
Model make_model(const MlpOptions& options, const InputShape& input, Random& random);

void require_table(const InputShape& input, const char* model);

}  // namespace pauc
