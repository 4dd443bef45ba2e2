#pragma once

#include <optional>

#include "pauc/batch/named_tensors.h"
#include "pauc/core/io/checksum.h"
#include "pauc/model/model.h"
#include "pauc/record/run_paths.h"

namespace pauc {

// Writes the weights of a model: trees in XGBoost's format as trees.json, all others as model.safetensors. Returns the
// fingerprint of the trees, which belongs into the card.
std::optional<Fingerprint> write_model(const record::RunPaths& paths, const Model& model, const InputShape& input);

// Reads the weights of a finished run, as copy_weights() takes them. Refuses trees that the card does not belong to.
NamedTensors read_model(const record::RunPaths& paths);

// The model of a finished run, for examples of this shape.
Model load_model(const record::RunPaths& paths, const InputShape& input);

}  // namespace pauc
