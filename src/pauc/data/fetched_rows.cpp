#include "pauc/data/fetched_rows.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace pauc {

namespace {

// A row as bytes that another process understands: it is the same program with the same data.
class RowBytes {
 public:
  template <class T>
  void put(const T* values, std::int64_t count) {
    const auto* bytes = reinterpret_cast<const char*>(values);
    bytes_.insert(bytes_.end(), bytes, bytes + count * static_cast<std::int64_t>(sizeof(T)));
  }
  void put_count(std::int64_t count) { put(&count, 1); }

  const std::vector<char>& bytes() const { return bytes_; }

 private:
  std::vector<char> bytes_;
};

class RowReader {
 public:
  explicit RowReader(const char* bytes) : at_(bytes) {}

  // Appends values.
  template <class T>
  void take(std::int64_t count, std::vector<T>& values) {
    const std::size_t before = values.size();
    values.resize(before + static_cast<std::size_t>(count));
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T);
    if (bytes > 0) std::memcpy(values.data() + before, at_, bytes);
    at_ += bytes;
  }
  std::int64_t take_count() {
    std::int64_t count = 0;
    std::memcpy(&count, at_, sizeof count);
    at_ += sizeof count;
    return count;
  }

 private:
  const char* at_;
};

void put_columns(const Table& table, std::int64_t place, RowBytes& row) {
  if (const auto* dense = std::get_if<DenseValues>(&table.values)) {
    for (const auto& column : dense->columns) row.put(&column[static_cast<std::size_t>(place)], 1);
    return;
  }
  const auto& sparse = std::get<SparseValues>(table.values);
  const std::int64_t begin = sparse.row_begins[place];
  const std::int64_t count = sparse.row_begins[place + 1] - begin;
  row.put_count(count);
  row.put(sparse.columns.data() + begin, count);
  row.put(sparse.values.data() + begin, count);
}

void put_molecule(const Molecules& molecules, std::int64_t place, RowBytes& row) {
  const std::int64_t bonds = molecules.bond_begins[place + 1] - molecules.bond_begins[place];
  row.put_count(molecules.atoms_of(place));
  row.put_count(bonds);
  row.put(molecules.atoms.data() + molecules.atom_begins[place], molecules.atoms_of(place));
  row.put(molecules.bond_ends.data() + molecules.bond_begins[place], bonds);
  row.put(molecules.bond_codes.data() + molecules.bond_begins[place], bonds);
}

RowBytes row_of(const Content& content, bool has_molecules, std::int64_t place) {
  RowBytes row;
  put_columns(content.table, place, row);
  if (has_molecules) put_molecule(content.molecules, place, row);
  if (content.kind == InputKind::image) row.put(content.images.at(place).get(), content.images.size.bytes());
  return row;
}

// Puts the rows together again.
class FetchedRows {
 public:
  FetchedRows(const Content& like, bool has_molecules, Span<const std::int64_t> rows)
      : like_(like), has_molecules_(has_molecules) {
    content_.kind = like.kind;
    content_.column = like.column;
    content_.features_from = like.features_from;
    content_.standardise = like.standardise;
    content_.atom_counts = like.atom_counts;
    content_.table = dense_table(like.table.columns);
    content_.table.missing = like.table.missing;
    content_.table.held = HeldRows(like.table.rows_of_data(), rows);
    if (std::holds_alternative<SparseValues>(like.table.values)) content_.table.values = SparseValues();
  }

  void add(RowReader row) {
    add_columns(row);
    if (has_molecules_) add_molecule(row);
    if (like_.kind == InputKind::image) row.take(like_.images.size.bytes(), images_);
  }

  Content finish() {
    if (like_.kind == InputKind::image) content_.images = images_in_memory(like_.images.size, std::move(images_));
    return std::move(content_);
  }

 private:
  void add_columns(RowReader& row) {
    ++content_.table.rows;
    if (auto* dense = std::get_if<DenseValues>(&content_.table.values)) {
      for (auto& column : dense->columns) row.take(1, column);
      return;
    }
    auto& sparse = std::get<SparseValues>(content_.table.values);
    const std::int64_t count = row.take_count();
    row.take(count, sparse.columns);
    row.take(count, sparse.values);
    sparse.row_begins.push_back(static_cast<std::int64_t>(sparse.values.size()));
  }

  void add_molecule(RowReader& row) {
    const std::int64_t atoms = row.take_count();
    const std::int64_t bonds = row.take_count();
    row.take(atoms, content_.molecules.atoms);
    row.take(bonds, content_.molecules.bond_ends);
    row.take(bonds, content_.molecules.bond_codes);
    content_.molecules.end_molecule();
  }

  const Content& like_;
  bool has_molecules_;
  Content content_;
  std::vector<std::uint8_t> images_;
};

// Few enough rows that their bytes take little memory; the same number in all processes.
std::int64_t rows_at_once(const Content& content) {
  constexpr std::int64_t kMostRows = 65536;
  constexpr std::int64_t kMostBytes = std::int64_t{1} << 24;
  constexpr std::int64_t kOfOneMore = 4096;  // about as much as a molecule or the entries of a sparse row
  const auto columns = static_cast<std::int64_t>(content.table.columns.size());
  const bool is_dense = std::holds_alternative<DenseValues>(content.table.values);
  const std::int64_t of_table = is_dense ? columns * static_cast<std::int64_t>(sizeof(float)) : kOfOneMore;
  const std::int64_t of_molecule = content.atom_counts.empty() ? 0 : kOfOneMore;
  return std::clamp<std::int64_t>(kMostBytes / (1 + of_table + of_molecule + content.images.size.bytes()), 1,
                                  kMostRows);
}

// The bytes of all rows, one row after the other, and where each begins.
struct Packed {
  std::vector<std::int64_t> begins = {0};
  std::vector<char> bytes;
};

Packed packed_rows(const Content& content, bool has_molecules, Span<const std::int64_t> rows) {
  const HeldRows& held = content.held();
  std::vector<RowBytes> own(static_cast<std::size_t>(rows.size()));
  std::vector<std::int64_t> sizes(own.size(), 0);
  for (std::size_t k = 0; k < own.size(); ++k) {
    const std::int64_t row = rows[static_cast<std::int64_t>(k)];
    if (held.has(row)) own[k] = row_of(content, has_molecules, held.place_of(row));
    sizes[k] = static_cast<std::int64_t>(own[k].bytes().size());
  }
  complete(sizes, held.shared());
  Packed packed;
  for (const std::int64_t size : sizes) packed.begins.push_back(packed.begins.back() + size);
  packed.bytes.assign(static_cast<std::size_t>(packed.begins.back()), 0);
  for (std::size_t k = 0; k < own.size(); ++k) {
    std::copy(own[k].bytes().begin(), own[k].bytes().end(), packed.bytes.begin() + packed.begins[k]);
  }
  complete(packed.bytes, held.shared());
  return packed;
}

}  // namespace

Content fetched_rows(const Content& content, Span<const std::int64_t> rows, bool wanted) {
  const bool has_molecules = !content.atom_counts.empty();
  FetchedRows fetched(content, has_molecules, rows);
  const std::int64_t at_once = rows_at_once(content);
  for (std::int64_t begin = 0; begin < rows.size(); begin += at_once) {
    const std::int64_t count = std::min(at_once, rows.size() - begin);
    const Packed packed = packed_rows(content, has_molecules, {rows.data() + begin, count});
    if (!wanted) continue;
    for (std::int64_t k = 0; k < count; ++k) fetched.add(RowReader(packed.bytes.data() + packed.begins[k]));
  }
  return wanted ? fetched.finish() : Content();
}

}  // namespace pauc
