#include "pauc/data/table/npy_table.h"

#include <memory>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/data/fact_table.h"
#include "pauc/data/table/columns.h"
#include "pauc/data/table/npy_reader.h"

namespace pauc {

namespace {

std::vector<std::string> column_names(const NpyReader& reader) {
  std::vector<std::string> names;
  for (std::int64_t c = 1; c <= reader.columns(); ++c) names.push_back(std::to_string(c));
  return names;
}

void append(const NpyReader& reader, const std::vector<std::size_t>& places, Table& table) {
  if (!table.held.keeps_next()) return;
  auto& columns = std::get<DenseValues>(table.values).columns;
  for (std::size_t c = 0; c < places.size(); ++c)
    columns[c].push_back(reader.row()[static_cast<std::int64_t>(places[c])]);
  ++table.rows;
}

class NpyBlocks {
 public:
  NpyBlocks(const BlockOptions& options, std::vector<WantedColumn> wanted, std::vector<std::string>& notes)
      : reader_(options.path), wanted_(std::move(wanted)), most_rows_(options.rows) {
    require_usage(options.id.empty(), "id: NumPy arrays have no column names, got ", options.id);
    places_ = find_wanted(reader_.name(), column_names(reader_), wanted_, {}, notes);
    for (std::size_t& place : places_) {
      if (place == kNowhere) place = 0;  // not needed: anything will do
    }
  }

  bool next(Block& block) {
    block = empty_block(wanted_);
    while (block.content.table.rows < most_rows_ && reader_.next()) {
      append(reader_, places_, block.content.table);
      block.numbers.push_back(++number_);
      block.readable.push_back(1);
    }
    return block.content.table.rows > 0;
  }

 private:
  NpyReader reader_;
  std::vector<WantedColumn> wanted_;
  std::vector<std::size_t> places_;
  std::int64_t most_rows_;
  std::int64_t number_ = 0;
};

Examples load_npy(const DataOptions& options) {
  Examples examples;
  examples.kind = "npy";
  FactTable facts(options);
  Table table;
  for (const auto& [path, role] : files_by_role(options)) {
    facts.begin_file(role);
    examples.files.push_back(path);
    NpyReader reader(path);
    const auto names = column_names(reader);
    std::vector<std::size_t> taken;
    if (!facts.has_table())
      taken = {options.label.empty() ? names.size() - 1 : column_place(path, names, options.label)};
    const auto places = feature_places(path, names, options, taken);
    if (table.columns.empty()) {
      std::vector<Column> columns;
      for (const std::size_t place : places) columns.push_back({names[place], Column::Kind::number, {}});
      table = dense_table(std::move(columns));
      table.held = HeldRows(options.shared);
    }
    require(places.size() == table.columns.size(), path, ": expected ", table.columns.size(), " features as in ",
            options.path, ", got ", places.size());
    while (reader.next()) {
      append(reader, places, table);
      const std::string label =
          taken.empty() ? std::string() : joined(reader.value(static_cast<std::int64_t>(taken[0])));
      facts.add(label, [&] { return reader.place(taken.empty() ? 0 : static_cast<std::int64_t>(taken[0])); });
    }
  }
  for (auto& column : std::get<DenseValues>(table.values).columns) column.shrink_to_fit();
  examples.content.table = std::move(table);
  examples.facts = facts.finish(examples);
  return examples;
}

NextBlock open_npy_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                          std::vector<std::string>& notes) {
  return blocks_of<NpyBlocks>(options, wanted, notes);
}

}  // namespace

DatasetKind npy_kind() {
  DatasetKind kind;
  kind.name = "npy";
  kind.summary = "NumPy array of rows (.npy), also gzipped; label in the last column or in --table";
  kind.recognises = [](const std::string& /*path*/, std::string_view head) { return head.substr(0, 6) == "\x93NUMPY"; };
  kind.several_files = true;
  kind.load = load_npy;
  kind.open = open_npy_blocks;
  return kind;
}

}  // namespace pauc
