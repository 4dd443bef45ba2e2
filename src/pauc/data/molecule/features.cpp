#include "pauc/data/molecule/features.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "pauc/core/choices.h"
#include "pauc/core/error.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/number.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/molecule/descriptor_names.h"

namespace pauc {

namespace {

using Kind = MoleculeFeatures::Kind;

constexpr std::int32_t kMaccsKeys = 166;
constexpr std::int32_t kLargestRadius = 6;
constexpr std::int32_t kFewestBits = 16;
constexpr std::int32_t kMostBits = 16384;  // the model card describes each of them

const std::vector<std::string> kKinds = {"morgan", "descriptors", "maccs"};  // by Kind

// "morgan:2:2048" -> "morgan", "2", "2048"
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (;;) {
    const std::size_t colon = text.find(':');
    words.emplace_back(trimmed(text.substr(0, colon)));
    if (colon == std::string_view::npos) return words;
    text.remove_prefix(colon + 1);
  }
}

std::int32_t whole_number(const char* what, const std::string& text, std::int32_t least, std::int32_t most) {
  const auto number = parse_number(text);
  const bool fits = number && *number >= least && *number <= most && *number == static_cast<std::int32_t>(*number);
  require_usage(fits, "features_from: expected a ", what, " of ", least, " to ", most, ", got ",
                shown(printable(text)));
  return static_cast<std::int32_t>(*number);
}

MoleculeFeatures one_named(std::string_view text) {
  const auto words = words_of(text);
  const auto found = std::find(kKinds.begin(), kKinds.end(), words[0]);
  require_usage(found != kKinds.end(), "features_from: no ", shown(printable(words[0])), "; expected one of ",
                names_nearest_first(words[0], kKinds));
  MoleculeFeatures features;
  features.kind = static_cast<Kind>(found - kKinds.begin());
  const std::size_t most = features.kind == Kind::morgan ? 3 : 1;
  require_usage(words.size() <= most, "features_from: expected ",
                features.kind == Kind::morgan ? "morgan:RADIUS:BITS" : words[0].c_str(), ", got ",
                shown(printable(text)));
  if (words.size() > 1) features.radius = whole_number("radius", words[1], 0, kLargestRadius);
  if (words.size() > 2) features.bits = whole_number("number of bits", words[2], kFewestBits, kMostBits);
  return features;
}

void append_columns(const MoleculeFeatures& features, std::vector<Column>& columns) {
  if (features.kind == Kind::descriptors) {
    for (const std::string_view name : kDescriptorNames)
      columns.push_back({std::string(name), Column::Kind::number, {}});
    return;
  }
  const std::int32_t first = features.kind == Kind::maccs ? 1 : 0;  // keys are numbered from 1
  for (std::int32_t c = 0; c < features.width(); ++c) {
    columns.push_back(
        {joined(kKinds[static_cast<std::size_t>(features.kind)], '_', c + first), Column::Kind::number, {}});
  }
}

void refuse_taken_names(const std::vector<Column>& columns, const std::vector<Column>& more) {
  std::unordered_set<std::string_view> names;
  for (const Column& column : more) names.insert(column.name);
  for (const Column& column : columns) {
    require_usage(names.count(column.name) == 0, "features_from: computes a feature ", printable(column.name),
                  ", which is also a column to learn from; leave that one out");
  }
}

void append_nonzero(const Table& table, std::int64_t row, SparseValues& sparse) {
  const auto& columns = std::get<DenseValues>(table.values).columns;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const float value = columns[c][row];
    if (value == 0) continue;
    sparse.columns.push_back(static_cast<std::int32_t>(c));
    sparse.values.push_back(value);
  }
}

void append_row(const SparseValues& from, std::int64_t row, std::int32_t first_column, SparseValues& sparse) {
  for (auto e = from.row_begins[row]; e < from.row_begins[row + 1]; ++e) {
    sparse.columns.push_back(first_column + from.columns[e]);
    sparse.values.push_back(from.values[e]);
  }
}

// The columns [begin, end) of a table.
struct ColumnRange {
  std::int32_t begin = 0;
  std::int32_t end = 0;
};

// The columns in front of the features, then those of each of the wanted features.
std::vector<ColumnRange> ranges_of(const Table& table, const std::vector<MoleculeFeatures>& there,
                                   const std::vector<MoleculeFeatures>& wanted) {
  std::vector<ColumnRange> ranges = {
      {0, static_cast<std::int32_t>(table.columns.size() - feature_columns(there).size())}};
  for (const MoleculeFeatures& one : wanted) {
    std::int32_t begin = ranges[0].end;
    for (const MoleculeFeatures& other : there) {
      if (other.kind == one.kind) break;
      begin += other.width();
    }
    ranges.push_back({begin, begin + one.width()});
  }
  return ranges;
}

// Appends the values of a row in these columns as those of the columns from `first` on.
void append_range(const SparseValues& from, std::int64_t row, ColumnRange range, std::int32_t first,
                  SparseValues& sparse) {
  const auto columns = from.columns.begin();
  const auto end = columns + from.row_begins[row + 1];
  for (auto at = std::lower_bound(columns + from.row_begins[row], end, range.begin); at != end; ++at) {
    if (*at >= range.end) return;
    sparse.columns.push_back(first + *at - range.begin);
    sparse.values.push_back(from.values[static_cast<std::size_t>(at - columns)]);
  }
}

SparseValues with_room_for(const Table& table, const std::vector<SparseValues>& values) {
  std::size_t entries = table.columns.size() * static_cast<std::size_t>(table.rows);
  for (const SparseValues& part : values) entries += part.values.size();
  SparseValues sparse;
  sparse.row_begins.reserve(values[0].row_begins.size());
  sparse.columns.reserve(entries);
  sparse.values.reserve(entries);
  return sparse;
}

}  // namespace

std::int32_t MoleculeFeatures::width() const {
  switch (kind) {
    case Kind::morgan:
      return bits;
    case Kind::descriptors:
      return static_cast<std::int32_t>(kDescriptorNames.size());
    case Kind::maccs:
      return kMaccsKeys;
  }
  return 0;
}

std::string MoleculeFeatures::text() const {
  const std::string& name = kKinds[static_cast<std::size_t>(kind)];
  return kind == Kind::morgan ? joined(name, ':', radius, ':', bits) : name;
}

std::vector<MoleculeFeatures> features_named(const std::string& text) {
  std::vector<MoleculeFeatures> list;
  if (text.empty()) return list;
  for (const std::string_view part : comma_parts(text)) {
    const MoleculeFeatures features = one_named(part);
    const bool listed = std::any_of(list.begin(), list.end(),
                                    [&](const MoleculeFeatures& other) { return other.kind == features.kind; });
    require_usage(!listed, "features_from: expected each kind once, got ",
                  kKinds[static_cast<std::size_t>(features.kind)], " twice");
    list.push_back(features);
  }
  return list;
}

std::string features_text(const std::vector<MoleculeFeatures>& features) {
  std::string text;
  for (const MoleculeFeatures& one : features) text += joined(text.empty() ? "" : ",", one.text());
  return text;
}

std::optional<std::vector<MoleculeFeatures>> features_of_both(const std::vector<MoleculeFeatures>& first,
                                                              const std::vector<MoleculeFeatures>& second) {
  std::vector<MoleculeFeatures> both = first;
  for (const MoleculeFeatures& one : second) {
    const auto same =
        std::find_if(first.begin(), first.end(), [&](const MoleculeFeatures& other) { return other.kind == one.kind; });
    if (same == first.end()) {
      both.push_back(one);
    } else if (same->text() != one.text()) {
      return std::nullopt;
    }
  }
  return both;
}

std::vector<Column> feature_columns(const std::vector<MoleculeFeatures>& features) {
  std::vector<Column> columns;
  for (const MoleculeFeatures& one : features) append_columns(one, columns);
  return columns;
}

Table with_features(const Table& table, const std::vector<MoleculeFeatures>& features,
                    const std::vector<SparseValues>& values) {
  const std::vector<Column> more = feature_columns(features);
  refuse_taken_names(table.columns, more);
  SparseValues sparse = with_room_for(table, values);
  Table result;
  result.rows = static_cast<std::int64_t>(values[0].row_begins.size()) - 1;
  for (std::int64_t row = 0; row < result.rows; ++row) {
    append_nonzero(table, row, sparse);
    auto column = static_cast<std::int32_t>(table.columns.size());
    for (std::size_t k = 0; k < features.size(); ++k) {
      append_row(values[k], row, column, sparse);
      column += features[k].width();
    }
    sparse.row_begins.push_back(static_cast<std::int64_t>(sparse.values.size()));
  }
  result.held = table.held;
  result.columns = table.columns;
  result.columns.insert(result.columns.end(), more.begin(), more.end());
  result.values = std::move(sparse);
  return result;
}

Table with_only_features(const Table& table, const std::vector<MoleculeFeatures>& there,
                         const std::vector<MoleculeFeatures>& wanted) {
  const std::vector<ColumnRange> ranges = ranges_of(table, there, wanted);
  const auto& all = std::get<SparseValues>(table.values);
  Table result;
  result.rows = table.rows;
  result.missing = table.missing;
  result.held = table.held;
  for (const ColumnRange& range : ranges) {
    result.columns.insert(result.columns.end(), table.columns.begin() + range.begin, table.columns.begin() + range.end);
  }
  SparseValues kept;
  for (std::int64_t row = 0; row < table.rows; ++row) {
    std::int32_t first = 0;
    for (const ColumnRange& range : ranges) {
      append_range(all, row, range, first, kept);
      first += range.end - range.begin;
    }
    kept.row_begins.push_back(static_cast<std::int64_t>(kept.values.size()));
  }
  result.values = std::move(kept);
  return result;
}

}  // namespace pauc
