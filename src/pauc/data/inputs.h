#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pauc/data/dataset.h"
#include "pauc/data/examples.h"
#include "pauc/data/preprocessing.h"

namespace pauc {

/// Function that makes a batch of some rows.
using GatherRows = decltype(Dataset::gather);

/// Fitted preprocessing, ready to turn rows into tensors.
struct Inputs {
  /// Preprocessing as JSON, for the model card.
  std::string preprocessing;
  /// Shape of one example as the model reads it.
  InputShape shape;
  /// Makes a batch of rows of the examples.
  GatherRows gather;
};

/// How inputs are encoded and augmented.
struct InputOptions {
  /// Encoding of table columns.
  EncodingOptions table;
  /// Augmentation of training images.
  AugmentationOptions augmentation;
  /// Threads that read all training images to fit their encoding.
  int fitting_threads = 1;
  /// Threads that prepare batches of images, in addition to the threads that train.
  int threads = 1;
};

/// Fits the preprocessing to the training rows. The examples must outlive the result.
///
/// Adds notes for the user, for instance about columns that are dropped.
Inputs fit_inputs(const Examples& examples, Span<const std::int64_t> train_rows, const InputOptions& options,
                  std::vector<std::string>& notes);

/// Reuses the preprocessing of another run's model card, with the augmentation in `options`.
///
/// Refuses examples of another kind, with other columns or with images of another size. `where` names the card in error
/// messages.
Inputs inputs_from(const Examples& examples, const std::string& preprocessing, const std::string& where,
                   const InputOptions& options);

/// A dataset whose examples 0 .. n-1 are the given rows.
Dataset dataset_of(const Examples& examples, const Inputs& inputs, std::vector<std::int64_t> rows,
                   const std::vector<std::size_t>& tasks = {});

/// Shape of one preprocessed example.
InputShape shape_of(const Preprocessing& preprocessing);

/// Returns a function that makes batches of rows of the data, which `content` must hold. Both references must outlive
/// it.
///
/// Images are augmented only if the function is called with a source of noise.
GatherRows gather_from(const Preprocessing& preprocessing, const Content& content,
                       const Augmentation& augmentation = {}, int threads = 1);

}  // namespace pauc
