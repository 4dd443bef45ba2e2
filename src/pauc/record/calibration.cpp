#include "pauc/record/calibration.h"

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/io/folder_file.h"

namespace pauc::record {

namespace {

constexpr std::size_t kMostCardBytes = std::size_t{1} << 28;

RunPaths calibrations(const RunPaths& paths) { return RunPaths(paths.calibrations()); }

}  // namespace

std::string calibration_rows_path(const RunPaths& paths, const ModelCard& card) {
  if (!card.calibration) return paths.predictions("valid");
  return calibrations(paths).predictions(std::to_string(card.calibration->version));
}

ScoredPart read_calibration_rows(const RunPaths& paths, const ModelCard& card) {
  if (!card.calibration) return read_predictions(paths, "valid");
  return read_predictions(calibrations(paths), std::to_string(card.calibration->version));
}

void write_calibration(const RunPaths& paths, const ModelCard& card, const ScoredPart& rows) {
  require(card.calibration.has_value(), paths.card(), ": expected a card with a calibration, got none");
  make_folder(paths.calibrations());
  write_file_atomically(calibration_rows_path(paths, card), predictions_csv(rows));
  const std::string before = content_of_folder_file(paths.folder, paths.card(), kMostCardBytes);
  write_file_atomically(paths.card_before(card.calibration->version - 1), before);
  write_file_atomically(paths.card(), card_json(card));
}

}  // namespace pauc::record
