#pragma once

#include <string>
#include <vector>

#include "pauc/data/content.h"
#include "pauc/data/image/encoding.h"
#include "pauc/data/table/encoding.h"

namespace pauc {

/// How examples become the numbers that a model reads: learnt from the training rows and stored in the model card.
struct Preprocessing {
  /// Kind of the content that was seen in training.
  InputKind kind = InputKind::table;
  /// Name of the column that held the molecules or image paths, as in Content.
  std::string column;
  /// Features computed from the molecules, as in Content; `kind` is table then.
  std::string features_from;
  /// What was done to the molecules, as in Content.
  Standardise standardise = Standardise::off;
  /// Encoding of the table columns.
  TableEncoding table;
  /// Encoding of the images, if `kind` is image.
  ImageEncoding image;

  /// Kind of the content of the files that examples come from: molecule if features are computed from molecules.
  InputKind reads() const { return features_from.empty() ? kind : InputKind::molecule; }
  /// Number of values that the table columns of one row are encoded as.
  std::int64_t width() const { return table.width(); }
};

/// Fits everything except the encoding of images (see fit_image_encoding, which reads all of them).
///
/// Adds a note for each dropped column; refuses content in which no column is useful.
Preprocessing fit_preprocessing(const Content& content, Span<const std::int64_t> train_rows,
                                const EncodingOptions& options, std::vector<std::string>& notes);

/// The preprocessing as JSON.
std::string preprocessing_json(const Preprocessing& preprocessing);

/// Reads what preprocessing_json() wrote; `where` names the source in error messages.
Preprocessing preprocessing_from_json(const std::string& text, const std::string& where);

/// Refuses content of another kind, with other columns or with images of another size.
void require_fits(const Preprocessing& preprocessing, const Content& content, const std::string& where);

}  // namespace pauc
