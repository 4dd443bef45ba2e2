#include "pauc/data/molecule/part_similarity.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/data/molecule/fingerprints.h"

namespace pauc {

namespace {

// Above this share of the test molecules, figures on test say little about new chemistry.
constexpr double kMostNearlySame = 0.3;

std::vector<std::int64_t> at_most(const std::vector<std::int64_t>& rows, std::int64_t most) {
  const auto size = static_cast<std::int64_t>(rows.size());
  if (size <= most) return rows;
  std::vector<std::int64_t> some;
  for (std::int64_t k = 0; k < most; ++k) some.push_back(rows[static_cast<std::size_t>(k * size / most)]);
  return some;
}

std::string number_text(const char* format, double value) {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

}  // namespace

std::optional<PartSimilarity> part_similarity(const Examples& examples, const SplitRows& split, int threads) {
  const Molecules& molecules = examples.content.molecules;
  if (molecules.size() == 0 || split.of(Part::test).empty() || split.of(Part::train).empty()) return std::nullopt;
  const auto test = morgan_bits(molecules, at_most(split.of(Part::test), kMostTest), threads);
  const auto train = morgan_bits(molecules, at_most(split.of(Part::train), kMostTrain), threads);
  const auto has_bits = [](const MorganBits& bits) { return bits.count > 0; };
  if (std::none_of(test.begin(), test.end(), has_bits)) return std::nullopt;
  std::vector<double> nearest = nearest_similarities(test, train, threads);
  PartSimilarity result;
  result.test = static_cast<std::int64_t>(test.size());
  result.train = static_cast<std::int64_t>(train.size());
  const auto near = std::count_if(nearest.begin(), nearest.end(), [](double value) { return value > kNearlySame; });
  result.nearly_same = static_cast<double>(near) / static_cast<double>(nearest.size());
  const auto middle = nearest.begin() + static_cast<std::ptrdiff_t>(nearest.size() / 2);
  std::nth_element(nearest.begin(), middle, nearest.end());
  result.median = *middle;
  return result;
}

std::string similarity_text(const PartSimilarity& similarity) {
  return joined("test molecules, nearest in training: median Tanimoto similarity ",
                number_text("%.2f", similarity.median), ", ", number_text("%.1f", 100 * similarity.nearly_same),
                " % above ", kNearlySame);
}

std::string warning_about(const PartSimilarity& similarity, const DataOptions& options) {
  if (similarity.nearly_same <= kMostNearlySame) return "";
  const bool may_change = options.split != "cluster" && options.split != "scaffold";
  return joined(number_text("%.0f", 100 * similarity.nearly_same), " % of the test molecules are nearly the same as a ",
                "training molecule (Tanimoto similarity above ", kNearlySame,
                "): new chemistry will look worse than the test part",
                may_change ? "; --split cluster or scaffold keeps relatives together" : "");
}

}  // namespace pauc
