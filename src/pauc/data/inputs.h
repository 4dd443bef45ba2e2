#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pauc/data/dataset.h"
#include "pauc/data/examples.h"
#include "pauc/data/preprocessing.h"

namespace pauc {

using GatherRows = decltype(Dataset::gather);

// How rows become tensors: learnt from the training rows, kept as data for prediction.
struct Inputs {
  std::string preprocessing;  // JSON, for the model card
  InputShape shape;
  GatherRows gather;
};

struct InputOptions {
  EncodingOptions table;
  AugmentationOptions augmentation;  // of images
  int fitting_threads = 1;           // to look at all training images
  int threads = 1;                   // to make a batch of images, beside those that train
};

// `notes` gains what a reader should be told, of columns that are of no use for instance. The examples must outlive it.
Inputs fit_inputs(const Examples& examples, Span<const std::int64_t> train_rows, const InputOptions& options,
                  std::vector<std::string>& notes);

// The preprocessing of another run's card, with this augmentation; refused where the examples are of another kind, have
// other columns or images of another size.
Inputs inputs_from(const Examples& examples, const std::string& preprocessing, const std::string& where,
                   const InputOptions& options);

// Some rows as the examples 0 .. n-1 of a dataset.
Dataset dataset_of(const Examples& examples, const Inputs& inputs, std::vector<std::int64_t> rows);

// What preprocessing makes of an example.
InputShape shape_of(const Preprocessing& preprocessing);

// Rows of some content, as the card says; both must outlive it. Images are varied only where there is noise to draw
// from.
GatherRows gather_from(const Preprocessing& preprocessing, const Content& content,
                       const Augmentation& augmentation = {}, int threads = 1);

}  // namespace pauc
