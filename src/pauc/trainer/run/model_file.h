#pragma once

#include "pauc/batch/named_tensors.h"
#include "pauc/model/model.h"
#include "pauc/record/card.h"
#include "pauc/record/run_paths.h"

namespace pauc {

// Writes the weights of a model: boosted trees in XGBoost's format as trees.json, all others as model.safetensors. The
// card takes the fingerprint of trees: a bit more or less in one of them would change scores without any other sign.
void write_model(const record::RunPaths& paths, const Model& model, const InputShape& input, record::ModelCard& card);

// Reads the weights of a finished run, as copy_weights() takes them. Refuses trees that the card does not belong to.
NamedTensors read_model(const record::RunPaths& paths);

// The model of a finished run, for examples of this shape.
Model load_model(const record::RunPaths& paths, const InputShape& input);

}  // namespace pauc
