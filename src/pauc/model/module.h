#pragma once

#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "pauc/batch/batch.h"
#include "pauc/model/model.h"

namespace pauc {

/// Options of model_from_module.
struct ModuleOptions {
  /// Name of the last layer, a torch::nn::Linear, as in named_modules(): "4" for the fifth layer of a Sequential.
  /// Model::reset_last_layer draws its weights again; it fails if this is empty.
  std::string last_layer;
};

/// The part of model_from_module that does not depend on the type of the module. `call` calls the module.
Model wrapped_module(const std::shared_ptr<torch::nn::Module>& module, std::function<at::Tensor(const Batch&)> call,
                     const ModuleOptions& options);

/// The module that a pointer, or a holder such as torch::nn::Sequential, points to.
template <class Net>
std::shared_ptr<Net> module_pointer(const std::shared_ptr<Net>& module) {
  return module;
}
template <class Net>
std::shared_ptr<Net> module_pointer(const torch::nn::ModuleHolder<Net>& holder) {
  return holder.ptr();
}

/// Makes any torch::nn::Module a Model, so that `fit` trains it and predictions, checkpoints and metrics work with it.
///
///   torch::nn::Sequential net(torch::nn::Linear(20, 64), torch::nn::ReLU(), torch::nn::Linear(64, 1));
///   pauc::Model model = pauc::model_from_module(net);
///
/// `module` is a std::shared_ptr to a module or a holder of one. `call(module, batch)` returns the raw scores, without
/// a sigmoid, as a tensor [B] or [B, 1]; use it for modules that read images, graphs or several tensors.
///
/// - The model shares the parameters and buffers of the module, under their names in the module.
/// - A training step puts the module into training mode, a prediction into evaluation mode.
/// - Random layers of LibTorch, such as dropout, draw from the global CPU generator. It is seeded from the noise of the
///   training step and restored afterwards, so a resumed training gives the same bits. Do not train two such models
///   at the same time in one process: they would disturb each other's draws.
/// - Batch norm (torch::nn::BatchNorm1d, 2d and 3d) follows Model::statistics_rate, which starts at its momentum. All
///   batch norms of a module must have the same momentum. Other layers with running statistics keep their own rate, so
///   statistics that are estimated again for averaged weights (the optimiser `proximal`) are not exact for them.
/// - A row's score may depend on the other rows of a batch by rounding, because LibTorch's matrix products do.
template <
    class Module, class Call,
    std::enable_if_t<std::is_invocable_r_v<at::Tensor, Call&, decltype(*module_pointer(std::declval<const Module&>())),
                                           const Batch&>,
                     int> = 0>
Model model_from_module(const Module& module, Call call, const ModuleOptions& options = {}) {
  const auto net = module_pointer(module);
  return wrapped_module(
      net, [net, call](const Batch& batch) mutable { return call(*net, batch); }, options);
}

/// The same for a module that reads the columns of a table: it calls module->forward(batch.features).
template <class Module>
Model model_from_module(const Module& module, const ModuleOptions& options = {}) {
  return model_from_module(
      module, [](auto& net, const Batch& batch) -> at::Tensor { return net.forward(batch.features); }, options);
}

}  // namespace pauc
