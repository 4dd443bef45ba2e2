#pragma once

#include <ATen/core/Tensor.h>

#include <string>

#include "pauc/batch/batch.h"
#include "pauc/model/model.h"

namespace pauc {

// The device of an option such as cuda:1; auto is CUDA if this LibTorch has it, else the CPU. Refuses devices that it
// does not have.
at::Device device_of(const std::string& name);

// Moves the weights of a network, which keeps referring to them.
void move_to(const at::Device& device, const Model& model);

// The batch on another device. A batch in CPU memory for the CPU is returned as it is.
Batch on_device(const at::Device& device, Batch batch);

}  // namespace pauc
