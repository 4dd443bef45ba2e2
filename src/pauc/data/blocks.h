#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pauc/core/io/csv.h"
#include "pauc/data/content.h"

namespace pauc {

// Some rows of a file that is to be scored.
struct Block {
  Content content;                      // of its table the wanted columns, in their order
  std::vector<std::int64_t> numbers;    // place in the file, from 1; header not counted
  std::vector<std::string> ids;         // empty: none asked for
  std::vector<std::uint8_t> readable;   // 0: a row that cannot be scored
  std::vector<std::string> complaints;  // why, one sentence each
};

struct WantedColumn {
  std::string name;
  Column::Kind kind = Column::Kind::number;
  bool needed = true;  // else a row of missing values will do
};

struct BlockOptions {
  std::string path;
  std::string kind = "auto";
  InputKind content = InputKind::table;  // what the model reads
  CsvOptions::Header header = CsvOptions::Header::first_line;
  std::string column;        // that holds molecules, or paths of images
  std::string usual_column;  // the same, where the file has it and `column` is not given
  std::string image_root;    // folder that these paths start from; empty: that of the file
  ImageSize image_size;      // to which images are brought
  std::string id;            // column to carry
  std::string usual_id;      // the same, where the file has it and `id` is not given
  std::int64_t rows = 4096;
  int threads = 1;  // to read molecules, to decode images
};

// Fills the next block; false at the end of the file. Memory does not grow with the file.
using NextBlock = std::function<bool(Block&)>;

// Refuses a file that lacks needed columns, naming them all; `notes` says which of its columns nobody asked for.
NextBlock open_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                      std::vector<std::string>& notes);

// The place of each wanted column among a file's columns; kNowhere for one that is not needed. The `other` columns may
// be there as well.
std::vector<std::size_t> find_wanted(const std::string& file, const std::vector<std::string>& columns,
                                     const std::vector<WantedColumn>& wanted, const std::vector<std::string>& other,
                                     std::vector<std::string>& notes);

// The blocks of an object whose next(block) fills them.
template <class Blocks, class... Args>
NextBlock blocks_of(Args&&... args) {
  const auto blocks = std::make_shared<Blocks>(std::forward<Args>(args)...);
  return [blocks](Block& block) { return blocks->next(block); };
}

// An empty block with these columns.
Block empty_block(const std::vector<WantedColumn>& wanted);

}  // namespace pauc
