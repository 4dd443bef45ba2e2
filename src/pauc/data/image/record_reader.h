#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/io/byte_source.h"
#include "pauc/core/span.h"
#include "pauc/data/image/images.h"

namespace pauc {

// Some bytes that are labels, then an image: all of its first channel row by row, then the next channel.
struct RecordLayout {
  ImageSize size;
  std::int64_t labels = 1;

  std::int64_t bytes() const { return labels + size.bytes(); }
};

// "3x32x32": channels, height, width. Refuses other texts, and sizes that are not known.
ImageSize parse_record_size(const std::string& text);

// "x.bin: record 3", from 1 on.
inline std::string record_place(const std::string& file, std::int64_t number) {
  return joined(file, ": record ", number);
}

// A file of records one behind the other, as CIFAR has them, read in constant memory; gzip too.
//
//   RecordReader records(path, layout);
//   while (records.next()) records.append_image(bytes);
class RecordReader {
 public:
  RecordReader(const std::string& path, const RecordLayout& layout);

  // Moves to the next record; false at the end. Refuses a file that ends inside a record.
  bool next();

  Span<const std::uint8_t> labels() const { return {record_.data(), layout_.labels}; }
  // The image as [height, width, channels] behind those that are there.
  void append_image(std::vector<std::uint8_t>& images) const;

  std::string place() const { return record_place(source_.name(), number_); }

 private:
  ByteSource source_;
  RecordLayout layout_;
  std::vector<std::uint8_t> record_;
  std::int64_t number_ = 0;
};

}  // namespace pauc
