#pragma once

#include <string>

#include "pauc/trainer/config/config.h"

namespace pauc {

// The placeholders for a value of this key: "NUMBER", "INTEGER or TEXT".
std::string type_text(const ConfigKey& key);

// What the key means, one line for each meaning, with the defaults of its owners: "... [mlp: 0.1; gin: 0.5]".
std::string help_text(const ConfigKey& key);

}  // namespace pauc
