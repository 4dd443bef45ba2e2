#include "pauc/trainer/config/target.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/record/epoch_log.h"
#include "pauc/trainer/config/options.h"

namespace pauc {

namespace {

constexpr double kDefaultFprMax = 0.3;

Region region_named(const std::string& key) {
  const auto region = region_of_key(key);
  require_usage(region.has_value(), "also: expected regions such as one_way_0.5,two_way_0.6_0.4, got \"", key, '"');
  try {
    check(*region);
  } catch (const UserError& error) {
    fail(Fault::usage, "also: ", key, ": ", error.what());
  }
  return *region;
}

}  // namespace

Region target_of(const Config& config) {
  const TargetOptions asked = config.read("target", kTargetFields);
  const bool none = !asked.fpr_min && !asked.fpr_max && !asked.tpr_min;
  const Region target{asked.fpr_min.value_or(0), asked.fpr_max.value_or(none ? kDefaultFprMax : 1),
                      asked.tpr_min.value_or(0)};
  check(target);
  return target;
}

std::vector<Region> further_targets_of(const Config& config) {
  const std::string text = config.read("target", kTargetFields).also;
  if (text.empty()) return {};
  const std::string target = region_key(target_of(config));
  std::vector<Region> regions;
  std::vector<std::string> keys;
  for (const auto part : comma_parts(text)) {
    regions.push_back(region_named(std::string(part)));
    const std::string key = region_key(regions.back());
    require_usage(key != target, "also: expected regions other than the target, got the target, ", key);
    require_usage(std::find(keys.begin(), keys.end(), key) == keys.end(), "also: expected each region once, got ", key,
                  " twice");
    keys.push_back(key);
  }
  require_usage(keys.size() <= record::kMostFurtherTargets, "also: expected at most ", record::kMostFurtherTargets,
                " regions, got ", keys.size());
  return regions;
}

Config with_target(const Config& config, const Region& target) {
  Config changed = config;
  for (const auto& field : kTargetFields) changed.erase(joined("target.", field.name));
  changed.set("target.fpr_max", joined(target.fpr_max), "target");
  if (target.fpr_min > 0) changed.set("target.fpr_min", joined(target.fpr_min), "target");
  if (target.tpr_min > 0) changed.set("target.tpr_min", joined(target.tpr_min), "target");
  return changed;
}

}  // namespace pauc
