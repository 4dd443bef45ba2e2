#include "pauc/record/predictions.h"

#include <gmock/gmock.h>

#include "support/run_folders.h"
#include "support/temporary_folder.h"

namespace pauc::record {
namespace {

TEST(Predictions, ReadBackToTheSameBits) {
  const test::TemporaryFolder folder;
  ScoredPart part = test::random_part(11, 5, 9);
  part.ids[2] = "a \"b\", c";
  for (std::size_t i = 0; i < part.labels.size(); ++i) {
    part.weights.push_back(0.1 * static_cast<double>(i + 1));
    part.groups.push_back(static_cast<std::uint32_t>(i / 5));
  }
  part.group_names = {"g;1", "g2", "g3"};
  folder.file("predictions-valid.csv", predictions_csv(part));
  const ScoredPart read = read_predictions(RunPaths(folder.folder()), "valid");
  EXPECT_EQ(read.numbers, part.numbers);
  EXPECT_EQ(read.ids, part.ids);
  EXPECT_EQ(read.labels, part.labels);
  EXPECT_EQ(read.scores, part.scores);
  EXPECT_EQ(read.weights, part.weights);
  EXPECT_EQ(read.groups, part.groups);
  EXPECT_EQ(read.group_names, part.group_names);
}

}  // namespace
}  // namespace pauc::record
