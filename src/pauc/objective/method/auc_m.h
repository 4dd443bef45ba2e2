#pragma once

#include "pauc/objective/pair/options.h"
#include "pauc/objective/slot_counts.h"

namespace pauc {

struct Objective;

/// AUC-M: the whole AUC by the min-max margin loss (Yuan, Yan, Sonka, Yang 2021).
///
///   min over w, a, b  max over q >= 0:
///   E[(h - a)^2 | +] + E[(h - b)^2 | -] + 2 q (m + E[h | -] - E[h | +]) - q^2
///
/// The objective steps a, b and q with the learning rate of the stage, a and b with PESG's pull (1/gamma)(x - x_ref)
/// towards the average of the previous stage. The `pesg` optimiser steps w.
struct AucMOptions {
  double gamma = 500;           ///< width of the pull towards the previous stage's average; same as the optimiser's
  double margin = 1;            ///< m
  Link link = Link::automatic;  ///< function applied to the raw scores; automatic: sigmoid
};

/// Options of AUC-M by name, for config files and `--help`.
inline const Fields<AucMOptions> kAucMFields = {
    {"gamma", &AucMOptions::gamma,
     "width of the pull towards the previous stage's average; the optimiser needs the same value"},
    {"margin", &AucMOptions::margin, "desired gap between the mean scores of the classes"},
    {"link", &AucMOptions::link, "function applied to the raw scores: sigmoid, raw (none); auto: sigmoid"},
};

/// Makes AUC-M. `examples` is the number of training examples (slots); throws UserError if an option is out of range.
Objective make_objective(const AucMOptions& options, SlotCounts examples, Route route = Route::automatic);

}  // namespace pauc
