#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pauc/record/predictions.h"
#include "support/temporary_folder.h"

namespace pauc::test {

// A finished run in the form that `pauc train` leaves, written by hand, so that readers can be tested without training.
struct WrittenRun {
  std::string objective = "ce";
  std::string data_file = "patients.csv";
  double fpr_max = 0.1;
  record::ScoredPart part;  // both valid and test
};

// Rows 1.. with ids, scores N(1, 1) and N(0, 1).
record::ScoredPart random_part(std::uint64_t seed, std::int64_t positives, std::int64_t negatives);

void write_run(const TemporaryFolder& folder, const std::string& name, const WrittenRun& run);
// A run with folds; all lists are those of the members in their order.
struct WrittenBlend {
  std::string method = "stack";
  std::vector<std::string> members = {"mlp", "trees"};
  std::vector<double> weights = {0.6, 0.3};
  std::vector<std::optional<double>> adds = {0.01, 0.02};
  std::int64_t folds = 4;
  // As many as members; empty: random ones, those of the positives higher by 1. Rows are those of `run`.
  std::vector<std::vector<double>> logits = {};
};
// The score of the whole is the sum of weight x logit, on both parts.
void write_blend(const TemporaryFolder& folder, const std::string& name, WrittenRun run, WrittenBlend blend = {});

// A run with candidates ce and sopa; sopa is kept.
void write_auto_run(const TemporaryFolder& folder, const std::string& name, const WrittenRun& run);

}  // namespace pauc::test
