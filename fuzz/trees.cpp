// A file of boosted trees, whole or damaged: an ensemble whose walks end at finite scores, written so that it reads
// back to the same, or a UserError.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "edited_file.h"
#include "pauc/core/error.h"
#include "pauc/model/tree/tree_json.h"

namespace {

// Two trees on a number and a category.
std::vector<std::string> good_files() {
  pauc::TreeEnsemble trees;
  trees.features = 2;
  trees.base = 0.25;
  pauc::Tree tree;
  tree.nodes = {{1, 0, 1.5F, -1, 1}, {0, 0, -0.5F, -1, 0}, {3, 1, 0, 0, 0}, {0, 0, 0.25F, -1, 0}, {0, 0, 1, -1, 0}};
  tree.sets = {{0, 2}};
  for (int round = 0; round < 2; ++round) {
    trees.add(tree);
    trees.end_round();
  }
  return {pauc::xgboost_json(trees, {0, 3})};
}

void check(const pauc::TreeEnsemble& trees) {
  if (trees.features > 1000 || trees.features < 1) return;
  const std::vector<float> row(static_cast<std::size_t>(trees.features), 1);
  const std::vector<float> missing(static_cast<std::size_t>(trees.features), std::nanf(""));
  for (const auto* values : {&row, &missing}) {
    const auto scores = trees.scores({values->data(), trees.features}, trees.rounds());
    if (scores.size() != 1 || !std::isfinite(scores[0])) std::abort();
  }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<std::string> kGood = good_files();
  const bool edited = size > 0 && data[0] % 4 != 0;
  const std::string text = edited ? pauc::fuzz::edited_file(kGood, data + 1, size - 1)
                                  : std::string(reinterpret_cast<const char*>(data), size);
  try {
    check(pauc::ensemble_from_xgboost(text, "trees.json"));
  } catch (const pauc::UserError&) {
  }
  return 0;
}
