#pragma once

#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/objective/objective.h"
#include "support/batches.h"
#include "support/dual.h"

namespace pauc::test {

// A method's objective on all scores by its definition, pair by pair; `state` for the variables that it has of its own.
struct DefinedObjective {
  double value = 0;
  std::vector<double> gradient;  // positives first
};
DefinedObjective defined_objective(const std::string& objective, const Settings& settings, const State& state,
                                   const ClassScores& scores);

// Puts the variables that a method steps itself, such as sota's weights, where they are best for these scores.
void settle(const std::string& name, Objective& objective, const Settings& settings, const ClassScores& scores);

// A setting, or what the method takes when it is not set.
std::string text_setting(const Settings& settings, const std::string& name, const std::string& otherwise);
double setting(const Settings& settings, const std::string& name, double otherwise);

}  // namespace pauc::test
