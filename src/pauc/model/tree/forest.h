#pragma once

#include <cstdint>

#include "pauc/core/fields.h"

namespace pauc {

/// How a tree of a forest splits its rows.
enum class ForestSplits {
  random,  ///< extremely randomised trees (Geurts, Ernst, Wehenkel 2006): one random split of each feature looked at
  best,    ///< a random forest (Breiman 2001): the best split of each, on rows drawn with repetition
};

/// Names of ForestSplits.
template <>
struct Choices<ForestSplits> {
  /// value, name
  static constexpr NamedChoice<ForestSplits> kNames[] = {{ForestSplits::random, "random"},
                                                         {ForestSplits::best, "best"}};
};

/// A forest of decision trees, each another for its random numbers. All are grown in one round, by the labels. The raw
/// score is the log-odds of the mean probability of the trees, so that blends can average it with other logits.
struct ForestOptions {
  ForestSplits split_rule = ForestSplits::random;  ///< random (extra trees) or best (a random forest)
  std::int64_t trees = 300;                        ///< number of trees
  std::int64_t min_leaf = 1;                       ///< smallest number of rows in a leaf
  double split_features = 0;  ///< share of the features tried for a split; 0: the square root of their number
  double smoothing = 0.1;     ///< rows of average class that are added to each leaf
};

/// Options of the forest by name.
inline const Fields<ForestOptions> kForestFields = {
    {"split_rule", &ForestOptions::split_rule,
     "one random split of each feature looked at, on all rows, or the best one, on rows drawn with repetition"},
    {"trees", &ForestOptions::trees, "number of trees"},
    {"min_leaf", &ForestOptions::min_leaf, "smallest number of rows in a leaf"},
    {"split_features", &ForestOptions::split_features,
     "share of the features tried for a split; 0: the square root of their number"},
    {"smoothing", &ForestOptions::smoothing, "rows of average class that are added to each leaf"},
};

}  // namespace pauc
