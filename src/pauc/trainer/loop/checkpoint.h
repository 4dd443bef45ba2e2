#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "pauc/batch/named_tensors.h"

namespace pauc {

// The state of a training: its tensors, and everything else as JSON.
struct Checkpoint {
  NamedTensors tensors;
  nlohmann::ordered_json record;
  std::int64_t number = 0;  // of its files, if it was read
};

// Adds a checkpoint to a folder: 00000007.safetensors, then 00000007.json with a checksum of every tensor. Each file is
// written atomically, and the checkpoint exists once both are there. The previous checkpoint is kept, older ones are
// removed.
void write_checkpoint(const std::string& folder, const Checkpoint& checkpoint);

// The newest intact checkpoint; none if the folder has no checkpoint at all. `notes` lists damaged ones that were
// skipped. If all are damaged, fails with Fault::cannot_resume.
std::optional<Checkpoint> read_checkpoint(const std::string& folder, std::vector<std::string>& notes);

// Removes the damaged checkpoints after number `number` before a run resumes, so that the next write does not keep one
// of them as the previous checkpoint.
void remove_newer_checkpoints(const std::string& folder, std::int64_t number);

}  // namespace pauc
