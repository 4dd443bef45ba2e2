#include "pauc/core/error.h"

#include <charconv>

namespace pauc {

namespace {

template <class Number>
void append_number(std::string& text, Number number) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  text.append(digits, end);
}

}  // namespace

void append_part(std::string& text, std::string_view part) { text += part; }
void append_part(std::string& text, char part) { text += part; }
void append_part(std::string& text, double part) { append_number(text, part); }
void append_part(std::string& text, std::int64_t part) { append_number(text, part); }

std::string shown(std::string_view value) {
  constexpr std::size_t kMostShown = 60;
  if (value.size() <= kMostShown) return joined('"', value, '"');
  return joined('"', value.substr(0, kMostShown), "...\"");
}

}  // namespace pauc
