#include "pauc/data/table/csv_blocks.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/byte_source.h"
#include "pauc/core/io/csv_values.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/number.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/content_column.h"
#include "pauc/data/image/examples.h"
#include "pauc/data/molecule/examples.h"
#include "pauc/data/molecule/smiles_column.h"
#include "pauc/data/molecule/structure_rows.h"
#include "pauc/data/table/csv_table_rows.h"

namespace pauc {

namespace {

class CsvBlocks {
 public:
  CsvBlocks(const BlockOptions& options, std::vector<WantedColumn> wanted, std::vector<std::string>& notes)
      : options_(options),
        csv_(open_rows(options.path, {options.header}, options.threads)),
        wanted_(std::move(wanted)),
        content_(content_place()),
        id_(id_place()),
        label_(label_place()),
        kept_(kept_places()),
        places_(find_wanted(csv_.name(), csv_.columns(), wanted_, known_columns(), notes)),
        most_rows_(block_rows(options)),
        odd_noted_(wanted_.size()) {}

  bool next(Block& block) {
    block = empty_block(wanted_);
    block.content.table.missing = options_.missing;
    for (const std::size_t place : kept_) block.kept_names.push_back(csv_.columns()[place]);
    CsvTableRows rows(block.content.table, places_);
    while (has_room(block) && csv_.next()) append(rows, block);
    if (!encoding_noted_ && !csv_.converted_from().empty()) {
      block.notes.push_back(note_on_encoding(csv_));
      encoding_noted_ = true;
    }
    if (content_) add_content(std::exchange(contents_, {}), block);
    return block.content.table.rows > 0;
  }

 private:
  // Rows of a stream that pauses are not kept waiting for more.
  bool has_room(const Block& block) const {
    const std::int64_t rows = block.content.table.rows;
    return rows < most_rows_ && (rows == 0 || !csv_.would_wait());
  }

  std::optional<std::size_t> id_place() const {
    if (!options_.id.empty()) return csv_.column(options_.id);
    return place_of(options_.usual_id);
  }

  std::optional<std::size_t> label_place() const {
    if (!options_.labels) return std::nullopt;
    require_usage(!options_.label.empty(), "label: expected the name of the label column, got none");
    return csv_.column(options_.label);
  }

  std::vector<std::size_t> kept_places() const {
    std::vector<std::size_t> places;
    if (options_.keep.empty()) return places;
    if (options_.keep == "all") {
      for (std::size_t place = 0; place < csv_.columns().size(); ++place) places.push_back(place);
      return places;
    }
    for (const std::string& name : listed_texts(options_.keep)) {
      require_usage(!name.empty(), "keep: expected names of columns, got \"", options_.keep, '"');
      places.push_back(csv_.column(name));
      require_usage(std::count(places.begin(), places.end(), places.back()) == 1,
                    "keep: expected each column once, got ", name, " twice");
    }
    return places;
  }

  std::string kept_fields() const {
    std::string fields;
    for (std::size_t k = 0; k < kept_.size(); ++k) {
      fields += joined(k == 0 ? "" : ",", csv_field(std::string(csv_.field(kept_[k]))));
    }
    return fields;
  }

  void add_content(const std::vector<std::string>& contents, Block& block) const {
    if (options_.content == InputKind::molecule) {
      add_molecules(contents, csv_.name(), options_, block);
    } else {
      add_images(contents, options_.path == "-" ? csv_.name() : options_.path, options_, block);
    }
  }

  void append(CsvTableRows& rows, Block& block) {
    const bool readable = rows.append(csv_);
    if (!readable) {
      rows.append_missing();
      block.complaints.push_back(rows.complaint(csv_));
    }
    for (const std::size_t column : rows.odd_columns()) note_odd(column, block);
    block.readable.push_back(readable ? 1 : 0);
    block.numbers.push_back(++number_);
    if (content_) contents_.emplace_back(trimmed(csv_.field(*content_)));
    if (id_) block.ids.emplace_back(csv_.field(*id_));
    if (label_) block.labels.emplace_back(trimmed(csv_.field(*label_)));
    if (!kept_.empty()) block.kept.push_back(kept_fields());
  }

  void note_odd(std::size_t column, Block& block) {
    if (odd_noted_[column]) return;
    odd_noted_[column] = true;
    block.notes.push_back(joined(csv_.place(places_[column]), ": ", shown(csv_.field(places_[column])),
                                 " is not a number; such texts count as missing here, as in training"));
  }

  // By the name that was asked for, else by that of the training, else by what looks like it.
  std::optional<std::size_t> content_place() const {
    if (options_.content == InputKind::table) return std::nullopt;
    if (!options_.column.empty()) return csv_.column(options_.column);
    const auto usual = place_of(options_.usual_column);
    const auto found = usual ? usual : likely_place();
    const std::string option = content_option(options_.content);
    const std::string expected = options_.usual_column.empty() ? option : options_.usual_column;
    require(found.has_value(), csv_.name(), ": expected a column of ", content_noun(options_.content), " called ",
            expected, ", got ", names_nearest_first(expected, csv_.columns()), "; the option ", option, " names it");
    return found;
  }

  std::optional<std::size_t> likely_place() const {
    if (options_.content == InputKind::molecule) {
      require_one_smiles_column(csv_.name(), csv_.columns());
      return find_smiles_column(csv_.columns());
    }
    return options_.path == "-" || is_stream(options_.path) ? std::nullopt
                                                            : find_image_column(options_.path, {options_.header});
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
    for (const auto& place : {content_, id_, label_}) {
      if (place) known.push_back(csv_.columns()[*place]);
    }
    for (const std::size_t place : kept_) known.push_back(csv_.columns()[place]);
    return known;
  }

  BlockOptions options_;
  CsvReader csv_;
  std::vector<WantedColumn> wanted_;
  std::optional<std::size_t> content_, id_, label_;
  std::vector<std::size_t> kept_;
  std::vector<std::size_t> places_;
  std::int64_t most_rows_;
  std::vector<bool> odd_noted_;  // by column
  bool encoding_noted_ = false;
  std::vector<std::string> contents_;  // of the block
  std::int64_t number_ = 0;
};

}  // namespace

NextBlock open_csv_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                          std::vector<std::string>& notes) {
  return blocks_of<CsvBlocks>(options, wanted, notes);
}

}  // namespace pauc
