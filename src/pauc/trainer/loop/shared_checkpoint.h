#pragma once

#include "pauc/ranks/ranks.h"
#include "pauc/trainer/loop/checkpoint.h"

namespace pauc {

// Checkpoints of several ranks. Weights and state are the same on all of them, so that one checkpoint serves any number
// of ranks: rank 0 writes it after all have found that theirs has the same checksum, and the others wait for that.
void write_checkpoint(const std::string& folder, const Checkpoint& checkpoint, const Ranks& ranks);

// Rank 0 reads; all get its checkpoint. Removes damaged checkpoints that are newer.
std::optional<Checkpoint> read_checkpoint(const std::string& folder, std::vector<std::string>& notes,
                                          const Ranks& ranks);

}  // namespace pauc
