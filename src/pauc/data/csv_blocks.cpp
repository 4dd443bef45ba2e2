#include "pauc/data/csv_blocks.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "pauc/core/csv.h"
#include "pauc/core/utf8.h"
#include "pauc/data/csv_table.h"

namespace pauc {

namespace {

class CsvBlocks {
 public:
  CsvBlocks(const BlockOptions& options, std::vector<WantedColumn> wanted, std::vector<std::string>& notes)
      : csv_(options.path, {options.header == "no" ? CsvOptions::Header::none : CsvOptions::Header::first_line}),
        wanted_(std::move(wanted)),
        id_(id_place(options)),
        places_(find_wanted(csv_.name(), csv_.columns(), wanted_, id_ ? csv_.columns()[*id_] : "", notes)),
        most_rows_(options.rows) {}

  bool next(Block& block) {
    block = empty_block(wanted_);
    CsvTableRows rows(block.table, places_);
    while (block.table.rows < most_rows_ && csv_.next()) append(rows, block);
    return block.table.rows > 0;
  }

 private:
  std::optional<std::size_t> id_place(const BlockOptions& options) const {
    if (!options.id.empty()) return csv_.column(options.id);
    const auto& names = csv_.columns();
    const auto found = std::find_if(names.begin(), names.end(),
                                    [&](const std::string& name) { return printable(name) == options.usual_id; });
    if (options.usual_id.empty() || found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
  }

  void append(CsvTableRows& rows, Block& block) {
    const bool readable = rows.append(csv_);
    if (!readable) {
      rows.append_missing();
      block.complaints.push_back(rows.complaint(csv_));
    }
    block.readable.push_back(readable ? 1 : 0);
    block.numbers.push_back(++number_);
    if (id_) block.ids.emplace_back(csv_.field(*id_));
  }

  CsvReader csv_;
  std::vector<WantedColumn> wanted_;
  std::optional<std::size_t> id_;
  std::vector<std::size_t> places_;
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
