#include "pauc/data/inputs.h"

#include <ATen/Functions.h>

#include <memory>
#include <utility>

#include "pauc/batch/cpu_data.h"
#include "pauc/core/error.h"
#include "pauc/data/molecule/graph_batch.h"

namespace pauc {

namespace {

at::Tensor encoded(const TableEncoder& encoder, Span<const std::int64_t> rows) {
  at::Tensor features = at::empty({rows.size(), encoder.width()}, at::kFloat);
  encoder.encode(rows, cpu_data<float>(features));
  return features;
}

// [B, channels, height, width], a view of [B, height, width, channels]: channels are last in memory.
at::Tensor encoded(const Images& images, Span<const std::int64_t> rows, const ImageEncoding& encoding,
                   const Augmentation& augmentation, Random* noise, int threads) {
  const ImageSize& size = encoding.size;
  const at::Tensor pixels = at::empty({rows.size(), size.height, size.width, size.channels}, at::kFloat);
  encode_images(images, rows, encoding, augmentation, noise, threads, cpu_data<float>(pixels));
  return pixels.permute({0, 3, 1, 2});
}

Inputs inputs_of(const Content& content, Preprocessing fitted, const InputOptions& options) {
  const auto kept = std::make_shared<Preprocessing>(std::move(fitted));
  Augmentation augmentation;
  if (kept->kind == InputKind::image) augmentation = augmentation_of(options.augmentation, kept->image.size);
  Inputs inputs;
  inputs.preprocessing = preprocessing_json(*kept);
  inputs.shape = shape_of(*kept);
  inputs.gather = [kept, gather = gather_from(*kept, content, augmentation, options.threads)](
                      Span<const std::int64_t> rows, Random* noise) { return gather(rows, noise); };
  return inputs;
}

}  // namespace

InputShape shape_of(const Preprocessing& preprocessing) {
  InputShape shape{preprocessing.kind, {preprocessing.width()}, preprocessing.table.categories()};
  const ImageSize& size = preprocessing.image.size;
  if (preprocessing.kind == InputKind::image) {
    shape.sizes.insert(shape.sizes.end(), {size.channels, size.height, size.width});
  }
  return shape;
}

GatherRows gather_from(const Preprocessing& preprocessing, const Content& content, const Augmentation& augmentation,
                       int threads) {
  const auto encoder = std::make_shared<TableEncoder>(preprocessing.table, content.table);
  return [encoder, &preprocessing, &content, augmentation, threads](Span<const std::int64_t> rows, Random* noise) {
    const std::vector<std::int64_t> places = content.held().places_of(rows);
    Batch batch;
    if (encoder->width() > 0) batch.features = encoded(*encoder, places);
    if (preprocessing.kind == InputKind::molecule) batch.graphs = graph_batch(content.molecules, places);
    if (preprocessing.kind == InputKind::image) {
      batch.images = encoded(content.images, places, preprocessing.image, augmentation, noise, threads);
    }
    return batch;
  };
}

Inputs fit_inputs(const Examples& examples, Span<const std::int64_t> train_rows, const InputOptions& options,
                  std::vector<std::string>& notes) {
  Preprocessing fitted;
  try {
    fitted = fit_preprocessing(examples.content, train_rows, options.table, notes);
  } catch (const UserError& error) {
    fail(error.fault(), examples.files[0], ": ", error.what());
  }
  if (fitted.kind == InputKind::image) {
    const HeldRows& held = examples.content.held();
    const std::vector<std::int64_t> places = held.places_of(train_rows);
    fitted.image = fit_image_encoding(examples.content.images, places, options.fitting_threads, held.shared());
  }
  return inputs_of(examples.content, std::move(fitted), options);
}

Inputs inputs_from(const Examples& examples, const std::string& preprocessing, const std::string& where,
                   const InputOptions& options) {
  Preprocessing read = preprocessing_from_json(preprocessing, where);
  require_fits(read, examples.content, where);
  return inputs_of(examples.content, std::move(read), options);
}

namespace {

static_assert(kUnlabelled == kUnknownLabel);

std::shared_ptr<const TaskLabels> labels_of(const std::vector<TaskFacts>& all, const std::vector<std::size_t>& tasks,
                                            const std::vector<std::int64_t>& rows) {
  auto labels = std::make_shared<TaskLabels>();
  for (const std::size_t task : tasks) {
    std::vector<std::int8_t> own;
    own.reserve(rows.size());
    for (const std::int64_t row : rows) own.push_back(all[task].labels[row]);
    labels->push_back(std::move(own));
  }
  return labels;
}

}  // namespace

Dataset dataset_of(const Examples& examples, const Inputs& inputs, std::vector<std::int64_t> rows,
                   const std::vector<std::size_t>& tasks) {
  const RowFacts& facts = examples.facts;
  Dataset dataset;
  for (const std::int64_t row : rows) {
    dataset.labels.push_back(static_cast<std::uint8_t>(facts.labels[row]));
    if (!facts.weights.empty()) dataset.weights.push_back(facts.weights[row]);
  }
  if (!tasks.empty()) dataset.tasks = labels_of(facts.tasks, tasks, rows);
  dataset.gather = [gather = inputs.gather, rows = std::move(rows)](Span<const std::int64_t> chosen, Random* noise) {
    std::vector<std::int64_t> content_rows(chosen.size());
    for (std::int64_t k = 0; k < chosen.size(); ++k) content_rows[k] = rows[chosen[k]];
    return gather(content_rows, noise);
  };
  return dataset;
}

}  // namespace pauc
