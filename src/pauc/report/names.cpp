#include "pauc/report/names.h"

#include <algorithm>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/core/nearest_name.h"
#include "pauc/core/number.h"

namespace pauc {

namespace {

template <class Choice>
struct Named {
  Choice choice;
  const char* name;
};

constexpr Named<Scale> kScales[] = {
    {Scale::raw, "raw"}, {Scale::normalised, "normalised"}, {Scale::mcclish, "mcclish"}};
constexpr Named<IntervalMethod> kMethods[] = {{IntervalMethod::analytic, "analytic"},
                                              {IntervalMethod::bootstrap, "bootstrap"},
                                              {IntervalMethod::bca, "bca"},
                                              {IntervalMethod::none, "none"}};

template <class Choice, std::size_t count>
const char* name_of(const Named<Choice> (&table)[count], Choice choice) {
  for (const auto& row : table) {
    if (row.choice == choice) return row.name;
  }
  return "";
}

template <class Choice, std::size_t count>
Choice choice_named(const Named<Choice> (&table)[count], const char* what, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& row : table) {
    if (name == row.name) return row.choice;
    names.emplace_back(row.name);
  }
  fail(Fault::usage, what, ": no \"", name, "\"; expected one of ", names_nearest_first(name, names));
}

}  // namespace

const char* scale_name(Scale scale) { return name_of(kScales, scale); }
Scale scale_named(const std::string& name) { return choice_named(kScales, "scale", name); }
const char* interval_method_name(IntervalMethod method) { return name_of(kMethods, method); }
IntervalMethod interval_method_named(const std::string& name) { return choice_named(kMethods, "ci", name); }

int decimals_of(Scale scale) { return scale == Scale::raw ? 6 : 4; }

std::string area_title(const JudgedArea& area) {
  if (area.name == "auc") return "AUC";
  return joined("pAUC ", std::visit([](const auto& where) { return region_text(where); }, area.where));
}

std::string title_with_scale(const JudgedArea& area) {
  return area.name == "auc" ? area_title(area) : joined(area_title(area), " (", scale_name(area.scale), ")");
}

std::string target_words(const std::string& key) {
  const auto numbers_behind = [&](const std::string& start) {
    std::vector<double> numbers;
    std::string rest = key.substr(start.size());
    std::replace_if(
        rest.begin(), rest.end(), [](char c) { return c == '_' || c == '-'; }, ' ');
    for (std::size_t at = 0; at < rest.size();) {
      const auto end = std::min(rest.find(' ', at), rest.size());
      if (const auto number = parse_number(rest.substr(at, end - at))) numbers.push_back(*number);
      at = end + 1;
    }
    return numbers;
  };
  for (const std::string start : {"one_way_", "two_way_"}) {
    if (key.rfind(start, 0) != 0) continue;
    const auto numbers = numbers_behind(start);
    if (start == "two_way_" && numbers.size() == 2) return region_text(Region{0, numbers[1], numbers[0]});
    if (start == "one_way_" && numbers.size() == 1) return region_text(Region{0, numbers[0], 0});
    if (start == "one_way_" && numbers.size() == 2) return region_text(Region{numbers[0], numbers[1], 0});
  }
  return key;
}

}  // namespace pauc
