#include "pauc/data/table/encoding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/text/shell_word.h"
#include "pauc/core/text/utf8.h"

namespace pauc {

const Fields<EncodingOptions> kEncodingFields = {
    {"numeric", &EncodingOptions::numeric,
     "encoding of columns; standard: one value per number, as linear models take by default; piecewise: also ramps "
     "between quantiles; plain: numbers and categories as they are, as trees take by default"},
    {"bins", &EncodingOptions::bins,
     "largest number of ramps per number, for piecewise (default: 64; 32 for large tables)"},
    {"most_categories", &EncodingOptions::most_categories,
     "largest number of categories per column; all others share one value"},
};

namespace {

constexpr std::int64_t kLeastRows = 2;  // of a category: what a single row says does not carry over
constexpr std::int64_t kBlockRows = 64;
constexpr std::int64_t kMostNotes = 5;
constexpr std::int64_t kLeastTexts = 50;  // fewer may all differ by chance
constexpr double kMostDifferent = 0.95;   // share of texts that occur for the first time

void check(const EncodingOptions& options) {
  const std::int64_t bins = options.bins.value_or(2);
  require_usage(bins >= 2 && bins <= 1024, "bins: expected 2 to 1024, got ", bins);
  require_usage(options.most_categories >= 1 && options.most_categories <= 4096,
                "most_categories: expected 1 to 4096, got ", options.most_categories);
}

float standardised(const ColumnEncoding& encoding, double value) {
  return static_cast<float>(
      std::clamp((value - encoding.mean) / encoding.deviation, -kLargestStandardised, kLargestStandardised));
}

// The finite values, ascending. Zeros are set apart first: most of a sparse column is zeros.
std::vector<float> sorted_present(Span<const float> values) {
  std::vector<float> present;
  for (const float value : values) {
    if (std::isfinite(value)) present.push_back(value + 0.0F);  // -0 + 0 = +0
  }
  const auto zeros = std::partition(present.begin(), present.end(), [](float v) { return v < 0; });
  const auto above = std::partition(zeros, present.end(), [](float v) { return v == 0; });
  std::sort(present.begin(), zeros);
  std::sort(above, present.end());
  return present;
}

double median_of(const std::vector<float>& sorted) {
  const std::size_t n = sorted.size();
  return (double{sorted[(n - 1) / 2]} + double{sorted[n / 2]}) / 2;
}

// Summed in ascending order, so that the order of the training rows changes no bit.
void set_mean_and_deviation(const std::vector<float>& sorted, ColumnEncoding& encoding) {
  const auto n = static_cast<double>(sorted.size());
  double sum = 0;
  for (const float value : sorted) sum += value;
  encoding.mean = sum / n;
  double squares = 0;
  for (const float value : sorted) squares += (value - encoding.mean) * (value - encoding.mean);
  encoding.deviation = std::sqrt(squares / n);
}

// The values at the ranks k (n - 1) / bins, each once; all values where they are few. Two edges are none: the ramp
// between them would be the standardised value once more.
std::vector<float> edges_of(const std::vector<float>& sorted, std::int64_t bins) {
  std::vector<float> edges = sorted;
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  if (edges.size() > static_cast<std::size_t>(bins) + 1) {
    edges.clear();
    const auto last = static_cast<std::int64_t>(sorted.size()) - 1;
    for (std::int64_t k = 0; k <= bins; ++k) edges.push_back(sorted[k * last / bins]);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  }
  if (edges.size() <= 2) edges.clear();
  return edges;
}

void fit_number(Span<const float> values, const EncodingOptions& options, ColumnEncoding& encoding) {
  std::vector<float> sorted = sorted_present(values);
  const bool some_missing = std::any_of(values.begin(), values.end(), [](float v) { return std::isnan(v); });
  if (sorted.empty()) {
    encoding.why_dropped = "all missing";
    return;
  }
  // Not by the deviation: a rounded mean leaves equal values a tiny one.
  if (sorted.front() == sorted.back() && !(encoding.plain && some_missing)) {
    encoding.keeps_value = !some_missing;
    encoding.marks_missing = some_missing;
    if (!some_missing) encoding.why_dropped = "constant";
    return;
  }
  if (encoding.plain) return;
  encoding.marks_missing = some_missing;
  encoding.median = median_of(sorted);
  set_mean_and_deviation(sorted, encoding);
  if (options.numeric == NumericEncoding::standard) return;
  for (float& value : sorted) value = standardised(encoding, value);
  encoding.edges = edges_of(sorted, bins_for(options, values.size()));
}

// Training rows of each category that has some, by text: in the order of ties.
std::map<std::string, std::int64_t> category_counts(const Column& column, Span<const float> values) {
  std::vector<std::int64_t> counts(column.categories.size() + 1);  // last: missing
  for (const float value : values) ++counts[std::isnan(value) ? counts.size() - 1 : static_cast<std::size_t>(value)];
  std::map<std::string, std::int64_t> by_text;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (counts[k] > 0) by_text[k < column.categories.size() ? printable(column.categories[k]) : ""] += counts[k];
  }
  return by_text;
}

void fit_category(const Column& column, Span<const float> values, const EncodingOptions& options,
                  ColumnEncoding& encoding) {
  const auto counts = category_counts(column, values);
  if (counts.size() == 1) {
    encoding.why_dropped = counts.begin()->first.empty() ? "all missing" : "constant";
    return;
  }
  std::vector<std::pair<std::string, std::int64_t>> frequent;
  std::copy_if(counts.begin(), counts.end(), std::back_inserter(frequent),
               [](const auto& entry) { return entry.second >= kLeastRows; });
  if (frequent.empty()) encoding.why_dropped = "different in every row";
  std::stable_sort(frequent.begin(), frequent.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  frequent.resize(std::min(frequent.size(), static_cast<std::size_t>(options.most_categories)));
  for (const auto& [text, count] : frequent) encoding.categories.push_back(text);
}

std::string words_on_dropped(const Column& column, const ColumnEncoding& encoding) {
  return joined(column.left_out.empty() ? "is dropped: in training it is " : "is left out: ", encoding.why_dropped);
}

// About names, addresses and remarks: texts that hardly ever occur twice; empty for other columns.
std::string words_on_texts(const Column& column, Span<const float> values) {
  if (column.kind != Column::Kind::category) return "";
  std::vector<bool> known(column.categories.size());
  std::int64_t present = 0, different = 0;
  for (const float value : values) {
    if (std::isnan(value)) continue;
    ++present;
    const auto text = static_cast<std::size_t>(value);
    different += known[text] ? 0 : 1;
    known[text] = true;
  }
  const double share = present == 0 ? 0 : static_cast<double>(different) / static_cast<double>(present);
  if (present < kLeastTexts || share <= kMostDifferent) return "";
  return joined("has another text in ", std::floor(100 * share), " % of its rows: hardly anything can be learnt from ",
                "it; --drop ", shell_word(text_list({printable(column.name)})), ", or --id if it names the rows");
}

SeenValues seen_in(const Column& column, Span<const float> values, const ColumnEncoding& encoding) {
  SeenValues seen;
  const auto rows = static_cast<double>(values.size());
  seen.missing =
      static_cast<double>(std::count_if(values.begin(), values.end(), [](float v) { return std::isnan(v); })) / rows;
  if (column.kind == Column::Kind::number) {
    seen.low = std::numeric_limits<double>::max();
    seen.high = std::numeric_limits<double>::lowest();
    for (const float value : values) {
      if (!std::isfinite(value)) continue;
      seen.low = std::min(seen.low, double{value});
      seen.high = std::max(seen.high, double{value});
    }
    return seen;
  }
  std::int64_t others = 0;
  for (const auto& [text, count] : category_counts(column, values)) {
    const bool known =
        std::find(encoding.categories.begin(), encoding.categories.end(), text) != encoding.categories.end();
    others += known || text.empty() ? 0 : count;
  }
  seen.others = static_cast<double>(others) / rows;
  return seen;
}

// clamp((z - low) / (high - low), 0, 1) for each two neighbouring edges: ones, at most one fraction, zeros. All edges
// are compared, as vector code: the ramps have to be written anyway, and a search mispredicts.
float* put_ramps(const std::vector<float>& edges, float z, float* out) {
  if (edges.empty()) return out;
  const auto ramps = static_cast<std::int32_t>(edges.size()) - 1;
  const float* ends = edges.data() + 1;
  std::int32_t full = 0;
  for (std::int32_t k = 0; k < ramps; ++k) {
    const bool passed = ends[k] <= z;
    out[k] = passed ? 1.0F : 0.0F;
    full += passed ? 1 : 0;
  }
  if (edges[0] <= z && full < ramps) out[full] = (z - edges[full]) / (edges[full + 1] - edges[full]);
  return out + ramps;
}

// Trees need numbers, not their size: infinite ones become the largest.
float finite(float value) {
  constexpr float kLargest = std::numeric_limits<float>::max();
  return std::isnan(value) ? value : std::clamp(value, -kLargest, kLargest);
}

void put_number(const ColumnEncoding& encoding, float value, float* out) {
  if (encoding.plain) {
    *out = finite(value);
    return;
  }
  const bool missing = std::isnan(value);
  if (encoding.keeps_value) {
    const float z = standardised(encoding, missing ? encoding.median : double{value});
    *out++ = z;
    out = put_ramps(encoding.edges, z, out);
  }
  if (encoding.marks_missing) *out = missing ? 1.0F : 0.0F;
}

void put_category(const std::vector<std::int32_t>& slots, std::int64_t width, float value, float* out) {
  const std::int32_t slot = slots[std::isnan(value) ? slots.size() - 1 : static_cast<std::size_t>(value)];
  if (width == 1) {  // plain: a category has at least one text of its own, and the others
    *out = static_cast<float>(slot);
    return;
  }
  std::fill_n(out, width, 0.0F);
  out[slot] = 1;
}

std::vector<std::int32_t> slots_of(const ColumnEncoding& encoding, const Column& column) {
  std::unordered_map<std::string, std::int32_t> known;
  for (const std::string& text : encoding.categories) known.emplace(text, static_cast<std::int32_t>(known.size()));
  const auto slot_of = [&](const std::string& text) {
    const auto found = known.find(text);
    return found == known.end() ? static_cast<std::int32_t>(known.size()) : found->second;
  };
  std::vector<std::int32_t> slots;
  for (const std::string& text : column.categories) slots.push_back(slot_of(printable(text)));
  slots.push_back(slot_of(""));
  return slots;
}

const char* kind_in_words(Column::Kind kind) { return kind == Column::Kind::number ? "numbers" : "categories"; }

void require_same_columns(const TableEncoding& encoding, const Table& table) {
  require(table.columns.size() == encoding.columns.size(), "table: expected ", encoding.columns.size(),
          " columns as in training, got ", table.columns.size());
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const ColumnEncoding& expected = encoding.columns[c];
    const Column& column = table.columns[c];
    const std::string name = printable(column.name);
    if (name != expected.name) {
      fail(Fault::data, "table: column ", c + 1, ": expected \"", expected.name, "\" as in training, got \"", name,
           '"');
    }
    if (column.kind == expected.kind || expected.dropped()) continue;
    fail(Fault::data, "table: column ", c + 1, " (", name, "): expected ", kind_in_words(expected.kind),
         " as in training, got ", kind_in_words(column.kind));
  }
}

}  // namespace

std::int64_t ColumnEncoding::width() const {
  if (dropped()) return 0;
  if (plain) return 1;
  if (kind == Column::Kind::category) return static_cast<std::int64_t>(categories.size()) + 1;
  const std::int64_t ramps = edges.empty() ? 0 : static_cast<std::int64_t>(edges.size()) - 1;
  return (keeps_value ? 1 + ramps : 0) + (marks_missing ? 1 : 0);
}

std::int64_t TableEncoding::width() const {
  std::int64_t sum = 0;
  for (const ColumnEncoding& column : columns) sum += column.width();
  return sum;
}

std::vector<std::int64_t> TableEncoding::categories() const {
  std::vector<std::int64_t> counts;
  bool has_some = false;
  for (const ColumnEncoding& column : columns) {
    const bool is_category = column.plain && column.kind == Column::Kind::category && !column.dropped();
    has_some = has_some || is_category;
    const auto count = static_cast<std::int64_t>(column.categories.size()) + 1;
    counts.insert(counts.end(), static_cast<std::size_t>(column.width()), is_category ? count : 0);
  }
  return has_some ? counts : std::vector<std::int64_t>();
}

std::int64_t bins_for(const EncodingOptions& options, std::int64_t train_rows) {
  return options.bins.value_or(train_rows < 100000 ? 64 : 32);
}

TableEncoding fit_encoding(const Table& table, Span<const std::int64_t> train_rows, const EncodingOptions& options,
                           std::vector<std::string>& notes) {
  check(options);
  require(!train_rows.empty(), "table: expected at least one training row, got none");
  TableEncoding encoding;
  for (const std::string& text : table.missing) encoding.missing.push_back(printable(text));
  std::int64_t said = 0;
  const bool is_dense = std::holds_alternative<DenseValues>(table.values);  // a zero of others means nothing is there
  for_each_column(table, train_rows, [&](std::int64_t c, Span<const float> values) {
    const Column& column = table.columns[c];
    ColumnEncoding fitted;
    fitted.name = printable(column.name);
    fitted.kind = column.kind;
    fitted.plain = options.numeric == NumericEncoding::plain;
    fitted.reading = column.reading;
    if (!column.left_out.empty()) {
      fitted.why_dropped = column.left_out;
    } else if (column.kind == Column::Kind::number) {
      fit_number(values, options, fitted);
    } else {
      fit_category(column, values, options, fitted);
    }
    if (is_dense && !fitted.dropped()) fitted.seen = seen_in(column, values, fitted);
    const std::string text = fitted.dropped() ? words_on_dropped(column, fitted) : words_on_texts(column, values);
    if (!text.empty() && said++ < kMostNotes) {
      notes.push_back(joined("column ", fitted.name, " ", text));
    }
    encoding.columns.push_back(std::move(fitted));
  });
  if (said > kMostNotes) notes.push_back(joined("and ", said - kMostNotes, " more columns like these"));
  require(encoding.width() > 0, "expected a column that tells training rows apart, got ", table.columns.size(),
          " that are constant, all missing, different in every row, ids or dates");
  return encoding;
}

TableEncoder::TableEncoder(const TableEncoding& encoding, const Table& table)
    : encoding_(encoding), table_(table), width_(encoding.width()), slots_(encoding.columns.size()) {
  require_same_columns(encoding, table);
  const bool sparse = std::holds_alternative<SparseValues>(table.values);
  if (sparse) zeros_.resize(static_cast<std::size_t>(width_));
  std::int64_t begin = 0;
  for (std::size_t c = 0; c < encoding.columns.size(); ++c) {
    const ColumnEncoding& column = encoding.columns[c];
    begins_.push_back(begin);
    if (column.kind == Column::Kind::category) slots_[c] = slots_of(column, table.columns[c]);
    if (sparse && !column.dropped()) put(c, 0, zeros_.data() + begin);
    begin += column.width();
  }
}

void TableEncoder::encode(Span<const std::int64_t> rows, float* out) const {
  std::visit([&](const auto& values) { encode(values, rows, out); }, table_.values);
}

void TableEncoder::put(std::size_t column, float value, float* out) const {
  const ColumnEncoding& encoding = encoding_.columns[column];
  if (encoding.kind == Column::Kind::number) {
    put_number(encoding, value, out);
  } else {
    put_category(slots_[column], encoding.width(), value, out);
  }
}

// Column by column within a block of rows, whose output stays in the cache meanwhile.
void TableEncoder::encode(const DenseValues& dense, Span<const std::int64_t> rows, float* out) const {
  for (std::int64_t begin = 0; begin < rows.size(); begin += kBlockRows) {
    const std::int64_t end = std::min(rows.size(), begin + kBlockRows);
    for (std::size_t c = 0; c < encoding_.columns.size(); ++c) {
      const ColumnEncoding& column = encoding_.columns[c];
      if (column.dropped()) continue;
      for (std::int64_t k = begin; k < end; ++k) put(c, dense.columns[c][rows[k]], out + k * width_ + begins_[c]);
    }
  }
}

void TableEncoder::encode(const SparseValues& sparse, Span<const std::int64_t> rows, float* out) const {
  for (std::int64_t k = 0; k < rows.size(); ++k) {
    float* row = std::copy(zeros_.begin(), zeros_.end(), out + k * width_) - width_;
    for (auto e = sparse.row_begins[rows[k]]; e < sparse.row_begins[rows[k] + 1]; ++e) {
      const auto c = static_cast<std::size_t>(sparse.columns[e]);
      if (!encoding_.columns[c].dropped()) put(c, sparse.values[e], row + begins_[c]);
    }
  }
}

}  // namespace pauc
