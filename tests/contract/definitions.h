#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/objective/state.h"
#include "support/batches.h"
#include "support/dual.h"

namespace pauc::test {

// A method's objective on all scores by its definition, pair by pair; `state` for the variables that it has of its own.
using Definition = std::function<Dual(const Settings&, const State&, const std::vector<Dual>& positives,
                                      const std::vector<Dual>& negatives)>;

const Definition& definition_of(const std::string& objective);

struct DefinedObjective {
  double value = 0;
  std::vector<double> gradient;  // positives first
};
DefinedObjective defined_objective(const std::string& objective, const Settings& settings, const State& state,
                                   const ClassScores& scores);

// A setting, or what the method takes when it is not set.
std::string text_setting(const Settings& settings, const std::string& name, const std::string& otherwise);
double setting(const Settings& settings, const std::string& name, double otherwise);

}  // namespace pauc::test
