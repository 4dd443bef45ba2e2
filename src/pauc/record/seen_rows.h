#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pauc/record/run_paths.h"

namespace pauc::record {

// seen-rows.safetensors: keys of the rows that the models of a run have seen, train and valid, ascending. Rows with
// equal values have equal keys. The keys are hashes without a salt: whoever has a list of rows or structures can tell
// which of these the models have seen.
void write_seen_rows(const RunPaths& paths, const std::vector<std::uint64_t>& keys);
// None if there is no such file: runs of old versions have none, nor have runs on images and on tables whose rows may
// be equal by chance.
std::optional<std::vector<std::uint64_t>> read_seen_rows(const RunPaths& paths);

}  // namespace pauc::record
