#pragma once

#include <string>
#include <vector>

namespace pauc::cli {

// What to do about an option of another program: "pauc calls it --folds K" for "--cv". Empty if the word has no such
// meaning, or the command has no such option.
std::string meant_option(const std::string& unknown, const std::vector<std::string>& known);

// The same for a command: "train" for "fit".
std::string meant_command(const std::string& unknown);

}  // namespace pauc::cli
