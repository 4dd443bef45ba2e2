#include "pauc/trainer/run/model_file.h"

#include <algorithm>
#include <filesystem>

#include "pauc/batch/tensor_file.h"
#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/checksum.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/model/make_model.h"
#include "pauc/model/tree/boosting.h"
#include "pauc/model/tree/ensemble_tensors.h"
#include "pauc/model/tree/tree_json.h"

namespace pauc {

namespace {

Fingerprint fingerprint_of_text(const std::string& text) {
  return {static_cast<std::int64_t>(text.size()), checksum(text)};
}

void require_same(const Fingerprint& found, const Fingerprint& expected, const std::string& path,
                  const record::RunPaths& paths) {
  require(found == expected, path, ": expected the model that ", paths.card(), " belongs to, ", expected.bytes,
          " bytes, got ", found.bytes, " bytes that differ: the file is damaged or was replaced");
}

// By the size first: a file of another size may be too large to read.
void require_size(const Fingerprint& expected, const std::string& path, const record::RunPaths& paths) {
  std::error_code failed;
  const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(path, failed));
  if (failed) fail(Fault::no_input, path, ": cannot open: ", failed.message());
  require_same({bytes, bytes == expected.bytes ? expected.crc : 0}, expected, path, paths);
}

// A layer by its weight [outputs, inputs] and bias [outputs].
bool is_of_last_layer(const std::string& name) {
  return name == "output.weight" || name == "output.bias" || name == "fc.weight" || name == "fc.bias";
}

// The weights for one label of a network that serves several: its last layer has an output for each.
NamedTensors read_output(const record::RunPaths& paths, const record::ModelCard& card) {
  const record::RunPaths whole(paths.whole_of_task());
  if (!is_there(whole.model())) {
    fail(Fault::no_input, whole.model(), ": expected the network of all labels, which ", paths.folder,
         " needs, got no such file; a folder below tasks/ does not work without its run");
  }
  require(card.weights.has_value(), paths.card(), ": expected the size of the network of all labels, got none");
  require_size(*card.weights, whole.model(), paths);
  require_same(fingerprint_of(whole.model()), *card.weights, whole.model(), paths);
  NamedTensors weights = read_tensors(whole.model());
  for (auto& [name, tensor] : weights) {
    if (!is_of_last_layer(name)) continue;
    require(tensor.dim() > 0 && tensor.size(0) == card.output->of, whole.model(), ": ", name, ": expected ",
            card.output->of, " outputs");
    tensor = tensor.narrow(0, card.output->index, 1).clone();
  }
  return weights;
}

}  // namespace

void write_model(const record::RunPaths& paths, const Model& model, const InputShape& input, record::ModelCard& card) {
  if (model.growth && model.growth->add_round) {
    const std::string text = xgboost_json(ensemble_from(model.weights(), input.sizes[0]), input.categories);
    write_file_atomically(paths.trees(), text);
    card.trees = fingerprint_of_text(text);
    card.xgboost = boosting_version();
    return;
  }
  write_tensors(paths.model(), model.weights());
  card.weights = fingerprint_of(paths.model());
}

NamedTensors read_model(const record::RunPaths& paths) {
  const record::ModelCard card = record::read_any_card(paths);
  if (card.output) return read_output(paths, card);
  if (card.weights) {
    require_size(*card.weights, paths.model(), paths);
    require_same(fingerprint_of(paths.model()), *card.weights, paths.model(), paths);
  }
  if (!card.trees) return read_tensors(paths.model());
  require_size(*card.trees, paths.trees(), paths);
  const std::string text = content_of_file(paths.trees(), static_cast<std::size_t>(card.trees->bytes));
  require_same(fingerprint_of_text(text), *card.trees, paths.trees(), paths);
  return tensors_of(ensemble_from_xgboost(text, paths.trees()));
}

Model load_model(const record::RunPaths& paths, const InputShape& input) {
  const record::ModelCard card = record::read_any_card(paths);
  Random random(0);
  InputShape shape = input;
  shape.outputs = std::max<std::int64_t>(1, static_cast<std::int64_t>(card.labels.size()));
  Model model = make_model(card.model, card.model_options, shape, random);
  copy_weights(read_model(paths), model);
  return model;
}

}  // namespace pauc
