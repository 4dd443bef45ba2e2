#include "pauc/data/image/records.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/data/fact_table.h"
#include "pauc/data/image/examples.h"
#include "pauc/data/path_checks.h"

namespace pauc {

namespace {

class RecordBlocks {
 public:
  RecordBlocks(std::vector<std::string> files, const RecordLayout& layout, const BlockOptions& options)
      : files_(std::move(files)), layout_(layout), most_rows_(block_rows(options)) {
    require_usage(options.id.empty(), "id: records have no columns, got ", options.id);
  }

  bool next(Block& block) {
    block = {};
    std::vector<std::uint8_t> bytes;
    while (static_cast<std::int64_t>(block.numbers.size()) < most_rows_ && next_record()) {
      reader_->append_image(bytes);
      block.numbers.push_back(++number_);
      block.readable.push_back(1);
    }
    block.content.kind = InputKind::image;
    block.content.images = images_in_memory(layout_.size, std::move(bytes));
    return !block.numbers.empty();
  }

 private:
  bool next_record() {
    while (!reader_ || !reader_->next()) {
      if (opened_ == files_.size()) return false;
      reader_ = std::make_unique<RecordReader>(files_[opened_++], layout_);
    }
    return true;
  }

  std::vector<std::string> files_;
  std::size_t opened_ = 0;
  RecordLayout layout_;
  std::int64_t most_rows_;
  std::unique_ptr<RecordReader> reader_;
  std::int64_t number_ = 0;
};

void check_options(const DataOptions& options) {
  require_usage(!options.records.empty(), "records: ", options.path,
                ": expected channels, height and width of its images, such as 3x32x32, got none");
  require_usage(options.features.empty() && options.drop.empty(),
                "features: records have no columns to choose from; leave features and drop out");
  require_usage(options.label.empty() || !options.table.empty(),
                "label: the label of records without a table is their first byte, got label ", options.label);
}

// The caller checks the labels after the whole file has been read: if its size is wrong, these bytes are not labels.
std::vector<std::uint8_t> read_images(const std::string& path, const RecordLayout& layout, HeldRows& held,
                                      std::vector<std::uint8_t>& bytes) {
  RecordReader reader(path, layout);
  std::vector<std::uint8_t> labels;
  while (reader.next()) {
    if (held.keeps_next()) reader.append_image(bytes);
    labels.push_back(reader.labels()[0]);
  }
  return labels;
}

void add_facts(const std::string& path, const std::vector<std::uint8_t>& labels, FactTable& facts) {
  for (std::size_t k = 0; k < labels.size(); ++k) {
    facts.add(std::to_string(labels[k]), [&] { return record_place(path, static_cast<std::int64_t>(k) + 1); });
  }
}

// A file that is no text, and is not called one.
bool is_records(const std::string& path, std::string_view head) {
  if (has_extension(path, {".csv", ".tsv", ".txt"})) return false;
  return has_extension(path, {".bin"}) || head.find('\0') != std::string_view::npos;
}

Examples load_records(const DataOptions& options) {
  check_options(options);
  const RecordLayout layout{parse_record_size(options.records), 1};
  Examples examples;
  examples.kind = "records";
  examples.content.kind = InputKind::image;
  HeldRows& held = examples.content.table.held;
  held = HeldRows(options.shared);
  FactTable facts(options);
  std::vector<std::uint8_t> bytes;
  for (const auto& [path, role] : files_by_role(options)) {
    facts.begin_file(role);
    examples.files.push_back(path);
    add_facts(path, read_images(path, layout, held, bytes), facts);
  }
  examples.content.images = images_in_memory(layout.size, std::move(bytes));
  examples.facts = facts.finish(examples);
  return examples;
}

NextBlock open_records_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                              std::vector<std::string>& /*notes*/) {
  return blocks_of_records({options.path}, {options.image_size, 1}, options, wanted);
}

}  // namespace

NextBlock blocks_of_records(std::vector<std::string> files, const RecordLayout& layout, const BlockOptions& options,
                            const std::vector<WantedColumn>& wanted) {
  require(wanted.empty(), options.path, ": the model needs columns beside the images, records have none");
  return blocks_of<RecordBlocks>(std::move(files), layout, options);
}

DatasetKind records_kind() {
  DatasetKind kind;
  kind.name = "records";
  kind.summary = "images of one size as records like CIFAR's (--records 3x32x32), also gzipped; label byte or --table";
  kind.content = InputKind::image;
  kind.image_options = ImageOptions::of_records;
  kind.recognises = is_records;
  kind.load = load_records;
  kind.open = open_records_blocks;
  return kind;
}

}  // namespace pauc
