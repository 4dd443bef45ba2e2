#include "pauc/core/text/nearest_name.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/text/lower_case.h"

namespace pauc {

namespace {

constexpr std::size_t kMostNamesShown = 20;

// Levenshtein's distance, letters of either case being equal.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (lower_case(a[i - 1]) == lower_case(b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view wanted, const std::vector<std::string>& names) {
  return *std::min_element(names.begin(), names.end(), [&](const auto& a, const auto& b) {
    return edit_distance(wanted, a) < edit_distance(wanted, b);
  });
}

std::string misspelt_name(std::string_view wanted, const std::vector<std::string>& names) {
  constexpr std::size_t kLettersPerMistake = 3;
  const std::string nearest = nearest_name(wanted, names);
  return kLettersPerMistake * edit_distance(wanted, nearest) <= nearest.size() ? nearest : "";
}

std::string names_nearest_first(std::string_view wanted, const std::vector<std::string>& names) {
  if (names.empty()) return "none";
  auto nearest = std::find(names.begin(), names.end(), nearest_name(wanted, names));
  // Where nothing is near, the order of the list says more.
  if (edit_distance(wanted, *nearest) > std::max<std::size_t>(2, wanted.size() / 2)) nearest = names.begin();
  std::string text = *nearest;
  std::size_t shown = 1;
  for (auto name = names.begin(); name != names.end() && shown < kMostNamesShown; ++name) {
    if (name == nearest) continue;
    text += ", " + *name;
    ++shown;
  }
  if (shown < names.size()) text += joined(" and ", names.size() - shown, " more");
  return text;
}

}  // namespace pauc
