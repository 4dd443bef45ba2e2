#pragma once

#include <memory>
#include <optional>

#include "pauc/trainer/run/prepared_data.h"
#include "pauc/trainer/run/run.h"
#include "pauc/trainer/run/run_folder.h"

namespace pauc {

// A run on several labels.
struct LabelsRequest {
  const RunRequest& request;
  const record::RunPaths& paths;
  const RunBeginning& beginning;
  const PreparedData& data;
  Preparation how;               // of the data of each label
  std::optional<RunLock>& lock;  // taken when nothing is refused
};

// Refuses options that a run on several labels does not have.
void check_labels_request(const Config& asked, const Ranks& ranks);

// Whether one network learns all labels. Models that grow, or are fitted to all rows at once, learn one each.
bool share_a_network(const Config& asked, const DataFacts& facts);

// The config of a network that learns all labels: without importance, which is computed for one label. Refuses a config
// that asks for it.
Config config_of_network(const Config& asked);

// Trains an ordinary run for each label below tasks/, one after the other.
RunSummary train_labels_separately(const LabelsRequest& request, const RunObserver& observer);

}  // namespace pauc
