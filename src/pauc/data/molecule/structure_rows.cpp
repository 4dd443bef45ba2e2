#include "pauc/data/molecule/structure_rows.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/core/parallel.h"
#include "pauc/core/text/lower_case.h"
#include "pauc/data/molecule/structure_reader.h"
#include "pauc/data/molecule/structure_smiles.h"

namespace pauc {

namespace {

constexpr std::size_t kMostProperties = 10000;
constexpr std::size_t kBatch = 256;  // records that threads share

struct RecordColumns {
  std::vector<std::string> names;
  bool has_titles = false;
  std::unordered_map<std::string, std::size_t> places;  // of properties
};

RecordColumns columns_of(const std::string& path) {
  StructureReader reader(path);
  StructureRecord record;
  std::vector<std::string> properties;
  RecordColumns columns;
  bool any_structure = false;
  std::string complaint = "none";
  while (reader.next(record)) {
    columns.has_titles = columns.has_titles || !record.name.empty();
    any_structure = any_structure || record.complaint.empty();
    if (record.number == 1 && !record.complaint.empty()) complaint = "a first record with " + record.complaint;
    for (auto& [name, value] : record.properties) {
      if (!columns.places.emplace(name, properties.size()).second) continue;
      properties.push_back(name);
      require(properties.size() <= kMostProperties, path, ": record ", record.number, ": expected at most ",
              kMostProperties, " properties, got more; the last is ", shown(name));
    }
  }
  require(any_structure, path, ": expected structures as SDF, got ", complaint);
  const auto has = [&](const std::string& wanted) {
    return std::any_of(properties.begin(), properties.end(),
                       [&](const std::string& name) { return lower_case(name) == wanted; });
  };
  columns.names.push_back(has("smiles") ? "structure" : "smiles");
  if (columns.has_titles) columns.names.push_back(has("name") ? "title" : "name");
  const std::size_t before = columns.names.size();
  for (auto& [name, place] : columns.places) place += before;
  columns.names.insert(columns.names.end(), properties.begin(), properties.end());
  return columns;
}

// Reads some records ahead, so that several threads can write them as SMILES.
class StructureRows {
 public:
  StructureRows(const std::string& path, RecordColumns columns, int threads)
      : reader_(path), smiles_(structure_format(path)), columns_(std::move(columns)), threads_(threads) {}

  bool next(std::vector<std::string>& fields) {
    if (++row_ >= batch_.size() && !read_batch()) return false;
    fields.assign(columns_.names.size(), "");
    fields[0] = std::move(texts_[row_]);
    const StructureRecord& record = batch_[row_];
    if (columns_.has_titles) fields[1] = record.name;
    for (const auto& [name, value] : record.properties) {
      const auto place = columns_.places.find(name);
      if (place != columns_.places.end()) fields[place->second] = value;  // else the file has changed meanwhile
    }
    return true;
  }

  std::string place() const {
    const StructureRecord& record = batch_[row_];
    return joined(reader_.name(), ": record ", record.number, record.name.empty() ? "" : " (", record.name,
                  record.name.empty() ? "" : ")");
  }

 private:
  bool read_batch() {
    batch_.clear();
    StructureRecord record;
    while (batch_.size() < kBatch && reader_.next(record)) batch_.push_back(std::move(record));
    texts_.assign(batch_.size(), "");
    parallel_for(static_cast<std::int64_t>(batch_.size()), threads_, [&](std::int64_t k) {
      const auto at = static_cast<std::size_t>(k);
      texts_[at] = smiles_.of(batch_[at]);
      batch_[at].text.clear();
    });
    row_ = 0;
    return !batch_.empty();
  }

  StructureReader reader_;
  StructureSmiles smiles_;
  RecordColumns columns_;
  int threads_;
  std::vector<StructureRecord> batch_;
  std::vector<std::string> texts_;
  std::size_t row_ = 0;
};

}  // namespace

CsvReader open_structure_rows(const std::string& path, int threads) {
  RecordColumns columns = columns_of(path);
  RowSource source;
  source.name = path;
  source.columns = columns.names;
  const auto rows = std::make_shared<StructureRows>(path, std::move(columns), threads);
  source.next = [rows](std::vector<std::string>& fields) { return rows->next(fields); };
  source.place = [rows] { return rows->place(); };
  return CsvReader(std::move(source));
}

CsvReader open_rows(const std::string& path, const CsvOptions& options, int threads) {
  if (structure_format(path) == StructureFormat::mdl) return open_structure_rows(path, threads);
  return CsvReader(path, options);
}

}  // namespace pauc
