#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pauc/metric/interval/interval.h"
#include "pauc/metric/region.h"
#include "pauc/record/hardest.h"
#include "pauc/record/record.h"

namespace pauc::report {

// A threshold that the card keeps, found on the validation rows.
struct KeptThreshold {
  double fpr = 0;  // of the validation rows, at most
  double threshold = 0;
};

// A candidate of an auto run, as candidates.json has it.
struct CandidateRecord {
  std::string name;
  std::int64_t best_epoch = 0;
  double valid = 0;
  std::optional<Interval> ci;
  bool kept = false;
};

// What a finished run folder says, for people to read.
struct RunRecord {
  std::string folder;
  std::string objective;
  std::string model;
  std::string data;  // names of its files
  std::string positive;
  Region target;
  std::vector<KeptThreshold> thresholds;
  std::int64_t best_epoch = 0;
  std::vector<record::EpochRecord> epochs;
  std::vector<CandidateRecord> candidates;  // of an auto run
  record::ScoredPart part;                  // the rows that were asked for
  record::HardestExamples hardest;
  std::string command;
  std::string config;
  std::vector<std::pair<std::string, std::string>> facts;  // data, model, training, versions: name and value
};

// `part` is valid or test. Refuses a folder that holds no finished run.
RunRecord read_run(const std::string& folder, const std::string& part);

}  // namespace pauc::report
