#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pauc {

// The name with the smallest edit distance to `wanted`. `names` must not be empty.
std::string nearest_name(std::string_view wanted, const std::vector<std::string>& names);

// The nearest name if `wanted` is a likely misspelling of it, with at most one wrong letter in three; otherwise empty.
std::string misspelt_name(std::string_view wanted, const std::vector<std::string>& names);

// "a, b, c" with the name nearest to `wanted` first: the end of every "no such name" message. Long lists are shortened.
std::string names_nearest_first(std::string_view wanted, const std::vector<std::string>& names);

}  // namespace pauc
