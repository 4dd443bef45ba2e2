// A file of the folder that `pauc compare` leaves, changed anyhow: the comparison is read, with numbers that can be
// drawn, or continued, or refused with a UserError.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "edited_file.h"
#include "input_file.h"
#include "pauc/compare/comparison_folder.h"
#include "pauc/core/error.h"
#include "pauc/core/version.h"
#include "pauc/record/finished_comparison.h"
#include "pauc/report/figure/convergence_svg.h"
#include "record/compared_methods.h"

namespace {

using pauc::compare::ComparisonStart;

std::string nested(const std::string& text) {
  const std::size_t place = text.find(": ");
  return text.substr(0, place + 2) + std::string(1000, '[') + std::string(1000, ']') +
         ", \"x\": " + text.substr(place + 2);
}

// A comparison in a folder of this process's own, and what its files hold: the fuzzer changes one of them at a time.
class GoodComparison {
 public:
  GoodComparison() : folder_(pauc::fuzz::own_path()) {
    std::filesystem::create_directories(folder_);
    pauc::compare::begin_comparison(folder_, start());
    add("table.json", pauc::record::comparison_json(pauc::test::three_methods()));
    add("curves.csv",
        "target,method,part,epoch,mean,std\none_way_0.3,ce,train,1,0.7,0.01\none_way_0.3,ce,train,2,0.8,0\n");
    add("compare.json", R"({"format": 1, "version": ")" + std::string(pauc::kVersion) +
                            R"(", "data": {"a.csv": {"bytes": 3, "crc32": 7}}})");
  }

  static ComparisonStart start() { return {pauc::kVersion, {{"a.csv", {3, 7}}}}; }

  // Changes a file and reads the comparison; `use` gets it.
  template <class Use>
  void read_changed(const std::uint8_t* data, std::size_t size, const Use& use) const {
    const File& file = files_[size > 0 ? data[0] % files_.size() : 0];
    pauc::fuzz::write_file(file.path, pauc::fuzz::edited_file(file.variants, data + (size > 0), size - (size > 0)));
    struct PutBack {
      const File& file;
      ~PutBack() { pauc::fuzz::write_file(file.path, file.variants[0]); }
    } const put_back{file};
    if (&file == &files_.back()) return pauc::compare::begin_comparison(folder_, start());
    use(pauc::record::read_comparison(folder_));
  }

 private:
  struct File {
    std::string path;
    std::vector<std::string> variants;  // the good one first
  };

  void add(const std::string& name, const std::string& good) {
    const std::string path = folder_ + "/" + name;
    files_.push_back({path, {good, nested(good)}});
    pauc::fuzz::write_file(path, good);
  }

  std::string folder_;
  std::vector<File> files_;
};

void require_that(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const GoodComparison kGood;
  try {
    kGood.read_changed(data, size, [](const pauc::record::FinishedComparison& comparison) {
      for (const pauc::record::ConvergencePlot& plot : comparison.plots) {
        require_that(pauc::report::convergence_svg(plot).find("\"nan") == std::string::npos);
      }
      for (const auto& method : comparison.methods) {
        for (const auto& cell : method.cells) require_that(std::isfinite(cell.mean));
      }
    });
  } catch (const pauc::UserError&) {
    // Refused with a sentence: fine.
  }
  return 0;
}
