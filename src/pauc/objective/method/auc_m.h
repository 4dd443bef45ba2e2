#pragma once

#include <cstdint>

#include "pauc/objective/pair/options.h"

namespace pauc {

struct Objective;

// AUC-M: the whole AUC by the min-max margin loss (Yuan, Yan, Sonka, Yang 2021).
//
//   min over w, a, b  max over q >= 0:
//   E[(h - a)^2 | +] + E[(h - b)^2 | -] + 2 q (m + E[h | -] - E[h | +]) - q^2
//
// a, b and q are stepped here with the learning rate of the stage, a and b with PESG's pull (1/gamma)(x - x_ref)
// towards the average of the last stage; w by the `pesg` optimiser.
struct AucMOptions {
  double gamma = 500;
  double margin = 1;
  Link link = Link::sigmoid;
};

inline const Fields<AucMOptions> kAucMFields = {
    {"gamma", &AucMOptions::gamma,
     "width of the pull towards the last stage's average; the optimiser must have the same"},
    {"margin", &AucMOptions::margin, "positives should stand this far above negatives, on average"},
    {"link", &AucMOptions::link, "what the raw scores go through first: sigmoid, raw"},
};

Objective make_objective(const AucMOptions& options, std::int64_t examples, Route route = Route::automatic);

}  // namespace pauc
