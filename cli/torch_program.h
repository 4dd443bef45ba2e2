#pragma once

#include <string>

namespace pauc::cli {

// The program pauc-torch: beside this program, as in a build folder, or where `cmake --install` puts it.
std::string torch_program();

}  // namespace pauc::cli
