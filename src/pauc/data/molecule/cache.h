#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/core/io/safetensors.h"
#include "pauc/data/molecule/molecules.h"

namespace pauc {

// What a reader made of some SMILES, kept in a folder of safetensors files. A file holds the SMILES themselves and a
// checksum: it counts only where all of it is as it was written, for the same SMILES and by the same version of the
// reader. Any other is passed over and written anew. Processes may share a folder: files appear whole.
class MoleculeCache {
 public:
  // Without a folder nothing is kept, nor with fewer SMILES than kFewest: they are read in no time.
  static constexpr std::size_t kFewest = 200;
  MoleculeCache(const std::string& folder, const std::vector<std::string>& smiles, std::string reader);

  std::optional<Molecules> molecules() const;
  std::optional<std::vector<std::uint32_t>> scaffolds() const;

  // Where the folder cannot be written to, nothing is kept.
  void keep(const Molecules& molecules) const;
  void keep(const std::vector<std::uint32_t>& scaffolds) const;

 private:
  std::string path_of(const char* content) const;
  std::optional<Safetensors> read(const char* content) const;
  void write(const char* content, std::vector<StoredTensor> tensors) const;

  std::string folder_;
  std::string reader_;
  std::string text_;                  // all SMILES
  std::vector<std::int64_t> begins_;  // [rows + 1], where each of them begins
};

}  // namespace pauc
