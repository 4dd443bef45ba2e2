#include "pauc/data/part_difference.h"

#include "pauc/core/random.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using testing::HasSubstr;

// A file of 600 rows in which column b of the last 200, the test part, is shifted.
PartDifference difference(double shift) {
  const test::TemporaryFolder folder;
  Random random(5);
  std::string text = "a,b,c,part,y\n";
  for (int k = 0; k < 600; ++k) {
    const bool test = k >= 400;
    text += joined(random.normal(), ",", random.normal() + (test ? shift : 0), ",", k % 3 == 0 ? "x" : "z", ",",
                   test         ? "test"
                   : k % 4 == 0 ? "valid"
                                : "train",
                   k % 5 == 0 ? ",1\n" : ",0\n");
  }
  DataOptions options;
  options.path = folder.file("t.csv", text);
  options.split = "part";
  const Examples examples = load_examples(options);
  return part_difference(examples, split_examples(examples, options));
}

TEST(PartDifference, IsNoneBetweenPartsOfOneSource) {
  const PartDifference alike = difference(0);
  EXPECT_FALSE(alike.differs()) << alike.auc;
  EXPECT_NEAR(alike.auc, 0.5, 0.08);
  EXPECT_THAT(difference_text(alike), HasSubstr("no difference was found"));
}

TEST(PartDifference, IsFoundInTheColumnThatIsShifted) {
  const PartDifference shifted = difference(1.5);
  EXPECT_TRUE(shifted.differs());
  EXPECT_EQ(shifted.column, "b");
  EXPECT_NEAR(shifted.column_auc, 0.856, 0.04);  // Phi(1.5 / sqrt 2)
  EXPECT_GT(shifted.auc, 0.75);
  EXPECT_THAT(difference_text(shifted), HasSubstr("the parts differ, most in column b"));
}

}  // namespace
}  // namespace pauc
