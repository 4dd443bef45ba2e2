#include "pauc/trainer/run/model_file.h"

#include "pauc/batch/tensor_file.h"
#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/model/make_model.h"
#include "pauc/model/tree/tree_json.h"
#include "pauc/record/card.h"

namespace pauc {

std::optional<Fingerprint> write_model(const record::RunPaths& paths, const Model& model, const InputShape& input) {
  if (!model.growth) {
    write_tensors(paths.model(), model.weights());
    return std::nullopt;
  }
  const std::string text = xgboost_json(ensemble_from(model.weights(), input.sizes[0]), input.categories);
  write_file_atomically(paths.trees(), text);
  return Fingerprint{static_cast<std::int64_t>(text.size()), checksum(text)};
}

NamedTensors read_model(const record::RunPaths& paths) {
  const record::ModelCard card = record::read_card(paths);
  if (!card.trees) return read_tensors(paths.model());
  const std::string text = content_of_file(paths.trees());
  const Fingerprint found{static_cast<std::int64_t>(text.size()), checksum(text)};
  require(found == *card.trees, paths.trees(), ": expected the trees that ", paths.card(), " belongs to, ",
          card.trees->bytes, " bytes, got ", found.bytes, " bytes that differ: the file is damaged or was replaced");
  return tensors_of(ensemble_from_xgboost(text, paths.trees()));
}

Model load_model(const record::RunPaths& paths, const InputShape& input) {
  const record::ModelCard card = record::read_card(paths);
  Random random(0);
  Model model = make_model(card.model, card.model_options, input, random);
  copy_weights(read_model(paths), model);
  return model;
}

}  // namespace pauc
