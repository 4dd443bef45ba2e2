#include "pauc/core/text/utf8.h"

#include <algorithm>

namespace pauc {

namespace {

unsigned byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
}

bool continues(std::string_view text, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to; ++i) {
    if ((byte_at(text, i) & 0xC0U) != 0x80U) return false;
  }
  return true;
}

bool steers(std::string_view character) {
  const unsigned first = byte_at(character, 0);
  const unsigned second = byte_at(character, 1);
  const unsigned third = byte_at(character, 2);
  if (character.size() == 1) return first < 0x20 || first == 0x7F;
  if (character.size() == 2) return first == 0xC2 && second < 0xA0;  // U+0080 .. U+009F
  // U+202A .. U+202E and U+2066 .. U+2069 turn the direction of writing.
  return first == 0xE2 &&
         ((second == 0x80 && third >= 0xAA && third <= 0xAE) || (second == 0x81 && third >= 0xA6 && third <= 0xA9));
}

void append_escaped(std::string& result, std::string_view bytes) {
  constexpr const char* kDigits = "0123456789abcdef";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    result += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
  }
}

}  // namespace

std::size_t character_length(std::string_view text) {
  const unsigned first = byte_at(text, 0);
  const unsigned second = byte_at(text, 1);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return continues(text, 1, 2) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool overlong = first == 0xE0 && second < 0xA0;
    const bool surrogate = first == 0xED && second > 0x9F;
    const bool no_character = first == 0xEF && second == 0xBF && byte_at(text, 2) >= 0xBE;
    return continues(text, 1, 3) && !overlong && !surrogate && !no_character ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool out_of_range = (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
    return continues(text, 1, 4) && !out_of_range ? 4 : 0;
  }
  return 0;
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const auto character = text.substr(0, std::max<std::size_t>(1, length));
    if (length == 0 || steers(character)) {
      append_escaped(result, character);
    } else {
      result += character;
    }
    text.remove_prefix(character.size());
  }
  return result;
}

}  // namespace pauc
