#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "pauc/compare/study.h"

namespace pauc::compare {

// A training that a comparison needs: an ordinary run folder.
struct PlannedRun {
  std::string name;  // of its folder; two runs of the same name are the same run
  Config asked;      // but for trainer.init
  std::int64_t epochs = 0;
  std::string starts_from;           // the run of the pre-training; empty: none
  std::vector<std::string> targets;  // keys; the first is the run's own, the others have folders below targets/
};

// One setting of a method's hyper-parameters, and all targets that a training with it serves.
struct Variant {
  Settings point;     // by the names of the file
  std::string title;  // the method and all that it is given apart from the protocol
  Config config;      // for the first target, the others in target.also
  std::vector<std::size_t> targets;
};

// A method's variants, and which of them are a target's grid, in the grid's order; none where it is not compared.
struct MethodPlan {
  std::string name;
  std::vector<Variant> variants;
  std::vector<std::vector<std::size_t>> of_target;
};

// Targets share a variant unless its training depends on the target: by the objective's own region, by a lambda or a
// batch that is left to be chosen.
MethodPlan plan_method(const Study& study, const StudyMethod& method);
// Refuses more runs than anybody can do.
std::vector<MethodPlan> plan_methods(const Study& study);

enum class Stage { tuning, final };

PlannedRun planned_run(const Study& study, const MethodPlan& method, std::size_t variant, std::int64_t seed,
                       Stage stage);

// The ce that all methods of a seed start from.
PlannedRun pretraining_run(const Study& study, std::int64_t seed);

// A study with all runs that it may need. They are made once: a name is a checksum of a whole config.
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
