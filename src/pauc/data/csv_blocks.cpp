#include "pauc/data/csv_blocks.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "pauc/core/csv.h"
#include "pauc/core/error.h"
#include "pauc/core/nearest_name.h"
#include "pauc/core/number.h"
#include "pauc/core/utf8.h"
#include "pauc/data/csv_table.h"
#include "pauc/data/molecule_examples.h"
#include "pauc/data/smiles_column.h"

namespace pauc {

namespace {

class CsvBlocks {
 public:
  CsvBlocks(const BlockOptions& options, std::vector<WantedColumn> wanted, std::vector<std::string>& notes)
      : csv_(options.path, {options.header == "no" ? CsvOptions::Header::none : CsvOptions::Header::first_line}),
        wanted_(std::move(wanted)),
        smiles_(smiles_place(options)),
        id_(id_place(options)),
        places_(find_wanted(csv_.name(), csv_.columns(), wanted_, known_columns(), notes)),
        most_rows_(options.rows),
        threads_(options.threads) {}

  bool next(Block& block) {
    block = empty_block(wanted_);
    CsvTableRows rows(block.content.table, places_);
    while (block.content.table.rows < most_rows_ && csv_.next()) append(rows, block);
    if (smiles_) add_molecules(std::exchange(smiles_of_block_, {}), csv_.name(), threads_, block);
    return block.content.table.rows > 0;
  }

 private:
  std::optional<std::size_t> id_place(const BlockOptions& options) const {
    if (!options.id.empty()) return csv_.column(options.id);
    return place_of(options.usual_id);
  }

  void append(CsvTableRows& rows, Block& block) {
    const bool readable = rows.append(csv_);
    if (!readable) {
      rows.append_missing();
      block.complaints.push_back(rows.complaint(csv_));
    }
    block.readable.push_back(readable ? 1 : 0);
    block.numbers.push_back(++number_);
    if (smiles_) smiles_of_block_.emplace_back(trimmed(csv_.field(*smiles_)));
    if (id_) block.ids.emplace_back(csv_.field(*id_));
  }

  // By the name that was asked for, else by that of the training, else by any that says what it is.
  std::optional<std::size_t> smiles_place(const BlockOptions& options) const {
    if (options.content != InputKind::molecule) return std::nullopt;
    if (!options.smiles.empty()) return csv_.column(options.smiles);
    const auto usual = place_of(options.usual_smiles);
    const auto found = usual ? usual : find_smiles_column(csv_.columns());
    require(found.has_value(), csv_.name(), ": expected a column of molecules called ",
            options.usual_smiles.empty() ? "smiles" : options.usual_smiles, ", got ",
            names_nearest_first("smiles", csv_.columns()), "; --smiles names it");
    return found;
  }

  std::optional<std::size_t> place_of(const std::string& name) const {
    const auto& names = csv_.columns();
    const auto found =
        std::find_if(names.begin(), names.end(), [&](const std::string& one) { return printable(one) == name; });
    if (name.empty() || found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
  }

  // Columns that need no model to make use of them.
  std::vector<std::string> known_columns() const {
    std::vector<std::string> known;
    for (const auto& place : {smiles_, id_}) {
      if (place) known.push_back(csv_.columns()[*place]);
    }
    return known;
  }

  CsvReader csv_;
  std::vector<WantedColumn> wanted_;
  std::optional<std::size_t> smiles_, id_;
  std::vector<std::size_t> places_;
  std::int64_t most_rows_;
  int threads_;
  std::vector<std::string> smiles_of_block_;
  std::int64_t number_ = 0;
};

}  // namespace

NextBlock open_csv_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                          std::vector<std::string>& notes) {
  const auto blocks = std::make_shared<CsvBlocks>(options, wanted, notes);
  return [blocks](Block& block) { return blocks->next(block); };
}

}  // namespace pauc
