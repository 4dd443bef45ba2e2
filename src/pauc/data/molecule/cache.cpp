#include "pauc/data/molecule/cache.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <exception>
#include <filesystem>
#include <map>
#include <regex>
#include <type_traits>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/checksum.h"
#include "pauc/data/molecule/smiles.h"

namespace pauc {

namespace {

constexpr const char* kMolecules = "molecules";
constexpr const char* kScaffolds = "scaffolds";
constexpr const char* kStandardised = "standardised";

// Counts the layouts of these files and the meanings of what they hold.
constexpr const char* kFormat = "3";

template <class T>
std::string_view bytes_of(const std::vector<T>& values) {
  static_assert(std::is_trivially_copyable_v<T>);
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

template <class T>
StoredTensor stored(const char* name, const char* type, std::int64_t columns, const std::vector<T>& values) {
  return {name, type, {static_cast<std::int64_t>(values.size()), columns}, bytes_of(values)};
}

const StoredTensor* find(const Safetensors& file, std::string_view name) {
  const auto found = std::find_if(file.tensors().begin(), file.tensors().end(),
                                  [&](const StoredTensor& tensor) { return tensor.name == name; });
  return found == file.tensors().end() ? nullptr : &*found;
}

bool holds(const Safetensors& file, const char* name, std::string_view bytes) {
  const StoredTensor* const tensor = find(file, name);
  return tensor != nullptr && tensor->bytes == bytes;
}

template <class T>
bool copy_values(const Safetensors& file, const char* name, const char* type, std::vector<T>& values) {
  const StoredTensor* const tensor = find(file, name);
  if (tensor == nullptr || tensor->type != type || tensor->bytes.size() % sizeof(T) != 0) return false;
  values.resize(tensor->bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), tensor->bytes.data(), tensor->bytes.size());
  return true;
}

std::map<std::string, std::string> described(const std::vector<StoredTensor>& tensors, const std::string& content,
                                             const std::string& reader) {
  std::uint32_t crc = 0;
  for (const StoredTensor& tensor : tensors) crc = checksum(tensor.bytes, checksum(tensor.name, crc));
  return {{"pauc_molecules", kFormat}, {"content", content}, {"reader", reader}, {"checksum", std::to_string(crc)}};
}

bool begins_fit(const std::vector<std::int64_t>& begins, std::size_t rows, std::size_t values) {
  return begins.size() == rows + 1 && begins.front() == 0 && std::is_sorted(begins.begin(), begins.end()) &&
         begins.back() == static_cast<std::int64_t>(values);
}

bool in_range(const AtomFeatures& atom) {
  for (std::size_t feature = 0; feature < atom.size(); ++feature) {
    if (atom[feature] >= kAtomFeatureSizes[feature]) return false;
  }
  return true;
}

bool bonds_join_atoms_of_their_molecule(const Molecules& molecules) {
  for (std::int64_t row = 0; row < molecules.size(); ++row) {
    const std::int64_t atoms = molecules.atom_begins[row + 1] - molecules.atom_begins[row];
    for (std::int64_t bond = molecules.bond_begins[row]; bond < molecules.bond_begins[row + 1]; ++bond) {
      const auto [first, second] = molecules.bond_ends[bond];
      if (first < 0 || first >= atoms || second < 0 || second >= atoms || first == second) return false;
    }
  }
  return true;
}

bool consistent(const Molecules& molecules, std::size_t rows) {
  return begins_fit(molecules.atom_begins, rows, molecules.atoms.size()) &&
         begins_fit(molecules.bond_begins, rows, molecules.bond_ends.size()) &&
         molecules.bond_codes.size() == molecules.bond_ends.size() &&
         std::all_of(molecules.atoms.begin(), molecules.atoms.end(), in_range) &&
         std::all_of(molecules.bond_codes.begin(), molecules.bond_codes.end(), [](int c) { return c < kBondCodes; }) &&
         bonds_join_atoms_of_their_molecule(molecules);
}

// Counted in the order in which they are met.
bool consistent(const std::vector<std::uint32_t>& scaffolds, std::size_t rows) {
  std::uint32_t known = 0;
  for (const std::uint32_t scaffold : scaffolds) {
    if (scaffold == kNoScaffold) continue;
    if (scaffold > known) return false;
    if (scaffold == known) ++known;
  }
  return scaffolds.size() == rows;
}

// Columns ascend within a row.
bool consistent(const SparseValues& values, std::size_t rows, std::int32_t width) {
  if (!begins_fit(values.row_begins, rows, values.values.size()) || values.columns.size() != values.values.size()) {
    return false;
  }
  for (std::size_t row = 0; row < rows; ++row) {
    std::int32_t least = 0;
    for (auto e = values.row_begins[row]; e < values.row_begins[row + 1]; ++e) {
      if (values.columns[e] < least || values.columns[e] >= width || std::isinf(values.values[e])) return false;
      least = values.columns[e] + 1;
    }
  }
  return true;
}

// "molecules-on-5834-1234567890.safetensors", as path_of writes it.
bool is_of_cache(const std::string& name) {
  static const std::regex pattern(
      "(molecules|scaffolds|standardised|morgan-[0-9]+-[0-9]+|descriptors|maccs)(-on|-tautomer)?-[0-9]+-[0-9]+"
      "\\.safetensors");
  return std::regex_match(name, pattern);
}

// "morgan-2-2048": the text is part of a file name.
std::string content_name(const MoleculeFeatures& features) {
  std::string name = features.text();
  std::replace(name.begin(), name.end(), ':', '-');
  return name;
}

// For make_room, to the day: files are read more often than that.
void note_use(const std::string& path) {
  std::error_code ignored;
  const auto now = std::filesystem::file_time_type::clock::now();
  const auto before = std::filesystem::last_write_time(path, ignored);
  if (!ignored && now - before > std::chrono::hours(24)) std::filesystem::last_write_time(path, now, ignored);
}

}  // namespace

MoleculeCache::MoleculeCache(const std::string& folder, const std::vector<std::string>& smiles, std::string reader,
                             std::string form)
    : reader_(form.empty() ? std::move(reader) : joined(reader, ", ", form)), form_(std::move(form)) {
  if (smiles.size() < kFewest || folder.empty()) return;
  folder_ = folder;
  begins_ = {0};
  for (const std::string& one : smiles) {
    text_ += one;
    begins_.push_back(static_cast<std::int64_t>(text_.size()));
  }
}

std::string MoleculeCache::path_of(const std::string& content) const {
  const std::uint32_t crc = checksum(text_, checksum(bytes_of(begins_)));
  const std::string form = form_.empty() ? "" : "-" + form_;
  const std::string name = joined(content, form, '-', begins_.size() - 1, '-', std::to_string(crc), ".safetensors");
  return (std::filesystem::path(folder_) / name).string();
}

std::optional<Safetensors> MoleculeCache::read(const std::string& content, std::size_t row_bytes) const {
  if (folder_.empty()) return std::nullopt;
  const std::string path = path_of(content);
  std::error_code ignored;
  // Every atom and bond has a character of its own, and less than 16 bytes; a Morgan environment has 8 bytes, and an
  // atom has at most 7 of them.
  const std::uintmax_t largest = 64 * (text_.size() + begins_.size()) + row_bytes * begins_.size() + 4096;
  if (!std::filesystem::is_regular_file(path, ignored) || std::filesystem::file_size(path, ignored) > largest) {
    return std::nullopt;
  }
  try {
    Safetensors file = Safetensors::read(path);
    const bool ours = file.metadata() == described(file.tensors(), content, reader_) && holds(file, "smiles", text_) &&
                      holds(file, "smiles_begins", bytes_of(begins_));
    if (!ours) return std::nullopt;
    note_use(path);
    return file;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

void MoleculeCache::write(const std::string& content, std::vector<StoredTensor> tensors) const {
  if (folder_.empty()) return;
  tensors.push_back(stored("smiles_begins", "I64", 1, begins_));
  tensors.push_back({"smiles", "U8", {static_cast<std::int64_t>(text_.size())}, text_});
  const std::string path = path_of(content);
  std::error_code ignored;
  std::filesystem::create_directories(folder_, ignored);
  // Whoever put a pipe there may not read it.
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) return;
  try {
    write_safetensors(path, tensors, described(tensors, content, reader_));
  } catch (const std::exception&) {
    return;  // as the head says: nothing is kept
  }
  make_room(folder_, kMostBytes);
}

void make_room(const std::string& folder, std::uintmax_t most_bytes) {
  namespace fs = std::filesystem;
  struct Kept {
    fs::file_time_type used;
    std::uintmax_t bytes;
    fs::path path;
  };
  std::vector<Kept> files;
  std::uintmax_t sum = 0;
  std::error_code ignored;
  for (fs::directory_iterator entry(folder, ignored); entry != fs::directory_iterator(); entry.increment(ignored)) {
    if (!entry->is_regular_file(ignored) || !is_of_cache(entry->path().filename().string())) continue;
    std::error_code gone;  // removed by another process
    const Kept file = {entry->last_write_time(gone), entry->file_size(gone), entry->path()};
    if (gone) continue;
    sum += file.bytes;
    files.push_back(file);
  }
  std::sort(files.begin(), files.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
  for (std::size_t k = 0; k + 1 < files.size() && sum > most_bytes; ++k) {
    fs::remove(files[k].path, ignored);
    sum -= files[k].bytes;
  }
}

std::optional<Molecules> MoleculeCache::molecules() const {
  const auto file = read(kMolecules);
  Molecules molecules;
  const bool complete = file && copy_values(*file, "atom_begins", "I64", molecules.atom_begins) &&
                        copy_values(*file, "atoms", "U8", molecules.atoms) &&
                        copy_values(*file, "bond_begins", "I64", molecules.bond_begins) &&
                        copy_values(*file, "bond_ends", "I32", molecules.bond_ends) &&
                        copy_values(*file, "bond_codes", "U8", molecules.bond_codes);
  return complete && consistent(molecules, begins_.size() - 1) ? std::optional(std::move(molecules)) : std::nullopt;
}

void MoleculeCache::keep(const Molecules& molecules) const {
  write(kMolecules,
        {stored("atom_begins", "I64", 1, molecules.atom_begins), stored("bond_begins", "I64", 1, molecules.bond_begins),
         stored("bond_ends", "I32", 2, molecules.bond_ends), stored("atoms", "U8", kAtomFeatures, molecules.atoms),
         stored("bond_codes", "U8", 1, molecules.bond_codes)});
}

std::optional<std::vector<std::uint32_t>> MoleculeCache::scaffolds() const {
  const auto file = read(kScaffolds);
  std::vector<std::uint32_t> scaffolds;
  const bool complete = file && copy_values(*file, "scaffolds", "I32", scaffolds);
  return complete && consistent(scaffolds, begins_.size() - 1) ? std::optional(std::move(scaffolds)) : std::nullopt;
}

// The format has no unsigned words: kNoScaffold is stored as -1.
void MoleculeCache::keep(const std::vector<std::uint32_t>& scaffolds) const {
  write(kScaffolds, {stored("scaffolds", "I32", 1, scaffolds)});
}

std::optional<std::int64_t> MoleculeCache::standardised() const {
  const auto file = read(kStandardised);
  std::vector<std::int64_t> count;
  const bool complete = file && copy_values(*file, kStandardised, "I64", count) && count.size() == 1;
  const auto rows = static_cast<std::int64_t>(begins_.size()) - 1;
  return complete && count[0] >= 0 && count[0] <= rows ? std::optional(count[0]) : std::nullopt;
}

void MoleculeCache::keep_standardised(std::int64_t count) const {
  const std::vector<std::int64_t> counts = {count};
  write(kStandardised, {stored(kStandardised, "I64", 1, counts)});
}

std::optional<SparseValues> MoleculeCache::features(const MoleculeFeatures& which) const {
  constexpr std::size_t kEntry = sizeof(std::int32_t) + sizeof(float);
  const bool hashed = which.kind == MoleculeFeatures::Kind::morgan;
  const auto file = read(content_name(which), hashed ? 0 : kEntry * static_cast<std::size_t>(which.width()));
  SparseValues values;
  const bool complete = file && copy_values(*file, "row_begins", "I64", values.row_begins) &&
                        copy_values(*file, "columns", "I32", values.columns) &&
                        copy_values(*file, "values", "F32", values.values);
  return complete && consistent(values, begins_.size() - 1, which.width()) ? std::optional(std::move(values))
                                                                           : std::nullopt;
}

void MoleculeCache::keep(const MoleculeFeatures& which, const SparseValues& values) const {
  write(content_name(which), {stored("row_begins", "I64", 1, values.row_begins),
                              stored("columns", "I32", 1, values.columns), stored("values", "F32", 1, values.values)});
}

}  // namespace pauc
