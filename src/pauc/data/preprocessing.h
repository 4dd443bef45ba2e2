#pragma once

#include <string>

#include "pauc/data/content.h"
#include "pauc/data/image/encoding.h"
#include "pauc/data/table/encoding.h"

namespace pauc {

// How examples become what a model reads: learnt from the training rows, kept as data in the model card.
struct Preprocessing {
  InputKind kind = InputKind::table;
  std::string column;  // as in Content
  TableEncoding table;
  ImageEncoding image;  // image

  std::int64_t width() const { return table.width(); }
};

// All but the encoding of images, which has to look at each of them. Refused: columns none of which is of use; `notes`
// gains a sentence for each that is not. Images are looked at by so many threads.
Preprocessing fit_preprocessing(const Content& content, Span<const std::int64_t> train_rows,
                                const EncodingOptions& options, std::vector<std::string>& notes);

std::string preprocessing_json(const Preprocessing& preprocessing);
Preprocessing preprocessing_from_json(const std::string& text, const std::string& where);

// Refuses content of another kind, with other columns or images of another size.
void require_fits(const Preprocessing& preprocessing, const Content& content, const std::string& where);

}  // namespace pauc
