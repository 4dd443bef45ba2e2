#include "pauc/data/table/npy_reader.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "pauc/core/error.h"
#include "pauc/core/text/number.h"

namespace pauc {

namespace {

constexpr std::int64_t kBlockBytes = std::int64_t{1} << 18;
constexpr std::int64_t kMostColumns = std::int64_t{1} << 24;

struct Truth {
  std::uint8_t byte;
};

template <class T>
T element(const char* bytes) {
  T value{};
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

// use(T{}) with the type of the file's numbers.
template <class Use>
auto with_type(NpyType type, const Use& use) {
  switch (type) {
    case NpyType::f4:
      return use(float{});
    case NpyType::f8:
      return use(double{});
    case NpyType::i1:
      return use(std::int8_t{});
    case NpyType::i2:
      return use(std::int16_t{});
    case NpyType::i4:
      return use(std::int32_t{});
    case NpyType::i8:
      return use(std::int64_t{});
    case NpyType::u1:
      return use(std::uint8_t{});
    case NpyType::u2:
      return use(std::uint16_t{});
    case NpyType::u4:
      return use(std::uint32_t{});
    case NpyType::u8:
      return use(std::uint64_t{});
    case NpyType::b1:
      break;
  }
  return use(Truth{});
}

// The nearest double of a type.
template <class T>
double as_double(T value) {
  if constexpr (std::is_same_v<T, Truth>) {
    return value.byte != 0 ? 1 : 0;
  } else {
    return static_cast<double>(value);
  }
}

template <class T>
constexpr bool kIsWideInteger = std::is_integral_v<T> && sizeof(T) == 8;

// The largest integers of a type round up to 2^63 or 2^64, which do not fit back.
template <class Integer>
bool is_exact(Integer value, double rounded) {
  const auto beyond = static_cast<double>(std::numeric_limits<Integer>::max());
  return rounded < beyond && static_cast<Integer>(rounded) == value;
}

}  // namespace

NpyReader::NpyReader(const std::string& path) : source_(path), header_(read_npy_header(source_)) { check_shape(); }

void NpyReader::check_shape() {
  const auto& shape = header_.shape;
  const auto refuse = [&](const char* expected) {
    fail(Fault::data, name(), ": expected ", expected, ", got shape ", shape_text(shape));
  };
  if (shape.size() != 1 && shape.size() != 2) refuse("one or two dimensions");
  rows_ = shape[0];
  columns_ = shape.size() == 2 ? shape[1] : 1;
  if (rows_ == 0 || columns_ == 0) refuse("at least one row and one column");
  if (columns_ > kMostColumns) refuse("at most 16777216 columns");
  row_bytes_ = columns_ * header_.value_bytes;
  if (rows_ > std::numeric_limits<std::int64_t>::max() / row_bytes_) refuse("sizes that fit a file");
  require(!header_.fortran_order || rows_ == 1 || columns_ == 1, name(),
          ": expected rows one after the other, got columns (fortran_order); save np.ascontiguousarray(array)");
}

bool NpyReader::next() {
  if (row_number_ == rows_) return false;
  if (next_row_ == block_size_) read_block();
  row_ = block_.data() + next_row_;
  next_row_ += static_cast<std::size_t>(row_bytes_);
  ++row_number_;
  convert_row();
  return true;
}

// Memory grows with what the file gives, not with what its header promises.
void NpyReader::read_block() {
  const std::int64_t rows = std::min(rows_ - rows_read_, std::max<std::int64_t>(1, kBlockBytes / row_bytes_));
  const auto wanted = static_cast<std::size_t>(rows * row_bytes_);
  std::size_t have = 0;
  while (have < wanted) {
    if (have == block_.size()) block_.resize(std::min(wanted, std::max<std::size_t>(kBlockBytes, 2 * have)));
    const std::size_t got = source_.read(block_.data() + have, std::min(wanted, block_.size()) - have);
    if (got == 0) refuse_length(joined(rows_read_ * row_bytes_ + static_cast<std::int64_t>(have)));
    have += got;
  }
  rows_read_ += rows;
  block_size_ = wanted;
  next_row_ = 0;
  char beyond = 0;
  if (rows_read_ == rows_ && source_.read(&beyond, 1) > 0) refuse_length("more");
}

void NpyReader::refuse_length(const std::string& found) const {
  fail(Fault::data, name(), ": expected ", rows_ * row_bytes_, " bytes of data for shape ", shape_text(header_.shape),
       ", got ", found);
}

void NpyReader::convert_row() {
  values_.resize(columns_);
  with_type(header_.type, [&](auto kind) {
    using T = decltype(kind);
    for (std::int64_t c = 0; c < columns_; ++c) {
      const double value = as_double(element<T>(row_ + c * sizeof(T)));
      if (!fits_float(value) && !std::isnan(value)) {
        fail(Fault::data, place(c), ": expected a number of at most ", double{std::numeric_limits<float>::max()},
             " in size or nan, got ", value);
      }
      values_[c] = static_cast<float>(value);
    }
  });
}

double NpyReader::value(std::int64_t column) const {
  return with_type(header_.type, [&](auto kind) {
    using T = decltype(kind);
    const T stored = element<T>(row_ + column * sizeof(T));
    const double value = as_double(stored);
    if constexpr (kIsWideInteger<T>) {
      if (!is_exact(stored, value)) {
        fail(Fault::data, place(column), ": expected a whole number that a double holds exactly, got ",
             std::to_string(stored));
      }
    }
    return value;
  });
}

std::string NpyReader::place(std::int64_t column) const {
  return joined(name(), ": row ", row_number_, ", column ", column + 1);
}

}  // namespace pauc
