#include "pauc/report/json_text.h"

#include <nlohmann/json.hpp>

#include "pauc/core/error.h"

namespace pauc {

std::string text_of(const nlohmann::ordered_json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string options_text(const nlohmann::ordered_json& options) {
  std::string text;
  for (const auto& [name, value] : options.items()) {
    text += joined(text.empty() ? "" : ", ", name, " ", text_of(value));
  }
  return text;
}

}  // namespace pauc
