#include "pauc/sampler/sampler.h"

#include <algorithm>
#include <map>
#include <set>

#include "pauc/core/error.h"

namespace pauc {
namespace {

std::vector<std::uint8_t> labels_of(int positives, int negatives) {
  std::vector<std::uint8_t> labels(static_cast<std::size_t>(positives), 1);
  labels.resize(static_cast<std::size_t>(positives + negatives), 0);
  return labels;
}

SamplerOptions options_of(std::int64_t size, std::int64_t positives) {
  SamplerOptions options;
  options.batch_size = size;
  options.batch_positives = positives;
  return options;
}

TEST(Sampler, GoesThroughAllRowsOnceAnEpoch) {
  const auto labels = labels_of(13, 90);
  Sampler sampler(labels, options_of(16, 0));
  ASSERT_EQ(sampler.batches_per_epoch(), 7);
  for (int epoch = 0; epoch < 5; ++epoch) {
    std::set<std::int64_t> seen;
    std::int64_t rows = 0;
    for (int b = 0; b < 7; ++b) {
      const auto batch = sampler.next();
      EXPECT_EQ(batch.size(), b < 6 ? 16U : 7U);
      seen.insert(batch.begin(), batch.end());
      rows += static_cast<std::int64_t>(batch.size());
    }
    EXPECT_EQ(rows, 103);
    EXPECT_EQ(seen.size(), 103U);
  }
}

// Coverage across the wrap-around: after any number of batches no row of a class is ahead of another by more than one
// visit, but for the rows that a batch put off so as not to take them twice.
TEST(Sampler, CyclesEachClassWithoutLosingCoverage) {
  const auto labels = labels_of(13, 90);
  Sampler sampler(labels, options_of(16, 5));
  EXPECT_EQ(sampler.batches_per_epoch(), 7);
  std::map<std::int64_t, int> visits;
  for (int b = 1; b <= 2000; ++b) {
    const auto batch = sampler.next();
    ASSERT_EQ(batch.size(), 16U);
    EXPECT_EQ(std::count_if(batch.begin(), batch.end(), [](std::int64_t row) { return row < 13; }), 5);
    EXPECT_EQ(std::set<std::int64_t>(batch.begin(), batch.end()).size(), 16U) << "batch " << b;
    for (const std::int64_t row : batch) ++visits[row];
    if (b < 10) continue;
    int least = 1 << 30;
    int most = 0;
    for (std::int64_t row = 0; row < 13; ++row) {
      least = std::min(least, visits[row]);
      most = std::max(most, visits[row]);
    }
    ASSERT_LE(most - least, 1) << "batch " << b;
  }
  for (std::int64_t row = 13; row < 103; ++row) EXPECT_NEAR(visits[row], 2000 * 11 / 90, 1);
}

TEST(Sampler, RepeatsAClassThatIsSmallerThanItsShare) {
  const auto labels = labels_of(3, 20);
  Sampler sampler(labels, options_of(12, 8));
  for (int b = 0; b < 20; ++b) {
    std::map<std::int64_t, int> counts;
    for (const std::int64_t row : sampler.next()) ++counts[row];
    for (std::int64_t row = 0; row < 3; ++row) EXPECT_GE(counts[row], 2);
  }
}

TEST(Sampler, GoesOnFromASavedState) {
  const auto labels = labels_of(13, 90);
  for (const std::int64_t positives : {0, 5}) {
    Sampler one(labels, options_of(16, positives));
    for (int b = 0; b < 11; ++b) one.next();
    SamplerOptions other_seed = options_of(16, positives);
    other_seed.seed = 99;
    Sampler other(labels, other_seed);
    other.restore(one.save());
    for (int b = 0; b < 30; ++b) EXPECT_EQ(one.next(), other.next());
  }
}

TEST(Sampler, DependsOnItsSeedAlone) {
  const auto labels = labels_of(13, 90);
  SamplerOptions options = options_of(16, 5);
  Sampler one(labels, options);
  Sampler same(labels, options);
  options.seed = 1;
  Sampler other(labels, options);
  EXPECT_EQ(one.next(), same.next());
  EXPECT_NE(one.next(), other.next());
}

TEST(Sampler, TakesEveryRowAlikeOften) {
  const auto labels = labels_of(5, 5);
  std::map<std::int64_t, int> first;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    SamplerOptions options = options_of(4, 2);
    options.seed = seed;
    Sampler sampler(labels, options);
    for (int b = 0; b < 3; ++b) sampler.next();
    ++first[sampler.next()[0]];
  }
  for (std::int64_t row = 0; row < 5; ++row) EXPECT_NEAR(first[row], 1000, 120) << row;
}

TEST(Sampler, RefusesWhatCannotBeDrawn) {
  const auto labels = labels_of(3, 0);
  EXPECT_THROW(Sampler(labels, options_of(4, 2)), UserError);
  EXPECT_THROW(Sampler(labels_of(3, 3), options_of(4, 4)), UserError);
  EXPECT_THROW(Sampler(labels_of(3, 3), options_of(0, 0)), UserError);
  EXPECT_THROW(Sampler(labels_of(0, 0), options_of(4, 0)), UserError);
  Sampler sampler(labels_of(3, 3), options_of(4, 2));
  auto saved = sampler.save();
  EXPECT_THROW(Sampler(labels_of(3, 4), options_of(4, 2)).restore(saved), UserError);
  saved[1] = 17;
  EXPECT_THROW(sampler.restore(saved), UserError);
}

}  // namespace
}  // namespace pauc
