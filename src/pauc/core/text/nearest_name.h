#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pauc {

// The name with the fewest letters to change, of at least one.
std::string nearest_name(std::string_view wanted, const std::vector<std::string>& names);

// "a, b, c" with the name nearest to `wanted` first: the tail of every "no such name" sentence. Long lists are cut.
std::string names_nearest_first(std::string_view wanted, const std::vector<std::string>& names);

}  // namespace pauc
