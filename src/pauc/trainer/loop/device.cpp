#include "pauc/trainer/loop/device.h"

#include <ATen/Context.h>
#include <ATen/Functions.h>
#include <c10/core/GradMode.h>

#include <exception>

#include "pauc/core/error.h"

namespace pauc {

namespace {

constexpr const char* kExpected = "device: expected auto, cpu, cuda, cuda:N, mps or xpu, got ";

at::Device parsed(const std::string& name) {
  try {
    return at::Device(name);
  } catch (const std::exception&) {  // c10::Error, with a stack trace
    fail(Fault::usage, kExpected, shown(name));
  }
}

bool is_there(const at::Device& device) {
  const bool known = device.is_cpu() || device.is_cuda() || device.is_mps() || device.is_xpu();
  require_usage(known, kExpected, device.str());
  try {
    return at::empty({1}, at::TensorOptions(device)).defined();
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

at::Device device_of(const std::string& name) {
  if (name == "auto") return at::hasCUDA() ? at::Device(at::kCUDA) : at::Device(at::kCPU);
  const at::Device device = parsed(name);
  require_usage(is_there(device), "device: this LibTorch finds no ", name, " here; it always has cpu");
  return device;
}

void move_to(const at::Device& device, const Model& model) {
  if (device.is_cpu()) return;
  const c10::NoGradGuard no_graph;
  for (const NamedTensors* tensors : {&model.parameters, &model.buffers}) {
    for (const auto& entry : *tensors) entry.second.set_data(entry.second.to(device));
  }
}

Batch on_device(const at::Device& device, Batch batch) {
  if (device.is_cpu()) return batch;
  GraphBatch& graphs = batch.graphs;
  for (at::Tensor* tensor : {&batch.features, &batch.images, &graphs.atoms, &graphs.molecule_begins,
                             &graphs.edge_begins, &graphs.edge_sources, &graphs.edge_bonds}) {
    if (tensor->defined()) *tensor = tensor->to(device, /*non_blocking=*/true);
  }
  return batch;
}

}  // namespace pauc
