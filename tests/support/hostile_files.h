#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "pauc/core/random.h"

namespace pauc::test {

inline std::string repeated(const std::string& text, std::size_t count) {
  std::string all;
  for (std::size_t k = 0; k < count; ++k) all += text;
  return all;
}

inline std::string nested(std::size_t depth) { return repeated("[", depth) + repeated("]", depth); }

// Changes some bytes, to others that JSON and CSV use or to any, or cuts off the end.
inline std::string damaged(std::string text, Random& random) {
  static const std::string kLikely = "{}[]\":,.-+eE0123456789 \n\\ntu";
  const auto place_in = [&](const std::string& any) { return random.below(static_cast<std::uint32_t>(any.size())); };
  if (random.below(4) == 0) text.resize(place_in(text));
  for (std::uint32_t flips = random.below(4); flips > 0 && !text.empty(); --flips) {
    const auto any = static_cast<char>(random.below(256));
    text[place_in(text)] = random.below(3) == 0 ? any : kLikely[place_in(kLikely)];
  }
  return text;
}

// The JSON with one value replaced by any text.
inline std::string with_value(nlohmann::ordered_json json, const std::string& pointer, const std::string& value) {
  json[nlohmann::ordered_json::json_pointer(pointer)] = "HERE";
  std::string text = json.dump();
  text.replace(text.find("\"HERE\""), 6, value);
  return text;
}

}  // namespace pauc::test
