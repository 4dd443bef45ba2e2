#pragma once

#include <string>

#include "pauc/compare/schedule.h"
#include "pauc/compare/study.h"

namespace pauc::test {

// A file's only study.
inline compare::Study study_of(const std::string& text) {
  return compare::study_file_from_yaml(text, "study.yaml").studies.at(0);
}

// `more` stands behind data and protocol, which all have.
inline compare::Study study_with(const std::string& more) {
  return study_of("data: {path: d.csv, label: y}\nprotocol: {epochs: 6, batch_size: 64}\n" + more);
}

inline compare::PlannedStudy planned(const compare::Study& study) { return compare::PlannedStudy(study); }

inline compare::RunOutcome finished_with(const compare::PlannedRun& run, double value) {
  compare::RunOutcome outcome;
  for (const std::string& target : run.targets) outcome.best[target] = value;
  return outcome;
}

}  // namespace pauc::test
