#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/batch/named_tensors.h"

namespace pauc {

// Tensors and a JSON record that belong together.
struct Checkpoint {
  NamedTensors tensors;
  std::string record;
  std::int64_t number = 0;  // of one that was read
};

// Adds a checkpoint to a folder: 00000007.safetensors, then 00000007.json with a checksum of every tensor, each written
// atomically; the pair counts once the second is there. The one before is kept, older ones are removed.
void write_checkpoint(const std::string& folder, const Checkpoint& checkpoint);

// The newest checkpoint that is whole; nothing when there is none at all. `notes` says which damaged ones were passed
// over. Refused: a folder whose checkpoints are all damaged.
std::optional<Checkpoint> read_checkpoint(const std::string& folder, std::vector<std::string>& notes);

// Damaged ones, before a run goes on: the next to be written must not keep one of them as the one before.
void remove_newer_checkpoints(const std::string& folder, std::int64_t number);

}  // namespace pauc
