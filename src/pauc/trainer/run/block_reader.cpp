#include "pauc/trainer/run/block_reader.h"

#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/byte_source.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/prepared_ahead.h"

namespace pauc {

namespace {

constexpr std::size_t kMostComplaints = 5;

void check_content_options(const PredictOptions& options, InputKind kind) {
  require_usage(options.smiles.empty() || kind == InputKind::molecule,
                "smiles: expected a model of molecules, got one of ", input_kind_name(kind), " data");
  require_usage((options.image.empty() && options.image_root.empty()) || kind == InputKind::image,
                "image: expected a model of images, got one of ", input_kind_name(kind), " data");
}

BlockOptions block_options(const PredictOptions& options, const record::ModelCard& card, const Preprocessing& content) {
  BlockOptions blocks;
  blocks.path = options.data;
  blocks.kind = options.kind;
  blocks.content = content.reads();
  blocks.missing = content.table.missing;
  blocks.features_from = content.features_from;
  blocks.standardise = content.standardise;
  blocks.column = content.reads() == InputKind::image ? options.image : options.smiles;
  blocks.usual_column = content.column;
  blocks.image_root = options.image_root;
  blocks.image_size = content.image.size;
  blocks.threads = options.reading_threads;
  blocks.header = choice_named<CsvOptions::Header>(options.header.empty() ? card.header : options.header, "header");
  blocks.id = options.id;
  blocks.usual_id = card.id;
  blocks.labels = options.wants_labels();
  blocks.label = options.label.empty() ? card.label : options.label;
  blocks.keep = options.keep;
  return blocks;
}

}  // namespace

BlockReader::BlockReader(const PredictOptions& options, const record::ModelCard& card, const Preprocessing& content,
                         const std::vector<WantedColumn>& wanted, const std::function<void(const std::string&)>& note)
    : is_stream_(is_stream(options.data)), note_(note) {
  check_content_options(options, content.reads());
  std::vector<std::string> notes;
  next_block_ = open_blocks(block_options(options, card, content), wanted, notes);
  for (const std::string& text : notes) note(text);
}

// A file is read ahead, on a thread of its own. A stream is not: its rows are scored as they come, and nobody would
// wait for its writer if the scores could not be written.
void BlockReader::for_each(const std::function<void(const Block&)>& use) {
  if (is_stream_) {
    while (const auto block = next()) use_block(**block, use);
    return;
  }
  PreparedAhead<std::unique_ptr<Block>> ahead([this] { return next(); });
  while (const auto block = ahead.next()) use_block(**block, use);
}

std::optional<std::unique_ptr<Block>> BlockReader::next() {
  auto block = std::make_unique<Block>();
  if (!next_block_(*block)) return std::nullopt;
  return block;
}

void BlockReader::use_block(const Block& block, const std::function<void(const Block&)>& use) {
  use(block);
  for (const std::string& note : block.notes) note_(note);
  for (const std::string& complaint : block.complaints) {
    if (complaints_.size() < kMostComplaints) complaints_.push_back(complaint);
  }
}

}  // namespace pauc
