#pragma once

#include <string>
#include <vector>

namespace pauc::cli {

// What other programs call an option of pauc: "--folds K" for "--cv", "--label COLUMN" for "--target". Empty if the
// word has no such meaning, or the command has no such option.
std::string meant_option(const std::string& unknown, const std::vector<std::string>& known);

// The same for a command: "train" for "fit".
std::string meant_command(const std::string& unknown);

}  // namespace pauc::cli
