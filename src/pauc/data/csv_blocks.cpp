#include "pauc/data/csv_blocks.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "pauc/core/csv.h"
#include "pauc/core/error.h"
#include "pauc/data/csv_table.h"

namespace pauc {

namespace {

class CsvBlocks {
 public:
  CsvBlocks(const BlockOptions& options, std::vector<WantedColumn> wanted, std::vector<std::string>& notes)
      : csv_(options.path, {options.header == "no" ? CsvOptions::Header::none : CsvOptions::Header::first_line}),
        wanted_(std::move(wanted)),
        places_(find_wanted(csv_.name(), csv_.columns(), wanted_, notes)),
        most_rows_(options.rows) {
    if (!options.id.empty()) id_ = csv_.column(options.id);
    if (options.id.empty() && !options.usual_id.empty()) id_ = column_if_there(options.usual_id);
  }

  bool next(Block& block) {
    block = empty_block(wanted_);
    CsvTableRows rows(block.table, places_);
    while (block.table.rows < most_rows_ && csv_.next()) append(rows, block);
    return block.table.rows > 0;
  }

 private:
  std::optional<std::size_t> column_if_there(const std::string& name) const {
    const auto found = std::find(csv_.columns().begin(), csv_.columns().end(), name);
    if (found == csv_.columns().end()) return std::nullopt;
    return static_cast<std::size_t>(found - csv_.columns().begin());
  }

  void append(CsvTableRows& rows, Block& block) {
    const std::string complaint = appended(rows);
    if (!complaint.empty()) {
      rows.append_missing();
      block.complaints.push_back(complaint);
    }
    block.readable.push_back(complaint.empty() ? 1 : 0);
    block.numbers.push_back(++number_);
    if (id_) block.ids.emplace_back(csv_.field(*id_));
  }

  // Appends the row, or says why it cannot be scored.
  std::string appended(CsvTableRows& rows) const {
    try {
      if (rows.append(csv_)) return "";
    } catch (const UserError& error) {  // a number too large for a float
      return error.what();
    }
    return joined(csv_.place(rows.bad_column()), ": expected a number, got \"", csv_.field(rows.bad_column()), '"');
  }

  CsvReader csv_;
  std::vector<WantedColumn> wanted_;
  std::vector<std::size_t> places_;
  std::optional<std::size_t> id_;
  std::int64_t most_rows_;
  std::int64_t number_ = 0;
};

}  // namespace

NextBlock open_csv_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                          std::vector<std::string>& notes) {
  const auto blocks = std::make_shared<CsvBlocks>(options, wanted, notes);
  return [blocks](Block& block) { return blocks->next(block); };
}

}  // namespace pauc
