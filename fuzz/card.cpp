// A card with a calibration, changed anyhow: it is read, and what is written reads back to the same, or a UserError.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "edited_file.h"
#include "input_file.h"
#include "pauc/core/error.h"
#include "pauc/record/calibration.h"
#include "pauc/record/card.h"
#include "support/run_folders.h"

namespace {

using namespace pauc;

// A folder of this process's own with a good run.
class GoodCard {
 public:
  GoodCard() : paths_(folder_.path("run")) {
    test::WrittenRun run;
    run.part = test::random_part(5, 2, 4);
    test::write_auto_run(folder_, "run", run);
    record::ModelCard card = record::read_card(paths_);
    const std::string before = record::card_json(card);
    card.calibration = record::CardCalibration{};
    card.calibration->version = 2;
    card.calibration->file = {"fresh.csv", {10, 20}};
    card.calibration->part = {4, 2};
    record::write_calibration(paths_, card, run.part);
    files_ = {record::card_json(card), before};
  }

  void read_changed(const std::uint8_t* data, std::size_t size) const {
    fuzz::write_file(paths_.card(), fuzz::edited_file(files_, data, size));
    const record::ModelCard card = record::read_card(paths_);
    const std::string written = record::card_json(card);
    fuzz::write_file(paths_.card(), written);
    if (written_again() != written) std::abort();
    record::read_calibration_rows(paths_, card);
  }

 private:
  // Nothing if the card that was written is refused.
  std::string written_again() const {
    try {
      return record::card_json(record::read_card(paths_));
    } catch (const UserError&) {
      return "";
    }
  }

  test::TemporaryFolder folder_;
  record::RunPaths paths_;
  std::vector<std::string> files_;
};

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const GoodCard kGood;
  try {
    kGood.read_changed(data, size);
  } catch (const UserError&) {
  }
  return 0;
}
