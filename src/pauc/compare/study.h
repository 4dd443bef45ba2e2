#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/metric/region.h"
#include "pauc/trainer/config/config.h"

namespace pauc::compare {

// By which part epochs and hyper-parameters are chosen. With `train` its values are compared too, and the test part is
// not read: a study of convergence.
enum class Select { valid, train };

// A hyper-parameter and the values that are tried.
struct GridAxis {
  std::string name;  // as the file has it: lambda
  std::string key;   // objective.lambda
  std::vector<std::string> values;
};

// How a method is trained.
struct MethodSetup {
  Config settings;
  std::vector<GridAxis> grid;  // chosen by `Select`
};

// A row of the table.
struct StudyMethod {
  std::string name;
  std::optional<MethodSetup> one_way, two_way;  // none: not compared on such targets

  const std::optional<MethodSetup>& for_target(const Region& target) const {
    return target.tpr_min > 0 ? two_way : one_way;
  }
};

// Methods on one dataset by one protocol.
struct Study {
  std::string name;  // of the dataset; empty: the file has one only
  Config base;       // data, model and what the protocol says
  std::vector<Region> targets;
  std::vector<StudyMethod> methods;
  std::int64_t epochs = 0;
  std::int64_t tuning_epochs = 0;
  std::vector<std::int64_t> seeds;
  std::vector<std::int64_t> tuning_seeds;
  std::optional<Config> pretraining;  // what it has apart from the protocol, trainer.epochs among it; none: no ce first
  enum class Split { same, one_a_seed } split = Split::same;
  Select select = Select::valid;
};

// A config file of `pauc compare`.
struct StudyFile {
  std::string text;
  std::vector<Study> studies;
  int workers = 0;  // 0: one a core
  std::optional<double> budget_minutes;
};

// Refused, with the place: unknown keys, methods without an objective of that name, values that no run could take.
StudyFile read_study_file(const std::string& path);
StudyFile study_file_from_yaml(const std::string& text, const std::string& where);

}  // namespace pauc::compare
