#include "pauc/optimiser/optimiser.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "pauc/core/error.h"
#include "pauc/optimiser/adam.h"
#include "pauc/optimiser/lbfgs.h"
#include "pauc/optimiser/stagewise.h"
#include "pauc/optimiser/stock.h"

namespace pauc {

namespace {

struct Maker {
  OptimiserName name;
  Optimiser (*make)(const OptimiserOptions&, const std::vector<at::Tensor>&);
};

// Trees are added by the model itself (Growth): there is nothing to move and nothing to save.
Optimiser make_growing(const OptimiserOptions& /*options*/, const std::vector<at::Tensor>& /*parameters*/) {
  Optimiser optimiser;
  optimiser.step = [] { fail(Fault::usage, "optimiser: expected a model that grows, got one with weights to move"); };
  optimiser.begin_stage = [](double) {};
  optimiser.save = [] { return NamedTensors(); };
  optimiser.restore = [](const NamedTensors&) {};
  return optimiser;
}

constexpr Maker kMakers[] = {{OptimiserName::adam, make_adam},        {OptimiserName::momentum, make_momentum},
                             {OptimiserName::pesg, make_pesg},        {OptimiserName::proximal, make_proximal},
                             {OptimiserName::lbfgs, make_lbfgs},      {OptimiserName::boosting, make_growing},
                             {OptimiserName::averaging, make_growing}};

// What all of them have in common: no stage without a proper rate, gradients cleared, nothing saved that still moves.
Optimiser checked(Optimiser optimiser, const std::vector<at::Tensor>& parameters) {
  optimiser.begin_stage = [begin = optimiser.begin_stage](double learning_rate) {
    require_usage(learning_rate > 0 && std::isfinite(learning_rate), "learning rate: expected a number above 0, got ",
                  learning_rate);
    begin(learning_rate);
  };
  optimiser.zero_grad = [parameters] {
    for (const at::Tensor& parameter : parameters) parameter.mutable_grad().reset();
  };
  optimiser.save = [tensors = optimiser.save] { return snapshot(tensors()); };
  return optimiser;
}

}  // namespace

Optimiser make_optimiser(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters) {
  require_usage(options.lr > 0 && std::isfinite(options.lr), "lr: expected a number above 0, got ", options.lr);
  require_usage(options.weight_decay >= 0 && std::isfinite(options.weight_decay),
                "weight_decay: expected a number from 0 on, got ", options.weight_decay);
  require_usage(options.momentum_rate > 0 && options.momentum_rate <= 1,
                "momentum_rate: expected a number above 0 and at most 1, got ", options.momentum_rate);
  const double gamma = options.gamma.value_or(1);
  require_usage(gamma > 0 && std::isfinite(gamma), "gamma: expected a number above 0, got ", gamma);
  const auto* maker = std::find_if(std::begin(kMakers), std::end(kMakers),
                                   [&](const Maker& candidate) { return candidate.name == options.name; });
  const bool stock = options.stock && options.name == OptimiserName::adam;
  return checked(stock ? make_stock_adam(options, parameters) : maker->make(options, parameters), parameters);
}

}  // namespace pauc
