#include "pauc/trainer/loop/initial_weights.h"

#include <ATen/Functions.h>
#include <c10/core/GradMode.h>

#include <string_view>

#include "pauc/batch/shape.h"
#include "pauc/batch/tensor_file.h"
#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/run/model_file.h"
#include "pauc/trainer/run/run_folder.h"

namespace pauc {

namespace {

constexpr const char* kFirstLayer = "conv1.weight";

bool is_last_layer(std::string_view name) { return name == "fc.weight" || name == "fc.bias"; }

bool is_batch_count(std::string_view name) {
  constexpr std::string_view kCount = "num_batches_tracked";
  return name.size() >= kCount.size() && name.substr(name.size() - kCount.size()) == kCount;
}

std::string nearest_in(const NamedTensors& tensors, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& entry : tensors) names.push_back(entry.first);
  return nearest_name(name, names);
}

void check_names(const NamedTensors& from, const NamedTensors& own, const std::string& file) {
  for (const auto& entry : from) {
    const std::string& name = entry.first;
    const bool known = own.find(name) != own.end() || is_batch_count(name) || is_last_layer(name);
    if (!known)
      fail(Fault::data, file, ": the model has no \"", name, "\"; the nearest that it has is \"", nearest_in(own, name),
           '"');
  }
  for (const auto& entry : own) {
    const std::string& name = entry.first;
    const bool known = from.find(name) != from.end() || is_last_layer(name);
    if (!known)
      fail(Fault::data, file, ": expected weights \"", name, "\", the nearest is \"", nearest_in(from, name), '"');
  }
}

// Weight and bias belong together.
bool fits_last_layer(const NamedTensors& from, const NamedTensors& own) {
  for (const auto& [name, tensor] : own) {
    if (!is_last_layer(name)) continue;
    const auto found = from.find(name);
    if (found == from.end() || found->second.sizes() != tensor.sizes()) return false;
  }
  return true;
}

}  // namespace

NamedTensors read_initial_weights(const std::string& init) {
  if (init.empty()) return {};
  if (is_weights_file(init)) return read_tensors(init);
  const record::RunPaths run(init);
  return run.weights() == run.trees() ? read_model(run) : read_tensors(run.model());
}

void take_weights(const NamedTensors& from, const std::string& file, Model& to, std::vector<std::string>& notes) {
  const c10::NoGradGuard no_graph;
  NamedTensors own = to.weights();
  require(!from.empty(), file, ": expected weights, got none");
  check_names(from, own, file);
  const bool takes_last = fits_last_layer(from, own);
  if (!takes_last) notes.push_back(joined(file, ": the last layer is another there: it is drawn instead"));
  std::vector<std::pair<at::Tensor, at::Tensor>> taken;  // here, there
  for (auto& [name, tensor] : own) {
    const auto found = from.find(name);
    if (found == from.end() || (is_last_layer(name) && !takes_last)) continue;
    require(at::isfinite(found->second).all().item<bool>(), file, ": ", name, ": expected finite numbers, got others");
    const bool same = found->second.sizes() == tensor.sizes();
    if (same) {
      taken.emplace_back(tensor, found->second);
    } else if (name == kFirstLayer) {
      notes.push_back(joined(file, ": ", name, " is ", shape_of(found->second), " there and ", shape_of(tensor),
                             " in the model: it is drawn instead"));
    } else {
      fail(Fault::data, file, ": ", name, ": expected shape ", shape_of(tensor), ", got ", shape_of(found->second));
    }
  }
  for (auto& [here, there] : taken) here.copy_(there);
  notes.push_back(joined(file, ": ", taken.size(), " weights are taken"));
}

}  // namespace pauc
