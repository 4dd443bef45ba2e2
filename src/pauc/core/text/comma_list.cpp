#include "pauc/core/text/comma_list.h"

#include <algorithm>

#include "pauc/core/text/number.h"

namespace pauc {

std::vector<std::string_view> comma_parts(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    parts.push_back(trimmed(text.substr(begin, comma - begin)));
    begin = comma + 1;
  }
  return parts;
}

}  // namespace pauc
