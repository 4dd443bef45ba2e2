#include "pauc/data/molecule/smiles_files.h"

#include <algorithm>
#include <memory>
#include <unordered_set>

#include "pauc/core/error.h"
#include "pauc/core/io/line_source.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/number.h"
#include "pauc/data/fact_table.h"
#include "pauc/data/molecule/examples.h"
#include "pauc/data/molecule/smiles_column.h"
#include "pauc/data/path_checks.h"
#include "pauc/data/table/csv_blocks.h"
#include "pauc/data/table/csv_table.h"

namespace pauc {

namespace {

constexpr const char* kBlanks = " \t";

bool is_smi(const std::string& path) { return has_extension(path, {".smi", ".smiles", ".ism"}); }

// A line of a .smi file: the molecule and what is behind it.
struct SmiLine {
  std::string_view smiles;
  std::string_view rest;
};

SmiLine smi_line(std::string_view text) {
  text = trimmed(text);
  const std::size_t end = std::min(text.find_first_of(kBlanks), text.size());
  return {text.substr(0, end), trimmed(text.substr(end))};
}

// "SMILES Name": a heading, which the format has not but people write.
bool is_heading(const SmiLine& line) { return find_smiles_column({std::string(line.smiles)}).has_value(); }

// Of "name label", or of "label" alone.
std::string_view last_word(std::string_view text) {
  const std::size_t blank = text.find_last_of(kBlanks);
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

Examples load_smi(const DataOptions& options) {
  require_usage(options.features.empty() && options.drop.empty() && options.smiles.empty(),
                "data: a .smi file has no columns for smiles, features or drop");
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
    LineSource lines(path);
    const std::size_t before = smiles.size();
    while (lines.next_not_blank()) {
      const SmiLine line = smi_line(lines.text());
      if (smiles.size() == before && is_heading(line)) continue;
      const std::string_view label = facts.has_table() ? std::string_view() : last_word(line.rest);
      held.keeps_next();
      smiles.emplace_back(line.smiles);
      names.emplace_back(trimmed(line.rest.substr(0, line.rest.size() - label.size())));
      named = named || !names.back().empty();
      facts.add(label, [&] { return lines.place(); });
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

class SmiBlocks {
 public:
  explicit SmiBlocks(const BlockOptions& options) : options_(options), lines_(options.path) {
    require_usage(options.id.empty(), "id: a .smi file has no columns, got ", options.id);
  }

  bool next(Block& block) {
    block = {};
    std::vector<std::string> smiles;
    while (static_cast<std::int64_t>(smiles.size()) < options_.rows && lines_.next_not_blank()) {
      const SmiLine line = smi_line(lines_.text());
      if (number_ == 0 && is_heading(line)) continue;
      smiles.emplace_back(line.smiles);
      block.ids.emplace_back(line.rest);
      block.numbers.push_back(++number_);
    }
    // Whether there are names is known by the first block; the others have as many columns.
    if (number_ == static_cast<std::int64_t>(smiles.size())) {
      named_ = std::any_of(block.ids.begin(), block.ids.end(), [](const std::string& name) { return !name.empty(); });
    }
    if (!named_) block.ids.clear();
    add_molecules(smiles, lines_.name(), options_, block);
    return !smiles.empty();
  }

 private:
  BlockOptions options_;
  LineSource lines_;
  std::int64_t number_ = 0;
  bool named_ = false;
};

// What no other kind has claimed is read as CSV in any case.
bool is_smiles(const std::string& path, std::string_view /*head*/) {
  return is_smi(path) || find_smiles_column(CsvReader(path, {}).columns()).has_value();
}

Examples load_smiles(const DataOptions& options) {
  if (is_smi(options.path)) return load_smi(options);
  DataOptions with_column = options;
  if (options.smiles.empty()) {
    const CsvReader csv(options.path, {});
    const auto found = find_smiles_column(csv.columns());
    require_usage(found.has_value(), "smiles: ", options.path, ": no column is called smiles; expected one of ",
                  names_nearest_first("smiles", csv.columns()));
    with_column.smiles = csv.columns()[*found];
  }
  return load_csv(with_column);
}

NextBlock open_smiles_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                             std::vector<std::string>& notes) {
  if (!is_smi(options.path)) return open_csv_blocks(options, wanted, notes);
  require(wanted.empty(), options.path, ": the model needs columns beside the molecules, a .smi file has none");
  return blocks_of<SmiBlocks>(options);
}

}  // namespace

DatasetKind smiles_kind() {
  DatasetKind kind;
  kind.name = "smiles";
  kind.summary = "molecules: CSV with a column of SMILES (--smiles), or .smi with labels in --table; also gzipped";
  kind.content = InputKind::molecule;
  kind.recognises = is_smiles;
  kind.several_files = true;
  kind.has_columns = [](const std::string& path) { return !is_smi(path); };
  kind.load = load_smiles;
  kind.open = open_smiles_blocks;
  return kind;
}

}  // namespace pauc
