#include "pauc/data/table/libsvm_table.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/data/fact_table.h"
#include "pauc/data/path_checks.h"
#include "pauc/data/table/libsvm_reader.h"

namespace pauc {

namespace {

void append_row(const LibsvmReader& reader, SparseValues& values) {
  for (const LibsvmReader::Entry& entry : reader.entries()) {
    values.columns.push_back(entry.column);
    values.values.push_back(entry.value);
  }
  values.row_begins.push_back(static_cast<std::int64_t>(values.columns.size()));
}

// One more than the last column of the row that the reader stands at.
std::int64_t width_of_row(const LibsvmReader& reader) {
  return reader.entries().empty() ? 0 : reader.entries().end()[-1].column + 1;
}

class LibsvmBlocks {
 public:
  LibsvmBlocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted)
      : reader_(options.path),
        width_(static_cast<std::int64_t>(wanted.size())),
        most_rows_(options.rows),
        labels_(options.labels) {
    require_usage(options.id.empty(), "id: LIBSVM files have no columns but features, got ", options.id);
    for (std::size_t c = 0; c < wanted.size(); ++c) {
      require(wanted[c].name == std::to_string(c + 1), reader_.name(),
              ": LIBSVM has features by number, the model has \"", wanted[c].name, '"');
      columns_.push_back({wanted[c].name, Column::Kind::number, {}});
    }
  }

  bool next(Block& block) {
    block = {};
    block.content.table.columns = columns_;
    SparseValues values;
    while (block.content.table.rows < most_rows_ && reader_.next()) {
      append_known(values);
      ++block.content.table.rows;
      block.numbers.push_back(++number_);
      block.readable.push_back(1);
      if (labels_) block.labels.emplace_back(reader_.label());
    }
    block.content.table.values = std::move(values);
    return block.content.table.rows > 0;
  }

 private:
  // Features that training has not seen are left out.
  void append_known(SparseValues& values) {
    for (const LibsvmReader::Entry& entry : reader_.entries()) {
      if (entry.column >= width_) continue;
      values.columns.push_back(entry.column);
      values.values.push_back(entry.value);
    }
    values.row_begins.push_back(static_cast<std::int64_t>(values.columns.size()));
  }

  LibsvmReader reader_;
  std::int64_t width_;
  std::int64_t most_rows_;
  bool labels_;
  std::int64_t number_ = 0;
  std::vector<Column> columns_;
};

Examples load_libsvm(const DataOptions& options) {
  require_usage(options.features.empty() && options.drop.empty(),
                "features: LIBSVM files have no columns to choose from; leave features and drop out");
  Examples examples;
  examples.kind = "libsvm";
  FactTable facts(options);
  Table table;
  table.held = HeldRows(options.shared);
  SparseValues values;
  std::int64_t width = 0;
  for (const auto& [path, role] : files_by_role(options)) {
    facts.begin_file(role);
    examples.files.push_back(path);
    LibsvmReader reader(path);
    while (reader.next()) {
      width = std::max(width, width_of_row(reader));
      if (table.held.keeps_next()) {
        append_row(reader, values);
        ++table.rows;
      }
      facts.add(reader.label(), [&] { return reader.place(); });
    }
  }
  require(width > 0, options.path, ": expected features, got none");
  for (std::int64_t c = 1; c <= width; ++c) table.columns.push_back({std::to_string(c), Column::Kind::number, {}});
  values.columns.shrink_to_fit();
  values.values.shrink_to_fit();
  table.values = std::move(values);
  examples.content.table = std::move(table);
  examples.facts = facts.finish(examples);
  return examples;
}

NextBlock open_libsvm_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                             std::vector<std::string>& /*notes*/) {
  return blocks_of<LibsvmBlocks>(options, wanted);
}

}  // namespace

DatasetKind libsvm_kind() {
  DatasetKind kind;
  kind.name = "libsvm";
  kind.summary = "LIBSVM text (label index:value ...), also gzipped; kept sparse";
  kind.recognises = [](const std::string& path, std::string_view head) {
    return has_extension(path, {".svm", ".libsvm"}) || looks_like_libsvm(head);
  };
  kind.several_files = true;
  kind.load = load_libsvm;
  kind.open = open_libsvm_blocks;
  return kind;
}

}  // namespace pauc
