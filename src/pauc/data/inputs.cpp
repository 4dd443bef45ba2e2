#include "pauc/data/inputs.h"

#include <ATen/Functions.h>

#include <memory>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/data/graph_batch.h"

namespace pauc {

namespace {

at::Tensor encoded(const TableEncoder& encoder, Span<const std::int64_t> rows) {
  at::Tensor features = at::empty({rows.size(), encoder.width()}, at::kFloat);
  encoder.encode(rows, features.data_ptr<float>());
  return features;
}

Inputs inputs_of(const Content& content, Preprocessing fitted) {
  const auto kept = std::make_shared<Preprocessing>(std::move(fitted));
  Inputs inputs;
  inputs.preprocessing = preprocessing_json(*kept);
  inputs.shape = {kept->kind, {kept->width()}};
  inputs.gather = [kept, gather = gather_from(*kept, content)](Span<const std::int64_t> rows, Random* noise) {
    return gather(rows, noise);
  };
  return inputs;
}

}  // namespace

GatherRows gather_from(const Preprocessing& preprocessing, const Content& content) {
  const auto encoder = std::make_shared<TableEncoder>(preprocessing.table, content.table);
  const bool molecules = preprocessing.kind == InputKind::molecule;
  return [encoder, molecules, &content](Span<const std::int64_t> rows, Random* /*noise*/) {
    Batch batch;
    if (encoder->width() > 0) batch.features = encoded(*encoder, rows);
    if (molecules) batch.graphs = graph_batch(content.molecules, rows);
    return batch;
  };
}

Inputs fit_inputs(const Examples& examples, Span<const std::int64_t> train_rows, const EncodingOptions& options,
                  std::vector<std::string>& notes) {
  try {
    return inputs_of(examples.content, fit_preprocessing(examples.content, train_rows, options, notes));
  } catch (const UserError& error) {
    fail(error.fault(), examples.files[0], ": ", error.what());
  }
}

Inputs inputs_from(const Examples& examples, const std::string& preprocessing, const std::string& where) {
  Preprocessing read = preprocessing_from_json(preprocessing, where);
  require_fits(read, examples.content, where);
  return inputs_of(examples.content, std::move(read));
}

Dataset dataset_of(const Examples& examples, const Inputs& inputs, std::vector<std::int64_t> rows) {
  const RowFacts& facts = examples.facts;
  Dataset dataset;
  for (const std::int64_t row : rows) {
    dataset.labels.push_back(static_cast<std::uint8_t>(facts.labels[row]));
    if (!facts.weights.empty()) dataset.weights.push_back(facts.weights[row]);
  }
  dataset.gather = [gather = inputs.gather, rows = std::move(rows)](Span<const std::int64_t> chosen, Random* noise) {
    std::vector<std::int64_t> content_rows(chosen.size());
    for (std::int64_t k = 0; k < chosen.size(); ++k) content_rows[k] = rows[chosen[k]];
    return gather(content_rows, noise);
  };
  return dataset;
}

}  // namespace pauc
