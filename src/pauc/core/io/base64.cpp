#include "pauc/core/io/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace pauc {

namespace {

constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr char kPadding = '=';
constexpr std::uint8_t kNone = 64;

constexpr std::array<std::uint8_t, 256> values_of_letters() {
  std::array<std::uint8_t, 256> values{};
  for (std::uint8_t& value : values) value = kNone;
  for (std::uint8_t k = 0; k < kNone; ++k) values[static_cast<unsigned char>(kLetters[k])] = k;
  return values;
}
constexpr std::array<std::uint8_t, 256> kValues = values_of_letters();

}  // namespace

std::string base64_of(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) bits = bits << 8 | (k < count ? static_cast<unsigned char>(bytes[at + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) text += k <= count ? kLetters[bits >> (18 - 6 * k) & 63U] : kPadding;
  }
  return text;
}

std::optional<std::string> bytes_of_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == kPadding) ++padding;
  text.remove_suffix(padding);
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int unused = 0;  // of the bits
  for (const char letter : text) {
    const std::uint8_t value = kValues[static_cast<unsigned char>(letter)];
    if (value == kNone) return std::nullopt;
    bits = bits << 6 | value;
    unused += 6;
    if (unused < 8) continue;
    unused -= 8;
    bytes += static_cast<char>(bits >> unused & 255U);
  }
  // What is left of the last letter stands for nothing: other bits would be another text for the same bytes.
  if ((bits & ((1U << unused) - 1)) != 0) return std::nullopt;
  return bytes;
}

}  // namespace pauc
