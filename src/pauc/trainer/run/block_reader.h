#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pauc/data/blocks.h"
#include "pauc/data/preprocessing.h"
#include "pauc/record/card.h"
#include "pauc/trainer/run/predict.h"

namespace pauc {

// Reads the rows that a trained run is to score, block by block.
class BlockReader {
 public:
  // `content` is what the models read and `wanted` the columns that some of them needs. Refuses options about other
  // kinds of data than theirs. `note` has to outlive the reader.
  BlockReader(const PredictOptions& options, const record::ModelCard& card, const Preprocessing& content,
              const std::vector<WantedColumn>& wanted, const std::function<void(const std::string&)>& note);

  // Passes on the blocks, then the notes about each.
  void for_each(const std::function<void(const Block&)>& use);

  // About the first few rows that cannot be scored.
  const std::vector<std::string>& complaints() const { return complaints_; }

 private:
  std::optional<std::unique_ptr<Block>> next();
  void use_block(const Block& block, const std::function<void(const Block&)>& use);

  bool is_stream_;
  const std::function<void(const std::string&)>& note_;
  NextBlock next_block_;
  std::vector<std::string> complaints_;
};

}  // namespace pauc
