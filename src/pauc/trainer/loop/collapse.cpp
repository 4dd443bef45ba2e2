#include "pauc/trainer/loop/collapse.h"

#include <algorithm>
#include <cstdio>

#include "pauc/core/error.h"

namespace pauc {

namespace {

std::string four_decimals(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.4f", value);
  return text;
}

}  // namespace

bool has_collapsed(const record::Epoch& epoch) {
  return epoch.since_start && epoch.since_start->spread < kCollapsedSpread;
}

std::string collapse_of(const std::vector<record::Epoch>& log, std::int64_t best_epoch) {
  // Epochs with penalties of their own are separate fits, and a strong penalty makes the scores of its fit small.
  const auto counts = [&](const record::Epoch& epoch) {
    return has_collapsed(epoch) && (!epoch.weight_decay || epoch.epoch == best_epoch);
  };
  const auto collapsed = std::find_if(log.begin(), log.end(), counts);
  if (collapsed != log.end()) {
    return joined("in epoch ", collapsed->epoch, " the spread of the scores was below ", 100 * kCollapsedSpread,
                  " % of that at the start of fine-tuning");
  }
  for (const record::Epoch& epoch : log) {
    if (epoch.epoch != best_epoch || !epoch.since_start || epoch.since_start->valid >= 0) continue;
    return joined("the best validation value, ", four_decimals(epoch.valid),
                  ", is below that at the start of "
                  "fine-tuning, ",
                  four_decimals(epoch.valid - epoch.since_start->valid));
  }
  return "";
}

}  // namespace pauc
