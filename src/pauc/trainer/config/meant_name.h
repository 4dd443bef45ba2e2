#pragma once

#include <string>
#include <vector>

namespace pauc {

// "auc-m or auc-sh" for "auc": what other programs call it, by the names that pauc has. Empty: nothing is known.
std::string meant_name(const std::string& wanted, const std::vector<std::string>& names);

}  // namespace pauc
