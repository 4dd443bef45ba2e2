// Any bytes as a .smi file or a table of molecules, in a build without a parser of SMILES: the file is read up to the
// molecules, and refused with a sentence, since nobody can parse them.
#include <cstddef>
#include <cstdint>
#include <string>

#include "input_file.h"
#include "pauc/core/error.h"
#include "pauc/data/examples.h"

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  pauc::DataOptions options;
  options.kind = "smiles";
  options.path = pauc::fuzz::own_path() + (size % 2 == 0 ? ".smi" : ".csv");
  pauc::fuzz::write_file(options.path, {reinterpret_cast<const char*>(data), size});
  try {
    pauc::load_examples(options);
  } catch (const pauc::UserError&) {
  }
  return 0;
}
