#include "pauc/metric/names.h"

#include <vector>

#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"

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
  const auto region = region_of_key(key);
  return region ? region_text(*region) : key;
}

std::string convergence_title(const std::string& key, const std::string& part) {
  return joined(target_words(key), ", ", part, " part");
}

}  // namespace pauc
