#include "pauc/optimiser/stagewise.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <c10/core/GradMode.h>

#include <memory>

namespace pauc {

namespace {

struct Averaged {
  at::Tensor weights;
  at::Tensor reference;  // what the weights are pulled to
  at::Tensor average;    // of this stage's iterates
};

struct Stagewise {
  std::vector<Averaged> parameters;
  double weight_decay = 0;
  at::Tensor learning_rate;  // [] double; tensors, so that they are saved with the rest
  at::Tensor steps;          // [] double, of this stage
};

std::shared_ptr<Stagewise> make_stagewise(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters) {
  const c10::NoGradGuard no_graph;
  auto own = std::make_shared<Stagewise>();
  for (const at::Tensor& weights : parameters) {
    // Averages of many small steps want more digits than half precision has.
    const bool narrow = weights.scalar_type() == at::kHalf || weights.scalar_type() == at::kBFloat16;
    const at::Tensor start = weights.detach().to(narrow ? at::kFloat : weights.scalar_type()).clone();
    own->parameters.push_back({weights, start, at::zeros_like(start)});
  }
  own->weight_decay = options.weight_decay;
  own->learning_rate = at::full({}, options.lr, at::kDouble);
  own->steps = at::zeros({}, at::kDouble);
  return own;
}

NamedTensors tensors_of(const Stagewise& own) {
  NamedTensors tensors = {{"learning_rate", own.learning_rate}, {"steps", own.steps}};
  for (std::size_t k = 0; k < own.parameters.size(); ++k) {
    tensors["reference." + std::to_string(k)] = own.parameters[k].reference;
    tensors["average." + std::to_string(k)] = own.parameters[k].average;
  }
  return tensors;
}

// move(weights, reference, gradient, learning_rate) makes one step; turn(parameter) begins a stage.
template <class Move, class Turn>
Optimiser stagewise(const std::shared_ptr<Stagewise>& own, const Move& move, const Turn& turn) {
  Optimiser optimiser;
  optimiser.step = [own, move] {
    const c10::NoGradGuard no_graph;
    own->steps += 1;
    for (Averaged& parameter : own->parameters) {
      if (parameter.weights.grad().defined()) {
        const at::Tensor gradient = parameter.weights.grad().add(parameter.weights, own->weight_decay);
        move(parameter.weights, parameter.reference, gradient, own->learning_rate.item<double>());
      }
      const at::Tensor weights = parameter.weights.to(parameter.average.scalar_type());
      parameter.average.lerp_(weights, 1 / own->steps.item<double>());
    }
  };
  optimiser.begin_stage = [own, turn](double learning_rate) {
    const c10::NoGradGuard no_graph;
    if (own->steps.item<double>() > 0) {
      for (Averaged& parameter : own->parameters) turn(parameter);
    }
    own->steps.zero_();
    own->learning_rate.fill_(learning_rate);
  };
  optimiser.save = [own] { return tensors_of(*own); };
  optimiser.restore = [own](const NamedTensors& saved) {
    const NamedTensors mine = tensors_of(*own);
    require_same_shapes(saved, mine);
    for (const auto& [name, tensor] : mine) tensor.copy_(saved.at(name));
  };
  return optimiser;
}

}  // namespace

Optimiser make_pesg(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters) {
  const double gamma = options.gamma.value_or(500);
  return stagewise(
      make_stagewise(options, parameters),
      [gamma](at::Tensor& weights, const at::Tensor& reference, const at::Tensor& gradient, double rate) {
        const at::Tensor pull = (weights - reference) / gamma;
        weights.sub_(gradient.add(pull), rate);
      },
      [](Averaged& parameter) { parameter.reference.copy_(parameter.average); });
}

Optimiser make_proximal(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters) {
  const double gamma = options.gamma.value_or(100);
  Optimiser optimiser = stagewise(
      make_stagewise(options, parameters),
      [gamma](at::Tensor& weights, const at::Tensor& start, const at::Tensor& gradient, double rate) {
        // The same as in the head comment, without the large products.
        weights.add_((start - weights).sub(gradient, gamma), rate / (gamma + rate));
      },
      [](Averaged& parameter) {
        parameter.weights.copy_(parameter.average);
        parameter.reference.copy_(parameter.average);
      });
  optimiser.averages_stages = true;
  return optimiser;
}

}  // namespace pauc
