#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pauc/record/run_paths.h"

namespace pauc::record {

// seen-rows.safetensors: keys of the rows that the models of a run have seen, train and valid, ascending. Rows with
// equal values have equal keys; values cannot be read from them.
void write_seen_rows(const RunPaths& paths, const std::vector<std::uint64_t>& keys);
// None if there is no such file, as in runs of old versions, on images and on tables whose rows may be equal by chance.
std::optional<std::vector<std::uint64_t>> read_seen_rows(const RunPaths& paths);

}  // namespace pauc::record
