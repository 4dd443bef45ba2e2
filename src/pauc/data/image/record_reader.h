#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/io/byte_source.h"
#include "pauc/core/span.h"
#include "pauc/data/image/images.h"

namespace pauc {

// Label bytes followed by an image: the first channel row by row, then the next channel.
struct RecordLayout {
  ImageSize size;
  std::int64_t labels = 1;

  std::int64_t bytes() const { return labels + size.bytes(); }
};

// Reads "3x32x32": channels, height, width. Refuses other text and sizes that models cannot read.
ImageSize parse_record_size(const std::string& text);

// "x.bin: record 3"; numbers start at 1.
inline std::string record_place(const std::string& file, std::int64_t number) {
  return joined(file, ": record ", number);
}

// Reads a file of records as in CIFAR, possibly gzipped, in constant memory.
//
//   RecordReader records(path, layout);
//   while (records.next()) records.append_image(bytes);
class RecordReader {
 public:
  RecordReader(const std::string& path, const RecordLayout& layout);

  // Moves to the next record; false at the end. Refuses a file that ends inside a record.
  bool next();

  Span<const std::uint8_t> labels() const { return {record_.data(), layout_.labels}; }
  // Appends the image as [height, width, channels].
  void append_image(std::vector<std::uint8_t>& images) const;

  std::string place() const { return record_place(source_.name(), number_); }

 private:
  ByteSource source_;
  RecordLayout layout_;
  std::vector<std::uint8_t> record_;
  std::int64_t number_ = 0;
};

}  // namespace pauc
