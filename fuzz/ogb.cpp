// Any bytes, cut at | into the files of an OGB folder: molecules whose numbers are in range come out, or a UserError;
// never a crash, a hang or memory for atoms that the files do not hold.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "pauc/core/error.h"
#include "pauc/data/ogb_reader.h"

namespace {

// Labels and mapping have as many lines as the counts of atoms, so that the fuzzer need not find that out.
std::string write_folder(std::string_view bytes) {
  static const std::string kFolder = "/tmp/pauc-fuzz-" + std::to_string(getpid()) + "-ogb";
  for (const char* folder : {"/mapping", "/raw", "/split/scaffold"})
    std::filesystem::create_directories(kFolder + folder);
  const auto write = [](const std::string& name, std::string_view content) {
    if (!(std::ofstream(kFolder + name + ".csv", std::ios::binary) << content)) std::abort();
  };
  const std::string_view counts = bytes.substr(0, bytes.find('|'));
  write("/mapping/mol", "y\n" + std::string(counts));
  write("/raw/graph-label", counts);
  for (const char* name : {"/raw/num-node-list", "/raw/num-edge-list", "/raw/node-feat", "/raw/edge", "/raw/edge-feat",
                           "/split/scaffold/train", "/split/scaffold/valid", "/split/scaffold/test"}) {
    const auto end = bytes.find('|');
    write(name, bytes.substr(0, end));
    bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
  }
  return kFolder;
}

void check(bool condition) {
  if (!condition) std::abort();
}

void check_molecule(const pauc::Molecules& molecules, std::int64_t row) {
  const std::int64_t atoms = molecules.atom_begins[row + 1] - molecules.atom_begins[row];
  check(atoms > 0);
  for (auto a = molecules.atom_begins[row]; a < molecules.atom_begins[row + 1]; ++a) {
    for (int f = 0; f < pauc::kAtomFeatures; ++f) check(molecules.atoms[a][f] < pauc::kAtomFeatureSizes[f]);
  }
  for (auto b = molecules.bond_begins[row]; b < molecules.bond_begins[row + 1]; ++b) {
    const auto [first, second] = molecules.bond_ends[b];
    check(first != second && first >= 0 && first < atoms && second >= 0 && second < atoms);
    check(molecules.bond_codes[b] < pauc::kBondCodes);
  }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto folder = write_folder({reinterpret_cast<const char*>(data), size});
  pauc::Molecules molecules;
  try {
    pauc::OgbReader reader(folder);
    while (reader.next(molecules)) check_molecule(molecules, molecules.size() - 1);
    check(static_cast<std::int64_t>(pauc::read_ogb_split(folder, molecules.size()).size()) == molecules.size());
  } catch (const pauc::UserError&) {
    return 0;
  }
  return 0;
}
