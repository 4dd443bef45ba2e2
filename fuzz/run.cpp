// A file of a good run folder, changed anyhow: the run is read, with numbers that can be drawn, or a UserError.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "edited_file.h"
#include "input_file.h"
#include "pauc/core/error.h"
#include "pauc/record/run_paths.h"
#include "pauc/report/figure/training_svg.h"
#include "pauc/report/finished_run.h"
#include "support/run_folders.h"

namespace {

std::string repeated(const std::string& text, std::size_t count) {
  std::string all;
  for (std::size_t k = 0; k < count; ++k) all += text;
  return all;
}

// A run with candidates and a blend in a folder of this process's own, and what their files hold: the fuzzer changes
// one of them at a time.
class GoodRuns {
 public:
  GoodRuns() {
    pauc::test::WrittenRun run;
    run.part = pauc::test::random_part(5, 2, 4);
    pauc::test::write_auto_run(folder_, "run", run);
    const pauc::record::HardestExamples hardest = {{{0, 3, "P3", -1.5, {"image/svg+xml", "<svg/>"}}},
                                                   {{0, 4, "", 2.5, {}}}};
    folder_.file(pauc::record::RunPaths("run").hardest(), pauc::record::hardest_json(hardest, hardest));
    pauc::test::write_blend(folder_, "blend", run);
    const pauc::record::RunPaths paths(folder_.path("run"));
    for (const std::string& file : {paths.card(), paths.log(), paths.hardest(), paths.start(), paths.candidates_table(),
                                    paths.predictions("test")}) {
      add(paths, file);
    }
    const pauc::record::RunPaths blend(folder_.path("blend"));
    for (const std::string& file : {blend.blend(), blend.member_scores("test"), blend.predictions("test"),
                                    blend.candidates_table(), blend.card()}) {
      add(blend, file);
    }
  }

  pauc::report::FinishedRun read_changed(const std::uint8_t* data, std::size_t size) const {
    const File& file = files_[size > 0 ? data[0] % files_.size() : 0];
    pauc::fuzz::write_file(file.path, pauc::fuzz::edited_file(file.variants, data + (size > 0), size - (size > 0)));
    struct PutBack {
      const File& file;
      ~PutBack() { pauc::fuzz::write_file(file.path, file.variants[0]); }
    } const put_back{file};
    return pauc::report::read_run(file.run, "test");
  }

 private:
  struct File {
    std::string run, path;
    std::vector<std::string> variants;  // the good one first
  };

  void add(const pauc::record::RunPaths& run, const std::string& file) {
    const std::string good = pauc::test::content_of(file);
    files_.push_back({run.folder, file, {good, nested(good)}});
  }

  // With lists inside each other where the first number stands.
  static std::string nested(std::string text) {
    const std::size_t number = text.find(": ") == std::string::npos ? text.find(':') : text.find(": ");
    if (number == std::string::npos) return text;
    return text.insert(number + 1, repeated("[", 1000) + repeated("]", 1000) + ",\"x\":");
  }

  pauc::test::TemporaryFolder folder_;
  std::vector<File> files_;
};

void require_that(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const GoodRuns kGood;
  try {
    const pauc::report::FinishedRun run = kGood.read_changed(data, size);
    for (const pauc::record::CardThreshold& kept : run.card.thresholds) require_that(kept.fpr >= 0 && kept.fpr <= 1);
    const pauc::report::TrainingFigures figures = pauc::report::training_svg({"pAUC", run.card.best_epoch, run.epochs});
    require_that(figures.target.find("nan") == std::string::npos);
    require_that(figures.objective.find("nan") == std::string::npos);
  } catch (const pauc::UserError&) {
    // Refused with a sentence: fine.
  }
  return 0;
}
