#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "pauc/compare/study.h"

namespace pauc::compare {

// A run that a comparison needs.
struct PlannedRun {
  std::string name;  // of its folder; runs with the same name are the same run
  Config asked;      // without trainer.init
  std::int64_t epochs = 0;
  std::string starts_from;           // name of the pre-training run; empty: none
  std::vector<std::string> targets;  // keys; the first is the run's target, the others have folders in targets/
};

// One point of a method's grid, and the targets that share its training.
struct Variant {
  Settings point;     // with the names used in the file
  std::string title;  // the method and its own settings
  Config config;      // for the first target; the others are in target.also
  std::vector<std::size_t> targets;
};

// The variants of a method. `of_target` has the grid of each target as indices of variants, in the order of the grid;
// empty if the method is not compared on the target.
struct MethodPlan {
  std::string name;
  std::vector<Variant> variants;
  std::vector<std::vector<std::size_t>> of_target;
};

// Targets share a variant unless its training depends on the target: by the objective's own region, or by a lambda or a
// batch size that is left open.
MethodPlan plan_method(const Study& study, const StudyMethod& method);
// Refuses more than 100 000 runs.
std::vector<MethodPlan> plan_methods(const Study& study);

enum class Stage { tuning, final };

PlannedRun planned_run(const Study& study, const MethodPlan& method, std::size_t variant, std::int64_t seed,
                       Stage stage);

// The pre-training with ce that all methods with this seed start from.
PlannedRun pretraining_run(const Study& study, std::int64_t seed);

// A study with all runs that it may need. They are computed once, since each name is a checksum of a whole config.
class PlannedStudy {
 public:
  explicit PlannedStudy(const Study& study);

  const PlannedRun& run(std::size_t method, std::size_t variant, std::int64_t seed, Stage stage) const;
  const PlannedRun& pretraining(std::int64_t seed) const { return pretrainings_.at(seed); }

  Study study;
  std::vector<MethodPlan> methods;

 private:
  void add(Stage stage, const std::vector<std::int64_t>& seeds);

  std::map<std::tuple<Stage, std::size_t, std::size_t, std::int64_t>, PlannedRun> runs_;
  std::map<std::int64_t, PlannedRun> pretrainings_;
};

}  // namespace pauc::compare
