#include "pauc/model/module.h"

#include <ATen/CPUGeneratorImpl.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/linear.h>

#include <optional>
#include <vector>

#include "pauc/batch/shape.h"
#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"

namespace pauc {

namespace {

// LibTorch's global generator, seeded for as long as this lives and then as it was.
class SeededGenerator {
 public:
  explicit SeededGenerator(std::uint64_t seed) : generator_(at::detail::getDefaultCPUGenerator()) {
    const std::lock_guard<std::mutex> lock(generator_.mutex());
    before_ = generator_.get_state();
    generator_.set_current_seed(seed);
  }
  ~SeededGenerator() {
    const std::lock_guard<std::mutex> lock(generator_.mutex());
    generator_.set_state(before_);
  }
  SeededGenerator(const SeededGenerator&) = delete;
  SeededGenerator& operator=(const SeededGenerator&) = delete;

 private:
  at::Generator generator_;
  at::Tensor before_;
};

template <class Visit>
void for_each_batch_norm(torch::nn::Module& module, const Visit& visit) {
  for (const auto& part : module.modules()) {
    if (auto* one = part->as<torch::nn::BatchNorm1dImpl>()) visit(one->options);
    if (auto* two = part->as<torch::nn::BatchNorm2dImpl>()) visit(two->options);
    if (auto* three = part->as<torch::nn::BatchNorm3dImpl>()) visit(three->options);
  }
}

// The momentum of all batch norms; none: the module has no batch norm.
std::optional<double> momentum_of(torch::nn::Module& module) {
  std::optional<double> momentum;
  for_each_batch_norm(module, [&](const torch::nn::BatchNormOptions& options) {
    require_usage(options.momentum().has_value(), "model: expected batch norms with a momentum, got one without");
    const double own = *options.momentum();
    require_usage(!momentum || *momentum == own, "model: expected batch norms with one momentum, got ",
                  momentum.value_or(0), " and ", own);
    momentum = own;
  });
  return momentum;
}

std::shared_ptr<torch::nn::LinearImpl> linear_named(const torch::nn::Module& module, const std::string& name) {
  std::vector<std::string> linears;
  for (const auto& part : module.named_modules("", /*include_self=*/false)) {
    auto linear = std::dynamic_pointer_cast<torch::nn::LinearImpl>(part.value());
    if (!linear) continue;
    if (part.key() == name) return linear;
    linears.push_back(part.key());
  }
  fail(Fault::usage, "last_layer: no linear layer \"", name,
       linears.empty() ? "\"; there is none" : "\"; expected one of ",
       linears.empty() ? "" : names_nearest_first(name, linears));
}

void add_tensors(const torch::OrderedDict<std::string, at::Tensor>& from, NamedTensors& to) {
  for (const auto& item : from) {
    if (item.value().defined()) to[item.key()] = item.value();
  }
}

at::Tensor one_score_each(const at::Tensor& scores) {
  const bool column = scores.dim() == 2 && scores.size(1) == 1;
  require(column || scores.dim() == 1, "model: expected one score for each example, [B] or [B, 1], got ",
          shape_of(scores));
  return column ? scores.squeeze(1) : scores;
}

}  // namespace

Model wrapped_module(const std::shared_ptr<torch::nn::Module>& module, std::function<at::Tensor(const Batch&)> call,
                     const ModuleOptions& options) {
  require_usage(module != nullptr, "model: expected a module, got none");
  Model model;
  add_tensors(module->named_parameters(), model.parameters);
  add_tensors(module->named_buffers(), model.buffers);
  *model.statistics_rate = momentum_of(*module).value_or(*model.statistics_rate);
  model.forward = [module, call = std::move(call), rate = model.statistics_rate](const Batch& batch, Random* noise) {
    module->train(noise != nullptr);
    if (noise == nullptr) return one_score_each(call(batch));
    for_each_batch_norm(*module, [&](torch::nn::BatchNormOptions& norm) { norm.momentum(*rate); });
    const SeededGenerator seeded(noise->next());
    return one_score_each(call(batch));
  };
  if (options.last_layer.empty()) {
    model.reset_last_layer = [](Random&) {
      fail(Fault::usage, "last_layer: expected the name of the layer whose weights are to be drawn again, got none");
    };
  } else {
    model.reset_last_layer = [linear = linear_named(*module, options.last_layer)](Random& random) {
      const SeededGenerator seeded(random.next());
      linear->reset_parameters();
    };
  }
  return model;
}

}  // namespace pauc
