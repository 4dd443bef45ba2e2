#include "pauc/data/molecule/cache.h"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "pauc/core/error.h"
#include "pauc/core/io/checksum.h"
#include "support/molecules.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

constexpr const char* kReader = "RDKit 2000.01.1";

// Row k is a chain of k % 5 atoms; those of none cannot be read.
Molecules chains(std::size_t rows) {
  Molecules molecules;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::int32_t atom = 0; atom < static_cast<std::int32_t>(row % 5); ++atom) {
      molecules.atoms.push_back({static_cast<std::uint8_t>(row % 119), 0, 4, 5, 2, 0, 2, 0, 0});
      if (atom == 0) continue;
      molecules.bond_ends.push_back({atom - 1, atom});
      molecules.bond_codes.push_back(static_cast<std::uint8_t>(row % kBondCodes));
    }
    molecules.end_molecule();
  }
  return molecules;
}

std::vector<std::string> texts(std::size_t rows) {
  std::vector<std::string> smiles;
  for (std::size_t row = 0; row < rows; ++row) smiles.push_back(std::string(row % 5, 'C') + std::to_string(row));
  return smiles;
}

std::string only_file_in(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path().string());
  EXPECT_EQ(files.size(), 1U);
  return files.at(0);
}

class MoleculeCacheFiles : public testing::Test {
 protected:
  MoleculeCache cache() const { return {folder(), smiles_, kReader}; }
  std::string folder() const { return folder_.path("some/cache"); }

  std::string only_file() const { return only_file_in(folder()); }

  std::vector<std::string> with_another_text() const {
    auto smiles = smiles_;
    smiles[5] = "N";
    return smiles;
  }
  std::vector<std::string> cut_elsewhere() const {
    auto smiles = smiles_;
    smiles[3] += smiles[4][0];
    smiles[4].erase(0, 1);
    return smiles;
  }

  // Writes the file anew with a change, and with the checksum that it has then.
  void tamper(const std::function<void(std::vector<StoredTensor>&)>& change) const;

  // One tensor's values changed, as somebody would who knows the format.
  template <class T>
  void expect_passed_over(const char* name, const std::function<void(std::vector<T>&)>& change);

  test::TemporaryFolder folder_;
  std::vector<std::string> smiles_ = texts(300);
  Molecules molecules_ = chains(300);
};

void MoleculeCacheFiles::tamper(const std::function<void(std::vector<StoredTensor>&)>& change) const {
  const Safetensors file = Safetensors::read(only_file());
  auto tensors = file.tensors();
  change(tensors);
  std::uint32_t crc = 0;
  for (const StoredTensor& tensor : tensors) crc = checksum(tensor.bytes, checksum(tensor.name, crc));
  auto metadata = file.metadata();
  metadata["checksum"] = std::to_string(crc);
  write_safetensors(only_file(), tensors, metadata);
}

template <class T>
void MoleculeCacheFiles::expect_passed_over(const char* name, const std::function<void(std::vector<T>&)>& change) {
  cache().keep(molecules_);
  tamper([](auto&) {});
  ASSERT_TRUE(cache().molecules()) << "files that are not changed count";
  std::vector<T> values;
  tamper([&](std::vector<StoredTensor>& tensors) {
    for (StoredTensor& tensor : tensors) {
      if (tensor.name != name) continue;
      values.resize(tensor.bytes.size() / sizeof(T));
      std::memcpy(values.data(), tensor.bytes.data(), tensor.bytes.size());
      change(values);
      tensor.bytes = {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
      tensor.shape = {static_cast<std::int64_t>(tensor.bytes.size()) / (tensor.type == "I64"   ? 8
                                                                        : tensor.type == "I32" ? 4
                                                                                               : 1)};
    }
  });
  EXPECT_FALSE(cache().molecules()) << name;
}

TEST_F(MoleculeCacheFiles, GiveBackWhatWasKept) {
  EXPECT_FALSE(cache().molecules());
  cache().keep(molecules_);
  const auto kept = cache().molecules();
  ASSERT_TRUE(kept);
  EXPECT_TRUE(*kept == molecules_);
  EXPECT_FALSE(cache().scaffolds());
}

TEST_F(MoleculeCacheFiles, GiveBackScaffolds) {
  std::vector<std::uint32_t> scaffolds(smiles_.size(), 0);
  scaffolds[0] = kNoScaffold;
  scaffolds[7] = 1;
  scaffolds[299] = 2;
  cache().keep(scaffolds);
  EXPECT_EQ(cache().scaffolds(), scaffolds);
  EXPECT_FALSE(cache().molecules());
}

TEST_F(MoleculeCacheFiles, AreForTheirSmilesOnly) {
  cache().keep(molecules_);
  for (const auto& other : {with_another_text(), cut_elsewhere()}) {
    EXPECT_FALSE(MoleculeCache(folder(), other, kReader).molecules());
  }
  EXPECT_TRUE(cache().molecules());
}

// As if two lists of SMILES had the same checksum.
TEST_F(MoleculeCacheFiles, OfOtherSmilesUnderTheSameNameDoNotCount) {
  cache().keep(molecules_);
  const std::string path = only_file_in(folder());
  for (const auto& other : {with_another_text(), cut_elsewhere()}) {
    const test::TemporaryFolder another;
    MoleculeCache(another.folder(), other, kReader).keep(molecules_);
    std::filesystem::copy_file(only_file_in(another.folder()), path, std::filesystem::copy_options::overwrite_existing);
    EXPECT_FALSE(cache().molecules());
  }
}

TEST_F(MoleculeCacheFiles, OfAnotherReaderDoNotCount) {
  cache().keep(molecules_);
  EXPECT_FALSE(MoleculeCache(folder(), smiles_, "RDKit 2000.01.2").molecules());
}

TEST_F(MoleculeCacheFiles, OfAnotherFormatDoNotCount) {
  cache().keep(molecules_);
  const Safetensors file = Safetensors::read(only_file());
  auto metadata = file.metadata();
  metadata["pauc_molecules"] = "0";
  write_safetensors(only_file(), file.tensors(), metadata);
  EXPECT_FALSE(cache().molecules());
}

TEST_F(MoleculeCacheFiles, AreNotWrittenForFewSmilesNorWithoutAFolder) {
  const auto few = texts(MoleculeCache::kFewest - 1);
  const MoleculeCache small(folder(), few, kReader);
  small.keep(chains(few.size()));
  EXPECT_FALSE(small.molecules());
  EXPECT_FALSE(std::filesystem::exists(folder()));
  const MoleculeCache none("", smiles_, kReader);
  none.keep(molecules_);
  EXPECT_FALSE(none.molecules());
  EXPECT_FALSE(none.scaffolds());
}

// Every byte of the file counts: any of them changed, or the file cut anywhere, and it is as if it were not there.
TEST_F(MoleculeCacheFiles, DoNotCountWhenTheyAreDamaged) {
  cache().keep(molecules_);
  const std::string path = only_file();
  const std::string whole = test::content_of(path);
  int still_counts = 0;
  for (std::size_t place = 0; place < whole.size(); place += 1 + place / 50) {
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 4);
    std::ofstream(path, std::ios::binary) << damaged;
    if (const auto kept = cache().molecules()) {
      EXPECT_TRUE(*kept == molecules_) << place;
      ++still_counts;
    }
    std::ofstream(path, std::ios::binary) << whole.substr(0, place);
    EXPECT_FALSE(cache().molecules()) << place;
  }
  EXPECT_LE(still_counts, 8);  // spaces at the end of the header and the shapes of tensors
  for (const char* foreign : {"", "{}", "not such a file at all"}) {
    std::ofstream(path, std::ios::binary) << foreign;
    EXPECT_FALSE(cache().molecules());
  }
  cache().keep(molecules_);
  EXPECT_TRUE(cache().molecules());
}

TEST_F(MoleculeCacheFiles, DoNotCountWithNumbersThatDoNotFit) {
  using Begins = std::vector<std::int64_t>;
  using Bytes = std::vector<std::uint8_t>;
  using Words = std::vector<std::int32_t>;
  for (const char* name : {"atom_begins", "bond_begins"}) {
    expect_passed_over<std::int64_t>(name, [](Begins& begins) { std::swap(begins[40], begins[60]); });
    expect_passed_over<std::int64_t>(name, [](Begins& begins) { begins[0] = 1; });
    expect_passed_over<std::int64_t>(name, [](Begins& begins) { begins[0] = -1; });
    expect_passed_over<std::int64_t>(name, [](Begins& begins) { ++begins.back(); });
    expect_passed_over<std::int64_t>(name, [](Begins& begins) { begins.back() = INT64_MAX; });
    expect_passed_over<std::int64_t>(name, [](Begins& begins) { begins.pop_back(); });
    expect_passed_over<std::int64_t>(name, [](Begins& begins) { begins.push_back(begins.back()); });
    expect_passed_over<std::int64_t>(name, [](Begins& begins) { begins.clear(); });
  }
  for (std::size_t feature = 0; feature < kAtomFeatures; ++feature) {
    expect_passed_over<std::uint8_t>("atoms", [&](Bytes& atoms) {
      atoms[50 * std::size_t{kAtomFeatures} + feature] = static_cast<std::uint8_t>(kAtomFeatureSizes[feature]);
    });
  }
  expect_passed_over<std::uint8_t>("atoms", [](Bytes& atoms) { atoms.pop_back(); });
  expect_passed_over<std::uint8_t>("atoms", [](Bytes& atoms) { atoms.resize(atoms.size() - 9); });
  expect_passed_over<std::uint8_t>("bond_codes", [](Bytes& codes) { codes[30] = kBondCodes; });
  expect_passed_over<std::uint8_t>("bond_codes", [](Bytes& codes) { codes.pop_back(); });
  // Bonds 6 k and on belong to chains of two, three and four atoms.
  expect_passed_over<std::int32_t>("bond_ends", [](Words& ends) { ends[1] = 2; });
  expect_passed_over<std::int32_t>("bond_ends", [](Words& ends) { ends[0] = 2; });
  expect_passed_over<std::int32_t>("bond_ends", [](Words& ends) { ends[0] = -1; });
  expect_passed_over<std::int32_t>("bond_ends", [](Words& ends) { ends[1] = -1; });
  expect_passed_over<std::int32_t>("bond_ends", [](Words& ends) { ends[1] = 0; });
  expect_passed_over<std::int32_t>("bond_ends", [](Words& ends) { ends.resize(ends.size() - 2); });
  expect_passed_over<std::int32_t>("bond_ends", [](Words& ends) { ends.resize(ends.size() - 1); });
}

TEST_F(MoleculeCacheFiles, DoNotCountWithScaffoldsThatNobodyCounted) {
  std::vector<std::uint32_t> scaffolds(smiles_.size(), 0);
  scaffolds[7] = 2;
  cache().keep(scaffolds);
  EXPECT_FALSE(cache().scaffolds());
  cache().keep(std::vector<std::uint32_t>(smiles_.size() - 1, 0));
  EXPECT_FALSE(cache().scaffolds());
}

TEST_F(MoleculeCacheFiles, DoNotCountWithATensorMissingOrOfAnotherType) {
  for (const char* name :
       {"atoms", "atom_begins", "bond_begins", "bond_ends", "bond_codes", "smiles", "smiles_begins"}) {
    cache().keep(molecules_);
    tamper([&](std::vector<StoredTensor>& tensors) {
      for (StoredTensor& tensor : tensors) tensor.name += tensor.name == name ? "s" : "";
    });
    EXPECT_FALSE(cache().molecules()) << name;
  }
  cache().keep(molecules_);
  tamper([](std::vector<StoredTensor>& tensors) {
    for (StoredTensor& tensor : tensors) tensor.type = tensor.type == "U8" ? "BOOL" : tensor.type;
  });
  EXPECT_FALSE(cache().molecules());
}

// Opening a pipe would wait for somebody to write; a file without end would fill the memory.
TEST_F(MoleculeCacheFiles, ArePassedOverWhereTheyAreNoFiles) {
  cache().keep(molecules_);
  const std::string path = only_file();
  std::filesystem::resize_file(path, std::uintmax_t{1} << 40);
  EXPECT_FALSE(cache().molecules());
  std::filesystem::remove(path);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(cache().molecules());
  cache().keep(molecules_);
  std::filesystem::remove(path);
  std::filesystem::create_directory(path);
  EXPECT_FALSE(cache().molecules());
  cache().keep(molecules_);
  EXPECT_TRUE(std::filesystem::is_directory(path));
}

TEST_F(MoleculeCacheFiles, AreNotWrittenIntoAFolderThatCannotBe) {
  const MoleculeCache below_a_file(folder_.file("file", "") + "/cache", smiles_, kReader);
  below_a_file.keep(molecules_);
  EXPECT_FALSE(below_a_file.molecules());
  const MoleculeCache in_the_kernel("/proc/self/cache", smiles_, kReader);
  in_the_kernel.keep(molecules_);
  EXPECT_FALSE(in_the_kernel.molecules());
}

TEST(CacheRoom, IsMadeByRemovingWhatWasNotUsedForLongest) {
  namespace fs = std::filesystem;
  const test::TemporaryFolder folder;
  const auto now = fs::file_time_type::clock::now();
  int hours = 0;
  for (const char* name : {"model.safetensors", "molecules-on-500-1.safetensors", "morgan-2-2048-500-2.safetensors",
                           "scaffolds-500-3.safetensors", "standardised-tautomer-500-4.safetensors"}) {
    folder.file(name, std::string(1000, 'x'));
    fs::last_write_time(folder.path(name), now - std::chrono::hours(9 - hours++));
  }
  const auto has = [&](const char* name) { return fs::exists(folder.path(name)); };
  make_room(folder.folder(), 4000);
  EXPECT_TRUE(has("molecules-on-500-1.safetensors"));
  make_room(folder.folder(), 2500);
  EXPECT_FALSE(has("molecules-on-500-1.safetensors"));
  EXPECT_FALSE(has("morgan-2-2048-500-2.safetensors"));
  EXPECT_TRUE(has("scaffolds-500-3.safetensors"));
  make_room(folder.folder(), 0);
  EXPECT_TRUE(has("standardised-tautomer-500-4.safetensors"));  // the newest is in use
  EXPECT_TRUE(has("model.safetensors"));                        // is none of ours
  make_room(folder.path("nowhere"), 0);
}

TEST_F(MoleculeCacheFiles, OfUseStayLongest) {
  namespace fs = std::filesystem;
  cache().keep(chains(smiles_.size()));
  fs::last_write_time(only_file(), fs::file_time_type::clock::now() - std::chrono::hours(48));
  ASSERT_TRUE(cache().molecules().has_value());
  EXPECT_GT(fs::last_write_time(only_file()), fs::file_time_type::clock::now() - std::chrono::hours(1));
}

TEST_F(MoleculeCacheFiles, AreWholeForAllWhoReadWhileOthersWrite) {
  const Molecules nothing = [] {
    Molecules molecules;
    for (int row = 0; row < 300; ++row) molecules.end_molecule();
    return molecules;
  }();
  cache().keep(molecules_);
  std::thread writer([&] {
    for (int k = 0; k < 20; ++k) cache().keep(k % 2 == 0 ? nothing : molecules_);
  });
  for (int k = 0; k < 100; ++k) {
    const auto kept = cache().molecules();
    EXPECT_TRUE(kept && (*kept == molecules_ || *kept == nothing));
  }
  writer.join();
}

class CachedSmiles : public test::SmilesTest {
 protected:
  test::TemporaryFolder folder_;
};

TEST_F(CachedSmiles, AreReadOnce) {
  std::vector<std::string> smiles;
  for (std::size_t row = 0; row < 250; ++row)
    smiles.push_back(row == 9 ? "junk" : "C1CC1" + std::string(row % 50, 'C'));
  SmilesOptions options;
  options.cache = folder_.path("cache");
  const Molecules first = read_smiles(smiles, options);
  const auto scaffolds = scaffolds_of(smiles, options);
  EXPECT_TRUE(first == read_smiles(smiles, {}));
  EXPECT_FALSE(first.readable(9));
  const MoleculeCache cache(options.cache, smiles, smiles_reader());
  ASSERT_TRUE(cache.molecules());
  EXPECT_EQ(cache.scaffolds(), scaffolds);

  // What stands there is taken.
  cache.keep(chains(250));
  cache.keep(std::vector<std::uint32_t>(250, kNoScaffold));
  EXPECT_TRUE(read_smiles(smiles, options) == chains(250));
  EXPECT_THAT(scaffolds_of(smiles, options), testing::Each(kNoScaffold));
}

}  // namespace
}  // namespace pauc
