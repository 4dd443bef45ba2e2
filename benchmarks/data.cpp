// Reading on one thread: every field of a CSV file of numbers, the file as a table, and molecules. The files are named
// by PAUC_BENCHMARK_CSV and PAUC_BENCHMARK_SMILES (a SMILES a line); compare.py writes them.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "measured_memory.h"
#include "pauc/core/io/csv.h"
#include "pauc/data/examples.h"
#include "pauc/data/image/file.h"
#include "pauc/data/molecule/smiles.h"

namespace pauc {
namespace {

void csv(benchmark::State& state) {
  const char* const path = std::getenv("PAUC_BENCHMARK_CSV");
  if (path == nullptr) {
    state.SkipWithError("PAUC_BENCHMARK_CSV names no file");
    return;
  }
  const MeasuredMemory memory(state);
  double numbers = 0;
  while (state.KeepRunning()) {
    CsvReader reader(path, {});
    double sum = 0;
    while (reader.next()) {
      for (std::size_t c = 0; c < reader.columns().size(); ++c) sum += reader.number(c);
      numbers += static_cast<double>(reader.columns().size());
    }
    benchmark::DoNotOptimize(sum);
  }
  state.counters["numbers_per_second"] = benchmark::Counter(numbers, benchmark::Counter::kIsRate);
}

// The same file as a table in memory, label last.
void table(benchmark::State& state) {
  DataOptions options;
  options.path = std::getenv("PAUC_BENCHMARK_CSV") != nullptr ? std::getenv("PAUC_BENCHMARK_CSV") : "";
  options.positive = ">=0";
  const MeasuredMemory memory(state);
  while (state.KeepRunning()) benchmark::DoNotOptimize(load_examples(options));
}

// Reads molecules and computes `text`, as in the option features_from; none if it is empty.
void smiles(benchmark::State& state, const std::string& text, Standardise how = Standardise::off) {
  const char* const path = std::getenv("PAUC_BENCHMARK_SMILES");
  if (path == nullptr || smiles_reader().empty()) {
    state.SkipWithError("PAUC_BENCHMARK_SMILES names no file, or built without RDKit");
    return;
  }
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  const MeasuredMemory memory(state);
  const auto features = features_named(text);
  while (state.KeepRunning()) benchmark::DoNotOptimize(read_smiles(lines, features, {1, "", how}));
}

// JPEG files as `side` x `side` pixels; 0: as they are.
void jpeg(benchmark::State& state) {
  const char* const folder = std::getenv("PAUC_BENCHMARK_IMAGES");
  if (folder == nullptr) {
    state.SkipWithError("PAUC_BENCHMARK_IMAGES names no folder");
    return;
  }
  std::vector<ImageFile> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back({entry.path().string(), ""});
  const std::int64_t side = state.range(0);
  const ImageFacts facts = read_image_facts(files.front());
  const ImageSize size{3, side == 0 ? facts.height : side, side == 0 ? facts.width : side};
  std::vector<std::uint8_t> bytes(size.bytes());
  const MeasuredMemory memory(state);
  while (state.KeepRunning()) {
    for (const ImageFile& file : files) read_image(file, size, bytes.data());
  }
}

BENCHMARK(csv)->Unit(benchmark::kSecond);
BENCHMARK(table)->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(smiles, graphs, "")->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(smiles, morgan, "morgan")->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(smiles, descriptors, "descriptors")->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(smiles, maccs, "maccs")->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(smiles, standard_graphs, "", Standardise::on)->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(smiles, standard_morgan, "morgan", Standardise::on)->Unit(benchmark::kSecond);
BENCHMARK(jpeg)->Arg(0)->Arg(64)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace pauc

BENCHMARK_MAIN();
