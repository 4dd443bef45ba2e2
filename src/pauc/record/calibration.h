#pragma once

#include <string>

#include "pauc/record/card.h"
#include "pauc/record/predictions.h"

namespace pauc::record {

// The rows that thresholds and probabilities of a card were found on: predictions-valid.csv or, after `pauc calibrate`,
// calibrations/predictions-VERSION.csv.
std::string calibration_rows_path(const RunPaths& paths, const ModelCard& card);
ScoredPart read_calibration_rows(const RunPaths& paths, const ModelCard& card);

// Writes the rows of a calibration and the card that refers to them; the card before is kept as
// calibrations/model-VERSION.json. The card is replaced last: a crash leaves the one before in force.
void write_calibration(const RunPaths& paths, const ModelCard& card, const ScoredPart& rows);

}  // namespace pauc::record
