#include "pauc/data/molecule/smiles_files.h"

#include <algorithm>
#include <memory>
#include <unordered_set>

#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/number.h"
#include "pauc/data/fact_table.h"
#include "pauc/data/molecule/examples.h"
#include "pauc/data/molecule/named_molecules.h"
#include "pauc/data/molecule/smiles_column.h"
#include "pauc/data/molecule/structure_reader.h"
#include "pauc/data/molecule/structure_rows.h"
#include "pauc/data/path_checks.h"
#include "pauc/data/table/csv_blocks.h"
#include "pauc/data/table/csv_table.h"

namespace pauc {

namespace {

bool is_sdf(const std::string& path) { return structure_format(path) == StructureFormat::mdl; }

// Of "name label", or of "label" alone.
std::string_view last_word(std::string_view text) {
  const std::size_t blank = text.find_last_of(" \t");
  return blank == std::string_view::npos ? text : text.substr(blank + 1);
}

// A table that names the molecules must name them in the order of the file: sorting one of the two is easily done.
void require_same_order(const std::vector<std::string>& names, const DataOptions& options) {
  const std::unordered_set<std::string_view> known(names.begin(), names.end());
  CsvReader csv(options.table, {});
  struct Seen {
    std::size_t known = 0;
    std::size_t first_moved = 0;  // row from 1; 0: none
  };
  std::vector<Seen> columns(csv.columns().size());
  std::size_t row = 0;
  for (; csv.next() && row < names.size(); ++row) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const std::string_view text = trimmed(csv.field(c));
      columns[c].known += !text.empty() && known.count(text) > 0 ? 1 : 0;
      if (text != names[row] && columns[c].first_moved == 0) columns[c].first_moved = row + 1;
    }
  }
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (row < 2 || columns[c].known < row || columns[c].first_moved == 0) continue;
    fail(Fault::data, options.table, ": row ", columns[c].first_moved, ": expected the molecules of ", options.path,
         " in their order, got another in column ", csv.columns()[c], " than \"", names[columns[c].first_moved - 1],
         '"');
  }
}

Examples load_named(const DataOptions& options) {
  require_usage(options.features.empty() && options.drop.empty() && options.smiles.empty(),
                "data: a .smi or .mol2 file has no columns for smiles, features or drop");
  const bool own_labels = structure_format(options.path) == StructureFormat::none;
  require_usage(own_labels || !options.table.empty(), "table: ", options.path,
                " has no labels; --table FILE.csv gives them, with one row per structure");
  require_usage(options.label.empty() || !options.table.empty(),
                "label: the label of a .smi file without a table is the last word of each line, got label ",
                options.label);
  Examples examples;
  HeldRows& held = examples.content.table.held;
  held = HeldRows(options.shared);
  FactTable facts(options);
  std::vector<std::string> smiles;
  std::vector<std::string> names;
  bool named = false;
  for (const auto& [path, role] : files_by_role(options)) {
    facts.begin_file(role);
    examples.files.push_back(path);
    NamedMolecules molecules(path);
    const std::size_t before = smiles.size();
    while (molecules.next()) {
      held.keeps_next();
      const std::string_view rest = molecules.rest();
      const std::string_view label = facts.has_table() ? std::string_view() : last_word(rest);
      smiles.push_back(molecules.smiles());
      names.emplace_back(trimmed(rest.substr(0, rest.size() - label.size())));
      named = named || !names.back().empty();
      facts.add(label, [&] { return molecules.place(); });
    }
    require(smiles.size() > before, path, ": expected molecules, got none");
  }
  if (facts.has_table()) require_same_order(names, options);
  examples.facts = facts.finish(examples);
  if (named && examples.facts.ids.empty()) {
    examples.facts.ids = std::move(names);
    examples.facts.id_column = "name";
  }
  add_molecules(smiles, options, examples);
  return examples;
}

class NamedBlocks {
 public:
  explicit NamedBlocks(const BlockOptions& options) : options_(options), molecules_(options.path) {
    require_usage(options.id.empty(), "id: a .smi or .mol2 file has no columns, got ", options.id);
  }

  bool next(Block& block) {
    block = {};
    std::vector<std::string> smiles;
    while (static_cast<std::int64_t>(smiles.size()) < options_.rows && molecules_.next()) {
      smiles.push_back(molecules_.smiles());
      block.ids.emplace_back(molecules_.rest());
      block.numbers.push_back(++number_);
    }
    // Whether there are names is known by the first block; the others have as many columns.
    if (number_ == static_cast<std::int64_t>(smiles.size())) {
      named_ = std::any_of(block.ids.begin(), block.ids.end(), [](const std::string& name) { return !name.empty(); });
    }
    if (!named_) block.ids.clear();
    add_molecules(smiles, molecules_.name(), options_, block);
    return !smiles.empty();
  }

 private:
  BlockOptions options_;
  NamedMolecules molecules_;
  std::int64_t number_ = 0;
  bool named_ = false;
};

// What no other kind has claimed is read as CSV in any case.
bool is_smiles(const std::string& path, std::string_view /*head*/) {
  return has_named_molecules(path) || is_sdf(path) || find_smiles_column(CsvReader(path, {}).columns()).has_value();
}

std::string structure_column(const DataOptions& options) {
  const auto columns = open_rows(options.path, {options.header}).columns();
  if (is_sdf(options.path)) return columns[0];
  require_one_smiles_column(options.path, columns);
  const auto found = find_smiles_column(columns);
  require_usage(found.has_value(), "smiles: ", options.path, ": no column is called smiles; expected one of ",
                names_nearest_first("smiles", columns));
  return columns[*found];
}

// The title of each record is its id.
std::string title_column(const std::string& path, const std::string& label) {
  const auto columns = open_rows(path, {}).columns();
  for (const char* title : {"name", "title"}) {
    if (columns.size() > 1 && columns[1] == title && label != title) return title;
  }
  return "";
}

Examples load_smiles(const DataOptions& options) {
  if (has_named_molecules(options.path)) return load_named(options);
  DataOptions with_column = options;
  if (options.smiles.empty()) with_column.smiles = structure_column(options);
  if (is_sdf(options.path) && options.id.empty()) with_column.id = title_column(options.path, options.label);
  return load_csv(with_column);
}

NextBlock open_smiles_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                             std::vector<std::string>& notes) {
  if (is_sdf(options.path)) {
    BlockOptions of_sdf = options;
    const auto columns = open_rows(options.path, {}).columns();
    if (options.column.empty()) of_sdf.column = columns[0];
    const bool has_usual_id = std::find(columns.begin(), columns.end(), options.usual_id) != columns.end();
    if (options.id.empty() && !has_usual_id) of_sdf.id = title_column(options.path, options.label);
    return open_csv_blocks(of_sdf, wanted, notes);
  }
  if (!has_named_molecules(options.path)) return open_csv_blocks(options, wanted, notes);
  require(wanted.empty(), options.path,
          ": the model needs columns beside the molecules, a .smi or .mol2 file has none");
  return blocks_of<NamedBlocks>(options);
}

}  // namespace

DatasetKind smiles_kind() {
  DatasetKind kind;
  kind.name = "smiles";
  kind.summary =
      "molecules: CSV with a column of SMILES (--smiles), SDF with properties as columns, or .smi and .mol2 with "
      "labels "
      "in --table; also gzipped";
  kind.content = InputKind::molecule;
  kind.recognises = is_smiles;
  kind.several_files = true;
  kind.has_columns = [](const std::string& path) { return !has_named_molecules(path); };
  kind.load = load_smiles;
  kind.open = open_smiles_blocks;
  return kind;
}

}  // namespace pauc
