#include "pauc/model/tree/ensemble_tensors.h"

#include <ATen/Functions.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "pauc/batch/cpu_data.h"
#include "pauc/core/error.h"

namespace pauc {

namespace {

template <class Number>
at::Tensor tensor_of(const std::vector<Number>& numbers) {
  at::Tensor tensor = at::empty({static_cast<std::int64_t>(numbers.size())}, c10::CppTypeToScalarType<Number>::value);
  std::copy(numbers.begin(), numbers.end(), cpu_data<Number>(tensor));
  return tensor;
}

template <class Number>
std::vector<Number> numbers_in(const NamedTensors& tensors, const char* name) {
  const auto found = tensors.find(name);
  require(found != tensors.end(), "trees: expected a tensor \"", name, "\", got none");
  const at::Tensor& tensor = found->second;
  require(tensor.dim() == 1 && tensor.scalar_type() == c10::CppTypeToScalarType<Number>::value, "trees: ", name,
          ": expected a list of ", c10::toString(c10::CppTypeToScalarType<Number>::value), ", got ", tensor.dim(),
          " dimensions of ", c10::toString(tensor.scalar_type()));
  const at::Tensor flat = tensor.contiguous();
  const Number* begin = cpu_data<Number>(flat);
  return std::vector<Number>(begin, begin + flat.numel());
}

constexpr std::size_t kNumbersOfNode = sizeof(TreeNode) / sizeof(std::int32_t);
static_assert(sizeof(TreeNode) == kNumbersOfNode * sizeof(std::int32_t));

}  // namespace

NamedTensors tensors_of(const TreeEnsemble& ensemble) {
  std::vector<std::int32_t> numbers(ensemble.nodes.size() * kNumbersOfNode);
  if (!numbers.empty()) std::memcpy(numbers.data(), ensemble.nodes.data(), numbers.size() * sizeof(std::int32_t));
  return {{"base", tensor_of(std::vector<double>{ensemble.base})}, {"round_ends", tensor_of(ensemble.round_ends)},
          {"tree_begins", tensor_of(ensemble.tree_begins)},        {"nodes", tensor_of(numbers)},
          {"set_begins", tensor_of(ensemble.set_begins)},          {"categories", tensor_of(ensemble.categories)}};
}

TreeEnsemble ensemble_from(const NamedTensors& tensors, std::int64_t features) {
  TreeEnsemble ensemble;
  ensemble.features = features;
  const auto base = numbers_in<double>(tensors, "base");
  require(base.size() == 1, "trees: base: expected one number, got ", base.size());
  ensemble.base = base[0];
  ensemble.round_ends = numbers_in<std::int64_t>(tensors, "round_ends");
  ensemble.tree_begins = numbers_in<std::int64_t>(tensors, "tree_begins");
  const auto numbers = numbers_in<std::int32_t>(tensors, "nodes");
  require(numbers.size() % kNumbersOfNode == 0, "trees: nodes: expected ", kNumbersOfNode, " numbers each, got ",
          numbers.size(), " in all");
  ensemble.nodes.resize(numbers.size() / kNumbersOfNode);
  if (!numbers.empty())
    std::memcpy(static_cast<void*>(ensemble.nodes.data()), numbers.data(), numbers.size() * sizeof(std::int32_t));
  ensemble.set_begins = numbers_in<std::int64_t>(tensors, "set_begins");
  ensemble.categories = numbers_in<std::int32_t>(tensors, "categories");
  check_ensemble(ensemble, "trees");
  return ensemble;
}

}  // namespace pauc
