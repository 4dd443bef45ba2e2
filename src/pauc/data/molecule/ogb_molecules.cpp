#include "pauc/data/molecule/ogb_molecules.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/molecule/examples.h"
#include "pauc/data/molecule/ogb_reader.h"
#include "pauc/data/molecule/smiles_column.h"

namespace pauc {

namespace {

constexpr const char* kId = "mol_id";

std::string usual_id(const std::vector<std::string>& columns) {
  return std::find(columns.begin(), columns.end(), kId) != columns.end() ? kId : "";
}

// The mapping has the tasks first, then smiles and often mol_id: the only task is the label unless another is named.
std::string label_of(const OgbReader& reader, const DataOptions& options) {
  const auto& columns = reader.mapping().columns();
  if (!options.label.empty()) return options.label;
  const std::size_t tasks = find_smiles_column(columns).value_or(1);
  const std::vector<std::string> names(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(tasks));
  require_usage(tasks == 1, "label: ", options.path, " has ", tasks, " tasks, expected one of ",
                names_nearest_first(columns[0], names));
  return columns[0];
}

DataOptions options_for(const OgbReader& reader, const DataOptions& options) {
  require_usage(options.test.empty() && options.table.empty() && options.features.empty() && options.drop.empty(),
                "data: an OGB folder comes without test, table, features and drop");
  require_usage(options.fractions.empty() || options.split != "auto",
                "fractions: an OGB folder has a split of its own; split stratified or scaffold makes another");
  require_usage(options.duplicates == Duplicates::keep,
                "duplicates: an OGB folder is a benchmark, whose rows all stay; expected keep, got ",
                choice_name(options.duplicates));
  require_usage(options.standardise != Standardise::tautomer,
                "standardise: the graphs of an OGB folder are read as they are; expected off, got tautomer");
  DataOptions resolved = options;
  resolved.label = label_of(reader, options);
  resolved.standardise = Standardise::off;  // its graphs are what the benchmark is about
  if (options.id.empty()) resolved.id = usual_id(reader.mapping().columns());
  return resolved;
}

// Where the SMILES are, which `option` needs.
std::size_t smiles_place(const OgbReader& reader, const char* option) {
  const auto place = find_smiles_column(reader.mapping().columns());
  require(place.has_value(), reader.mapping_path(), ": ", option, " needs a column smiles, got none");
  return *place;
}

// The folder's own split is by scaffold: then folds are, too, unless another way is asked for.
DataOptions with_folds_of_split(const OgbReader& reader, DataOptions options) {
  const bool own = options.split == "auto" && options.fold_by == FoldBy::automatic && has_scaffold_split(options.path);
  if (own && find_smiles_column(reader.mapping().columns())) options.fold_by = FoldBy::scaffold;
  return options;
}

class OgbBlocks {
 public:
  explicit OgbBlocks(const BlockOptions& options) : options_(options), reader_(options.path) {
    if (!options.features_from.empty()) smiles_place_ = smiles_place(reader_, "features_from");
    const std::string id = options.id.empty() ? usual_id(reader_.mapping().columns()) : options.id;
    if (!id.empty()) id_ = reader_.mapping().column(id);
  }

  bool next(Block& block) {
    block = {};
    block.content.kind = InputKind::molecule;
    std::vector<std::string> smiles;
    while (block.content.molecules.size() < options_.rows && reader_.next(block.content.molecules)) {
      block.numbers.push_back(reader_.row());
      block.readable.push_back(1);
      if (id_) block.ids.emplace_back(reader_.mapping().field(*id_));
      if (smiles_place_) smiles.emplace_back(reader_.mapping().field(*smiles_place_));
    }
    if (smiles_place_) add_molecules(smiles, reader_.mapping_path(), options_, block);
    return !block.numbers.empty();
  }

 private:
  BlockOptions options_;
  OgbReader reader_;
  std::optional<std::size_t> id_;
  std::optional<std::size_t> smiles_place_;  // only if features are computed from them
};

Examples load_ogb(const DataOptions& options) {
  OgbReader reader(options.path);
  const DataOptions resolved = with_folds_of_split(reader, options_for(reader, options));
  RowFactsReader facts(resolved);
  facts.open(reader.mapping(), FileRole::all_parts);
  const bool described = !options.features_from.empty();
  std::optional<std::size_t> place;
  if (options.split == "scaffold") place = smiles_place(reader, "a split by scaffold");
  if (resolved.fold_by == FoldBy::scaffold) place = smiles_place(reader, "fold_by scaffold");
  if (described) place = smiles_place(reader, "features_from");
  Examples examples;
  examples.kind = "ogb";
  examples.files = {options.path};
  examples.content.kind = InputKind::molecule;
  HeldRows& held = examples.content.table.held;
  held = HeldRows(options.shared);
  std::vector<std::string> smiles;
  while (reader.next(examples.content.molecules)) {
    if (!held.keeps_next()) examples.content.molecules.drop_last();
    facts.add(reader.mapping());
    if (place) smiles.emplace_back(reader.mapping().field(*place));
  }
  require(reader.row() > 0, options.path, ": expected molecules, got none");
  examples.facts = facts.finish(examples.notes);
  if (described) {
    examples.content.column = printable(reader.mapping().columns()[*place]);
    read_molecules(smiles, resolved, examples);
  } else {
    share_atom_counts(examples.content);
  }
  add_scaffolds(smiles, resolved, examples);
  if (options.split == "auto") examples.facts.parts = read_ogb_split(options.path, examples.rows());
  return examples;
}

NextBlock open_ogb_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                          std::vector<std::string>& /*notes*/) {
  require(wanted.empty(), options.path, ": the model needs columns beside the molecules, an OGB folder has none");
  return blocks_of<OgbBlocks>(options);
}

}  // namespace

DatasetKind ogb_kind() {
  DatasetKind kind;
  kind.name = "ogb";
  kind.summary = "folder of molecules in OGB's layout (mapping, raw, split), with its own split";
  kind.content = InputKind::molecule;
  kind.recognises = [](const std::string& path, std::string_view /*head*/) { return is_ogb_folder(path); };
  kind.load = load_ogb;
  kind.open = open_ogb_blocks;
  kind.sources = [](const DataOptions& /*options*/, const std::string& path) { return each_alone(ogb_files(path)); };
  return kind;
}

}  // namespace pauc
