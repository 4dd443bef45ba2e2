#pragma once

#include <string>

#include "pauc/trainer/config/config.h"

namespace pauc {

// The shell command for this config, in the order of config_keys(): "pauc train data.csv --label outcome --fpr-max
// 0.1". It has no --out and no other option that does not change the result.
std::string train_command(const Config& asked);

}  // namespace pauc
