// Any bytes, cut at | into the files of an OGB folder: molecules whose numbers are in range come out, or a UserError;
// never a crash, a hang or memory for atoms that the files do not hold.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "input_file.h"
#include "pauc/core/error.h"
#include "pauc/data/molecule/ogb_reader.h"

namespace {

std::string make_folder() {
  const std::string folder = pauc::fuzz::own_path();
  for (const char* part : {"/mapping", "/raw", "/split/scaffold"}) std::filesystem::create_directories(folder + part);
  return folder;
}

struct File {
  const char* name;
  const char* content;  // of a folder that is fine
};
constexpr File kFiles[] = {
    {"/raw/num-node-list", "3\n1\n"},
    {"/raw/num-edge-list", "2\n0\n"},
    {"/raw/node-feat", "5,0,4,5,3,0,2,0,0\n5,0,4,5,2,0,2,0,0\n7,0,2,5,1,0,2,0,0\n5,0,4,5,4,0,2,0,0\n"},
    {"/raw/edge", "0,1\n1,2\n"},
    {"/raw/edge-feat", "0,0,0\n1,2,1\n"},
    {"/split/scaffold/train", "0\n"},
    {"/split/scaffold/valid", "1\n"},
    {"/split/scaffold/test", "\n"}};

std::string_view take_piece(std::string_view& bytes) {
  const auto end = std::min(bytes.find('|'), bytes.size());
  const auto piece = bytes.substr(0, end);
  bytes.remove_prefix(std::min(end + 1, bytes.size()));
  return piece;
}

// Where a piece is empty, the file is fine: the fuzzer gets far without finding out how all of them look.
std::string write_folder(std::string_view bytes) {
  static const std::string kFolder = make_folder();
  for (const File& file : kFiles) {
    const std::string_view piece = take_piece(bytes);
    const std::string content(piece.empty() ? file.content : piece);
    pauc::fuzz::write_file(kFolder + file.name + ".csv", content);
    if (&file != kFiles) continue;  // as many labels and rows of the mapping as counts of atoms
    pauc::fuzz::write_file(kFolder + "/raw/graph-label.csv", content);
    pauc::fuzz::write_file(kFolder + "/mapping/mol.csv", "y\n" + content);
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
