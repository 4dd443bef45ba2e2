#include "pauc/optimiser/adam.h"

#include <ATen/Functions.h>
#include <ATen/Parallel.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "pauc/batch/cpu_data.h"
#include "pauc/core/target_clones.h"
#include "pauc/optimiser/stock.h"

namespace pauc {

namespace {

constexpr double kFirstDecay = 0.9;
constexpr double kSecondDecay = 0.999;
constexpr double kEpsilon = 1e-8;
constexpr std::int64_t kNumbersAtOnce = 32768;

struct Moments {
  at::Tensor first;   // m
  at::Tensor second;  // v
  std::int64_t steps = 0;
};

struct Adam {
  std::vector<at::Tensor> parameters;
  std::vector<Moments> moments;
  double learning_rate = 0;
  double weight_decay = 0;
};

// The factors of one step, rounded to the weights' type as LibTorch rounds them.
template <class Number>
struct AdamFactors {
  AdamFactors(const Adam& adam, std::int64_t steps)
      : weight_decay(static_cast<Number>(adam.weight_decay)),
        second_correction(static_cast<Number>(std::sqrt(1 - std::pow(kSecondDecay, steps)))),
        step(static_cast<Number>(-adam.learning_rate / (1 - std::pow(kFirstDecay, steps)))) {}

  Number weight_decay;
  Number second_correction;
  Number step;
  Number first_decay = static_cast<Number>(kFirstDecay);
  Number first_share = static_cast<Number>(1 - kFirstDecay);
  Number second_decay = static_cast<Number>(kSecondDecay);
  Number second_share = static_cast<Number>(1 - kSecondDecay);
  Number epsilon = static_cast<Number>(kEpsilon);
};

template <class Number>
struct AdamRun {
  Number* weights;
  const Number* gradient;
  Number* first;
  Number* second;
  std::int64_t size;
};

// a b + c. LibTorch rounds it once where the processor can, so this file is compiled without the compiler's own choice.
struct RoundedOnce {
  static PAUC_INLINE float sum(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
  static PAUC_INLINE double sum(double a, double b, double c) { return __builtin_fma(a, b, c); }
};
struct RoundedTwice {
  template <class Number>
  static PAUC_INLINE Number sum(Number a, Number b, Number c) {
    return a * b + c;
  }
};

template <class Rounded, class Number>
PAUC_INLINE void move_in(const AdamFactors<Number>& by, const AdamRun<Number>& run) {
  Number* __restrict weights = run.weights;
  Number* __restrict first = run.first;
  Number* __restrict second = run.second;
  for (std::int64_t k = 0; k < run.size; ++k) {
    const Number raw = run.gradient[k];
    const Number gradient = by.weight_decay == 0 ? raw : Rounded::sum(weights[k], by.weight_decay, raw);
    first[k] = Rounded::sum(gradient, by.first_share, first[k] * by.first_decay);
    second[k] = Rounded::sum(by.second_share * gradient, gradient, second[k] * by.second_decay);
    const Number divisor = std::sqrt(second[k]) / by.second_correction + by.epsilon;
    weights[k] += by.step * first[k] / divisor;
  }
}

#if defined(__x86_64__)
template <class Number>
__attribute__((target("avx2,fma"))) void move_rounded_once(const AdamFactors<Number>& by, const AdamRun<Number>& run) {
  move_in<RoundedOnce>(by, run);
}
const bool kRoundsOnce = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
#else
template <class Number>
void move_rounded_once(const AdamFactors<Number>& by, const AdamRun<Number>& run) {
  move_in<RoundedOnce>(by, run);
}
#ifdef __FP_FAST_FMA
constexpr bool kRoundsOnce = true;
#else
constexpr bool kRoundsOnce = false;
#endif
#endif

template <class Number>
void move(const Adam& adam, const at::Tensor& parameter, const Moments& moments) {
  const at::Tensor gradient = parameter.grad().contiguous();
  const AdamFactors<Number> factors(adam, moments.steps);
  const AdamRun<Number> all{cpu_data<Number>(parameter), cpu_data<Number>(gradient), cpu_data<Number>(moments.first),
                            cpu_data<Number>(moments.second), parameter.numel()};
  at::parallel_for(0, all.size, kNumbersAtOnce, [&](std::int64_t begin, std::int64_t end) {
    const AdamRun<Number> part{all.weights + begin, all.gradient + begin, all.first + begin, all.second + begin,
                               end - begin};
    if (kRoundsOnce) return move_rounded_once(factors, part);
    move_in<RoundedTwice>(factors, part);
  });
  parameter.unsafeGetTensorImpl()->bump_version();  // a graph that needs the old weights is refused, as ever
}

void step(Adam& adam) {
  const c10::NoGradGuard no_graph;
  for (std::size_t k = 0; k < adam.parameters.size(); ++k) {
    const at::Tensor& parameter = adam.parameters[k];
    if (!parameter.grad().defined()) continue;
    ++adam.moments[k].steps;
    if (parameter.scalar_type() == at::kDouble) {
      move<double>(adam, parameter, adam.moments[k]);
    } else {
      move<float>(adam, parameter, adam.moments[k]);
    }
  }
}

NamedTensors tensors_of(const Adam& adam) {
  NamedTensors tensors = {{"learning_rate", at::full({}, adam.learning_rate, at::kDouble)}};
  for (std::size_t k = 0; k < adam.moments.size(); ++k) {
    const std::string place = std::to_string(k);
    tensors["step." + place] = at::full({}, adam.moments[k].steps, at::kLong);
    tensors["exp_avg." + place] = adam.moments[k].first;
    tensors["exp_avg_sq." + place] = adam.moments[k].second;
  }
  return tensors;
}

void restore(Adam& adam, const NamedTensors& saved) {
  NamedTensors mine = tensors_of(adam);
  require_same_shapes(saved, mine);
  for (auto& [name, tensor] : mine) tensor.copy_(saved.at(name));
  adam.learning_rate = mine.at("learning_rate").item<double>();
  for (std::size_t k = 0; k < adam.moments.size(); ++k) {
    adam.moments[k].steps = mine.at("step." + std::to_string(k)).item<std::int64_t>();
  }
}

bool is_plain_memory(const at::Tensor& tensor) {
  const bool known = tensor.scalar_type() == at::kFloat || tensor.scalar_type() == at::kDouble;
  return known && tensor.device().is_cpu() && tensor.layout() == at::kStrided && tensor.is_contiguous();
}

}  // namespace

Optimiser make_adam(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters) {
  if (!std::all_of(parameters.begin(), parameters.end(), is_plain_memory)) return make_stock_adam(options, parameters);
  const c10::NoGradGuard no_graph;
  const auto adam = std::make_shared<Adam>();
  adam->parameters = parameters;
  for (const at::Tensor& parameter : parameters) {
    adam->moments.push_back({at::zeros_like(parameter), at::zeros_like(parameter)});
  }
  adam->learning_rate = options.lr;
  adam->weight_decay = options.weight_decay;
  Optimiser optimiser;
  optimiser.step = [adam] { step(*adam); };
  optimiser.begin_stage = [adam](double rate) { adam->learning_rate = rate; };
  optimiser.save = [adam] { return tensors_of(*adam); };
  optimiser.restore = [adam](const NamedTensors& saved) { restore(*adam, saved); };
  return optimiser;
}

}  // namespace pauc
