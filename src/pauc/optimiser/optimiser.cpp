#include "pauc/optimiser/optimiser.h"

#include <cmath>

#include "pauc/core/error.h"
#include "pauc/core/nearest_name.h"
#include "pauc/optimiser/stagewise.h"
#include "pauc/optimiser/stock.h"

namespace pauc {

namespace {

struct Maker {
  const char* name;
  Optimiser (*make)(const OptimiserOptions&, const std::vector<at::Tensor>&);
};

constexpr Maker kMakers[] = {
    {"adam", make_adam}, {"momentum", make_momentum}, {"pesg", make_pesg}, {"proximal", make_proximal}};

}  // namespace

Optimiser make_optimiser(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters) {
  require_usage(options.lr > 0 && std::isfinite(options.lr), "lr: expected a number above 0, got ", options.lr);
  require_usage(options.weight_decay >= 0, "weight_decay: expected a number from 0 on, got ", options.weight_decay);
  require_usage(options.momentum_rate > 0 && options.momentum_rate <= 1,
                "momentum_rate: expected a number above 0 and at most 1, got ", options.momentum_rate);
  require_usage(options.gamma > 0, "gamma: expected a number above 0, got ", options.gamma);
  std::vector<std::string> names;
  for (const Maker& maker : kMakers) {
    if (options.name == maker.name) return maker.make(options, parameters);
    names.emplace_back(maker.name);
  }
  fail(Fault::usage, "optimiser: no \"", options.name, "\"; expected one of ",
       names_nearest_first(options.name, names));
}

}  // namespace pauc
