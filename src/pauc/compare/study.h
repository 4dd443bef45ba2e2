#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/metric/region.h"
#include "pauc/trainer/config/config.h"

namespace pauc::compare {

// The part that selects epochs and hyper-parameters. `train` is for studies of convergence: the table shows its values,
// and the test part is not read.
enum class Select { valid, train };

// A hyper-parameter and the values to try.
struct GridAxis {
  std::string name;  // as in the file: lambda
  std::string key;   // objective.lambda
  std::vector<std::string> values;
};

// The settings of a method.
struct MethodSetup {
  Config settings;
  std::vector<GridAxis> grid;  // tuned
};

// A row of the table.
struct StudyMethod {
  std::string name;
  std::optional<MethodSetup> one_way, two_way;  // none: the method is not compared on such targets

  const std::optional<MethodSetup>& for_target(const Region& target) const {
    return target.tpr_min > 0 ? two_way : one_way;
  }
};

// Methods compared on one dataset by one protocol.
struct Study {
  std::string name;  // of the dataset; empty: the file has only one
  Config base;       // data, model and protocol
  std::vector<Region> targets;
  std::vector<StudyMethod> methods;
  std::int64_t epochs = 0;
  std::int64_t tuning_epochs = 0;
  std::vector<std::int64_t> seeds;
  std::vector<std::int64_t> tuning_seeds;
  // Settings in addition to the protocol, with trainer.epochs; none: no pre-training.
  std::optional<Config> pretraining;
  enum class Split { same, one_per_seed } split = Split::same;
  Select select = Select::valid;
};

// A config file of `pauc compare`.
struct StudyFile {
  std::string text;
  std::vector<Study> studies;
  int workers = 0;  // 0: one per core
  std::optional<double> budget_minutes;
};

// Refuses unknown keys, unknown objectives and impossible values, and names the place.
StudyFile read_study_file(const std::string& path);
StudyFile study_file_from_yaml(const std::string& text, const std::string& where);

}  // namespace pauc::compare
