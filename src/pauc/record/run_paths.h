#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace pauc::record {

// The names of the files in a run folder.
struct RunPaths {
  explicit RunPaths(std::string run_folder) : folder(std::move(run_folder)) {}

  std::string folder;
  std::string start() const { return folder + "/run.json"; }
  std::string config() const { return folder + "/config.yaml"; }
  std::string log() const { return folder + "/log.jsonl"; }
  std::string model() const { return folder + "/model.safetensors"; }
  std::string trees() const { return folder + "/trees.json"; }  // instead of model(), in XGBoost's format
  std::string card() const { return folder + "/model.json"; }
  std::string metrics() const { return folder + "/metrics.json"; }
  std::string predictions(const std::string& part) const { return folder + "/predictions-" + part + ".csv"; }
  std::string seen_rows() const { return folder + "/seen-rows.safetensors"; }
  std::string hardest() const { return folder + "/hardest.json"; }
  std::string coefficients() const { return folder + "/coefficients.json"; }  // of a linear model
  std::string coefficients_csv() const { return folder + "/coefficients.csv"; }
  std::string scorecard() const { return folder + "/scorecard.json"; }
  std::string scorecard_csv() const { return folder + "/scorecard.csv"; }
  std::string page() const { return folder + "/report.html"; }
  std::string checkpoint() const { return folder + "/checkpoint"; }
  std::string candidates() const { return folder + "/candidates"; }
  std::string candidate(const std::string& name) const { return candidates() + "/" + name; }
  std::string candidates_table() const { return folder + "/candidates.json"; }

  // A blend: the models of each member, one per fold, are run folders of their own.
  std::string blend() const { return folder + "/blend.json"; }
  std::string members() const { return folder + "/members"; }
  // Logits of each member, for the rows of predictions(part).
  std::string member_scores(const std::string& part) const { return folder + "/members-" + part + ".csv"; }
  std::string fold(const std::string& member, std::int64_t number) const {
    return members() + "/" + member + "/fold-" + std::to_string(number);
  }

  // The result for a further target, target.also: a run folder of its own, with the epoch that is best for it.
  std::string targets() const { return folder + "/targets"; }
  std::string target(const std::string& key) const { return targets() + "/" + key; }

  // Of a run with several labels: a run folder for each, without the weights where all share one network.
  std::string tasks() const { return folder + "/tasks"; }
  std::string task(const std::string& name) const { return tasks() + "/" + name; }
  // In the folder of a task: that of the whole run.
  std::string whole_of_task() const { return folder + "/../.."; }

  // What `pauc calibrate` leaves: earlier cards, and the rows of each calibration.
  std::string calibrations() const { return folder + "/calibrations"; }
  std::string card_before(std::int64_t version) const {
    return calibrations() + "/model-" + std::to_string(version) + ".json";
  }

  // The file that holds the weights: trees() if it is there, else model().
  std::string weights() const;
  // All except the page: it may be written anywhere, and a page alone does not make a run.
  std::vector<std::string> all() const;
  bool has_run() const;   // finished or not
  bool finished() const;  // metrics.json is written last
};

}  // namespace pauc::record
