#include "pauc/data/molecule/whole_number_lines.h"

#include <algorithm>

#include "pauc/core/error.h"

namespace pauc {

namespace {

std::string_view field_of(std::string_view line, std::size_t field) {
  for (; field > 0; --field) line.remove_prefix(line.find(',') + 1);
  return line.substr(0, line.find(','));
}

}  // namespace

void WholeNumberLines::refuse(std::size_t field, std::size_t fields, int size) const {
  const std::string_view text = source_.text();
  const auto found = static_cast<std::size_t>(std::count(text.begin(), text.end(), ',')) + 1;
  require(found == fields, place(), ": expected ", fields, fields == 1 ? " number" : " numbers with commas between",
          ", got ", found);
  fail(Fault::data, place(), ", field ", field + 1, ": expected ", what_, " from 0 to ", size - 1, ", got ",
       shown(field_of(text, field)));
}

}  // namespace pauc
