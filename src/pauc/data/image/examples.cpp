#include "pauc/data/image/examples.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <unordered_map>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/sha256.h"
#include "pauc/core/parallel.h"
#include "pauc/data/image/path_column.h"
#include "pauc/data/image/size.h"
#include "pauc/data/image/store.h"
#include "pauc/data/repeated_rows.h"

namespace pauc {

namespace {

std::vector<ImageFile> held_files(std::vector<ImageFile> files, const HeldRows& held) {
  if (held.all()) return files;
  std::vector<ImageFile> here;
  for (std::size_t row = 0; row < files.size(); ++row) {
    if (held.has(static_cast<std::int64_t>(row))) here.push_back(std::move(files[row]));
  }
  return here;
}

// `file_of(row)` is asked for the image and may refuse too.
void decode_rows(std::int64_t rows, const BlockOptions& options, const std::function<ImageFile(std::int64_t)>& file_of,
                 Block& block) {
  const ImageSize& size = options.image_size;
  std::vector<std::uint8_t> bytes(rows * size.bytes());
  std::vector<std::string> complaints(rows);
  parallel_for(rows, options.threads, [&](std::int64_t row) {
    std::uint8_t* const out = &bytes[row * size.bytes()];
    try {
      read_image(file_of(row), size, out);
    } catch (const UserError& error) {
      complaints[row] = error.what();
      std::fill(out, out + size.bytes(), std::uint8_t{0});
    }
  });
  block.content.kind = InputKind::image;
  block.content.images = images_in_memory(size, std::move(bytes));
  block.readable.resize(rows, 1);
  for (std::int64_t row = 0; row < rows; ++row) {
    if (complaints[row].empty()) continue;
    block.readable[row] = 0;
    block.complaints.push_back(std::move(complaints[row]));
  }
}

// Equal for files with the same bytes. They are read only where their sizes are equal.
std::vector<std::uint64_t> keys_of_files(const std::vector<ImageFile>& files, const HeldRows& held, int threads) {
  std::vector<std::uint64_t> keys(files.size(), 0);
  std::unordered_map<std::uint64_t, std::int64_t> of_size;
  for (std::size_t row = 0; row < files.size(); ++row) {
    std::error_code ignored;
    keys[row] = std::filesystem::file_size(files[row].path, ignored);
    ++of_size[keys[row]];
  }
  parallel_for(static_cast<std::int64_t>(files.size()), threads, [&](std::int64_t row) {
    if (!held.has(row)) {
      keys[row] = 0;
    } else if (of_size.at(keys[row]) > 1) {
      keys[row] = key_of_sha256(sha256_of_file(files[row].path));
    }
  });
  complete(keys, held.shared());
  return keys;
}

}  // namespace

void add_image_files(std::vector<ImageFile> files, const DataOptions& options, Examples& examples) {
  require(!files.empty(), options.path, ": expected images, got none");
  const ImageFilesFacts facts = read_image_files_facts(files, options.threads);
  const ImageSize size = chosen_image_size(options, facts, examples.notes);
  examples.content.kind = InputKind::image;
  examples.facts.first_copies = first_with_key(keys_of_files(files, examples.content.held(), options.threads));
  examples.content.images = images_from_files(held_files(std::move(files), examples.content.held()), size,
                                              {options.threads, options.image_memory});
}

void add_images(const std::vector<std::string>& paths, const DataOptions& options, Examples& examples) {
  examples.kind = "images";
  std::vector<ImageFile> files;
  std::size_t file = 0;
  ImagePathColumn below(examples.files[0], options.image_root);
  for (std::size_t row = 0; row < paths.size(); ++row) {
    const std::int64_t number = examples.facts.numbers[row];
    if (row > 0 && number == 1) below = ImagePathColumn(examples.files[++file], options.image_root);  // of a test file
    files.push_back(below.image(paths[row], number));
  }
  if (examples.facts.ids.empty()) {
    examples.facts.ids = paths;
    examples.facts.id_column = examples.content.column;
  }
  add_image_files(std::move(files), options, examples);
}

void add_images(const std::vector<std::string>& paths, const std::string& file, const BlockOptions& options,
                Block& block) {
  const ImagePathColumn below(file, options.image_root);
  decode_rows(
      static_cast<std::int64_t>(paths.size()), options,
      [&](std::int64_t row) { return below.image(paths[row], block.numbers[row]); }, block);
}

void add_image_files(const std::vector<ImageFile>& files, const BlockOptions& options, Block& block) {
  decode_rows(
      static_cast<std::int64_t>(files.size()), options, [&](std::int64_t row) { return files[row]; }, block);
}

std::int64_t block_rows(const BlockOptions& options) {
  constexpr std::int64_t kMostBytes = std::int64_t{64} << 20;
  if (options.content != InputKind::image) return options.rows;
  return std::clamp<std::int64_t>(kMostBytes / std::max<std::int64_t>(options.image_size.bytes(), 1), 1, options.rows);
}

}  // namespace pauc
