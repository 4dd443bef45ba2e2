#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pauc/core/io/csv.h"
#include "pauc/data/content.h"
#include "pauc/data/options.h"

namespace pauc {

/// Some consecutive rows of a file to be scored.
struct Block {
  /// Inputs of the rows; the table has the wanted columns, in their order.
  Content content;
  /// Number of each row in the file, starting at 1; a header does not count.
  std::vector<std::int64_t> numbers;
  /// Id of each row; empty if there are none.
  std::vector<std::string> ids;
  /// Label text of each row; empty if labels were not asked for, or the file has none.
  std::vector<std::string> labels;
  /// Names of the columns that are passed on as they are.
  std::vector<std::string> kept_names;
  /// Their fields in each row, as CSV; empty if there are none.
  std::vector<std::string> kept;
  /// 0 for a row that cannot be scored.
  std::vector<std::uint8_t> readable;
  /// One sentence for each row that cannot be scored.
  std::vector<std::string> complaints;
  /// What came up in these rows for the first time, for the user.
  std::vector<std::string> notes;
};

/// A column that a model reads.
struct WantedColumn {
  /// Name of the column.
  std::string name;
  /// Kind of its values.
  Column::Kind kind = Column::Kind::number;
  /// Whether the file must have it; otherwise missing values are used instead.
  bool needed = true;
  /// How its texts are read as numbers.
  ColumnReading reading = {};
};

/// Which file to score and how to read it.
struct BlockOptions {
  /// File or folder; "-" for a CSV file on standard input.
  std::string path;
  /// Kind of data, as in DataOptions.
  std::string kind = "auto";
  /// Kind of content that the model reads.
  InputKind content = InputKind::table;
  /// Whether the first line of a CSV file names its columns.
  CsvOptions::Header header = CsvOptions::Header::first_line;
  /// Texts that count as missing beside the usual ones.
  std::vector<std::string> missing = {};
  /// Column of molecules or image paths.
  std::string column;
  /// Column to use if `column` is empty and the file has this one.
  std::string usual_column;
  /// Features to compute from the molecules, as in DataOptions; they follow the wanted columns.
  std::string features_from;
  /// What is done to the molecules before they are described.
  Standardise standardise = Standardise::off;
  /// Folder that image paths are relative to; the folder of the file if empty.
  std::string image_root;
  /// Size to resize images to.
  ImageSize image_size;
  /// Column of ids.
  std::string id;
  /// Column to use if `id` is empty and the file has this one.
  std::string usual_id;
  /// Whether to read labels.
  bool labels = false;
  /// Column of the labels, in files with columns.
  std::string label;
  /// Columns to pass on as they are: names or numbers, separated by commas, or "all". Files without columns have none.
  std::string keep;
  /// Largest number of rows in a block.
  std::int64_t rows = 4096;
  /// Threads that read molecules or decode images.
  int threads = 1;
};

/// Fills the next block; returns false at the end of the file. Memory use does not grow with the file.
using NextBlock = std::function<bool(Block&)>;

/// Opens a file to be scored.
///
/// Refuses a file that lacks needed columns and names all of them. Adds a note about columns that the model does not
/// use.
NextBlock open_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                      std::vector<std::string>& notes);

// Index of each wanted column among the columns of a file. kNowhere if the file lacks a column that is not required.
// The file may also have the `other` columns.
std::vector<std::size_t> find_wanted(const std::string& file, const std::vector<std::string>& columns,
                                     const std::vector<WantedColumn>& wanted, const std::vector<std::string>& other,
                                     std::vector<std::string>& notes);

// Makes a Blocks object and returns its next(block) as a function.
template <class Blocks, class... Args>
NextBlock blocks_of(Args&&... args) {
  const auto blocks = std::make_shared<Blocks>(std::forward<Args>(args)...);
  return [blocks](Block& block) { return blocks->next(block); };
}

// An empty block with these columns.
Block empty_block(const std::vector<WantedColumn>& wanted);

}  // namespace pauc
