// Any bytes as a table to train on, as they are or as UTF-16: rows with finite or missing values, or a UserError.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <variant>
#include <vector>

#include "input_file.h"
#include "pauc/core/error.h"
#include "pauc/data/examples.h"

namespace {

std::string as_utf16(const std::uint8_t* data, std::size_t size, bool little) {
  std::string text = little ? "\xFF\xFE" : "\xFE\xFF";
  for (std::size_t k = 0; k < size; ++k) {
    const char unit[2] = {static_cast<char>(data[k]), '\0'};
    text += {unit[little ? 0 : 1], unit[little ? 1 : 0]};
  }
  return text;
}

void check(const pauc::Examples& examples) {
  const pauc::Table& table = examples.content.table;
  const auto& columns = std::get<pauc::DenseValues>(table.values).columns;
  if (columns.size() != table.columns.size()) std::abort();
  for (const std::vector<float>& column : columns) {
    if (static_cast<std::int64_t>(column.size()) != table.rows) std::abort();
    for (const float value : column) {
      if (std::isinf(value)) std::abort();
    }
  }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const int how = size > 0 ? data[0] % 4 : 0;
  pauc::DataOptions options;
  options.kind = "csv";
  if (how > 1) {
    const std::string text = as_utf16(data + 1, size - 1, how == 2);
    options.path = pauc::fuzz::input_file(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  } else {
    options.path = pauc::fuzz::input_file(data + (how == 1), size - (how == 1));
  }
  try {
    check(pauc::load_examples(options));
  } catch (const pauc::UserError&) {
  }
  return 0;
}
