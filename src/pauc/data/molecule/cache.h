#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/core/io/safetensors.h"
#include "pauc/data/molecule/features.h"
#include "pauc/data/molecule/molecules.h"

namespace pauc {

// A cache of parsed molecules and their features: a folder of safetensors files. Each file also holds the SMILES and a
// checksum. It is used only if it is intact and was written for the same SMILES by the same version of the parser;
// otherwise it is ignored and rewritten. Processes may share a folder, since files are written atomically. Where the
// files of a folder have more than kMostBytes, those that were not used for longest go.
class MoleculeCache {
 public:
  // Nothing is cached without a folder, or for fewer SMILES than kFewest, which are parsed in no time.
  static constexpr std::size_t kFewest = 200;
  static constexpr std::uintmax_t kMostBytes = std::uintmax_t{4} << 30;
  // `form`: the standard form of the molecules, part of the files' names.
  MoleculeCache(const std::string& folder, const std::vector<std::string>& smiles, std::string reader,
                std::string form = "");

  std::optional<Molecules> molecules() const;
  std::optional<std::vector<std::uint32_t>> scaffolds() const;
  std::optional<SparseValues> features(const MoleculeFeatures& which) const;

  // How many molecules were not written in the form.
  std::optional<std::int64_t> standardised() const;

  // Does nothing if the folder cannot be written to.
  void keep(const Molecules& molecules) const;
  void keep(const std::vector<std::uint32_t>& scaffolds) const;
  void keep(const MoleculeFeatures& which, const SparseValues& values) const;
  void keep_standardised(std::int64_t count) const;

 private:
  std::string path_of(const std::string& content) const;
  // `row_bytes`: the largest size of a row that does not depend on its SMILES.
  std::optional<Safetensors> read(const std::string& content, std::size_t row_bytes = 0) const;
  void write(const std::string& content, std::vector<StoredTensor> tensors) const;

  std::string folder_;
  std::string reader_;
  std::string form_;
  std::string text_;                  // all SMILES
  std::vector<std::int64_t> begins_;  // [rows + 1], where each SMILES begins
};

// Removes the cached files of a folder that were not used for longest, until they have at most so many bytes or one is
// left. Other files stay.
void make_room(const std::string& folder, std::uintmax_t most_bytes);

}  // namespace pauc
