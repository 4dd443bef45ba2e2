#pragma once

#include "pauc/core/fields.h"
#include "pauc/trainer/run/decision.h"

namespace pauc::cli {

// --at-fpr, --at-tpr and --guarantee.
inline const Fields<WantedRates> kRateFields = {
    {"at_fpr", &WantedRates::at_fpr, "false-positive rate that decisions keep: any rate above 0 and up to 1"},
    {"at_tpr", &WantedRates::at_tpr, "share of the positives that decisions find; with --at-fpr some may be unsure"},
    {"guarantee", &WantedRates::guarantee,
     "confidence with which new cases keep the rates [none: as on the held-out rows]"},
};

}  // namespace pauc::cli
