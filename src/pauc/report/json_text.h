#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace pauc {

// A text as it is, any other value as JSON writes it.
std::string text_of(const nlohmann::ordered_json& value);

// "lambda 0.1, gamma0 0.9" of an object's members.
std::string options_text(const nlohmann::ordered_json& options);

}  // namespace pauc
