#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pauc/data/examples.h"
#include "pauc/data/split_examples.h"

namespace pauc {

// How similar test molecules are to the training molecule that is nearest to each of them, by the Tanimoto similarity
// of their Morgan fingerprints.
struct PartSimilarity {
  std::int64_t test = 0;   // test molecules that were compared: all, or as many as kMostTest at equal distances
  std::int64_t train = 0;  // training molecules: all, or as many as kMostTrain
  double median = 0;
  double nearly_same = 0;  // share of the test molecules above kNearlySame
};
constexpr std::int64_t kMostTest = 2000;
constexpr std::int64_t kMostTrain = 100000;
constexpr double kNearlySame = 0.9;

// Nothing for other data than molecules, without a test part, and in builds without RDKit.
std::optional<PartSimilarity> part_similarity(const Examples& examples, const SplitRows& split, int threads);

// "test molecules, nearest in training: median Tanimoto similarity 0.56, 0.0 % above 0.9"
std::string similarity_text(const PartSimilarity& similarity);
// What should make a reader doubt figures on test; empty if nothing does.
std::string warning_about(const PartSimilarity& similarity, const DataOptions& options);

}  // namespace pauc
