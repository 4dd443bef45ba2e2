#pragma once

#include <string>

#include "pauc/trainer/config/config.h"

namespace pauc {

// The command that asks for just this config, in the order of config_keys(), for a shell: "pauc train data.csv --label
// outcome --fpr-max 0.1". Without --out and what else does not change the result.
std::string train_command(const Config& asked);

}  // namespace pauc
