#include "pauc/trainer/loop/shared_checkpoint.h"

#include "pauc/batch/tensor_file.h"
#include "pauc/core/error.h"
#include "pauc/core/io/checksum.h"

namespace pauc {

namespace {

// "weights and state: 3c0ffee1", one line per stage. The record has times, which differ.
std::vector<std::string> checksums_of(const Checkpoint& checkpoint) {
  std::map<std::string, std::uint32_t> sums;
  for_each_stored(checkpoint.tensors, [&](const StoredTensor& stored) {
    std::uint32_t& sum = sums[stored.name.substr(0, stored.name.find('/'))];
    sum = checksum(stored.bytes, checksum(stored.name, sum));
  });
  std::vector<std::string> lines;
  for (const char* key : {"phase", "epoch", "batch", "objective_sum", "best", "stepped"}) {
    lines.push_back(joined(key, ": ", checkpoint.record.at(key).dump()));
  }
  for (const auto& [stage, sum] : sums) lines.push_back(joined(stage, ": ", std::int64_t{sum}));
  return lines;
}

}  // namespace

void write_checkpoint(const std::string& folder, const Checkpoint& checkpoint, const Ranks& ranks) {
  if (ranks.is_alone()) return write_checkpoint(folder, checkpoint);
  ranks.require_same("state of the training", checksums_of(checkpoint));
  ranks.from_first([&] {
    write_checkpoint(folder, checkpoint);
    return std::string("written");
  });
}

std::optional<Checkpoint> read_checkpoint(const std::string& folder, std::vector<std::string>& notes,
                                          const Ranks& ranks) {
  std::optional<Checkpoint> checkpoint;
  const std::string record = ranks.from_first([&] {
    checkpoint = read_checkpoint(folder, notes);
    if (checkpoint) remove_newer_checkpoints(folder, checkpoint->number);
    return checkpoint ? checkpoint->record.dump() : std::string();
  });
  if (ranks.is_alone() || record.empty()) return checkpoint;
  if (!checkpoint) checkpoint = Checkpoint{{}, nlohmann::ordered_json::parse(record)};
  ranks.broadcast(checkpoint->tensors);
  return checkpoint;
}

}  // namespace pauc
