#include "pauc/data/molecule/fingerprints.h"

#include <set>

#include "pauc/core/random.h"
#include "pauc/data/molecule/part_similarity.h"
#include "pauc/data/registry.h"
#include "support/molecules.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::Contains;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

MorganBits bits(std::initializer_list<int> set) {
  MorganBits made;
  for (const int bit : set) made.words[bit / 64] |= std::uint64_t{1} << (bit % 64);
  made.count = static_cast<std::int32_t>(set.size());
  return made;
}

TEST(Tanimoto, IsTheShareOfBitsInCommon) {
  EXPECT_DOUBLE_EQ(tanimoto(bits({1, 70, 2000}), bits({70, 2000, 5})), 0.5);
  EXPECT_EQ(tanimoto(bits({1}), bits({2})), 0);
  EXPECT_EQ(tanimoto(bits({1, 2047}), bits({1, 2047})), 1);
  EXPECT_EQ(tanimoto(bits({}), bits({})), 0);
}

TEST(ButinaClusters, BeginWithTheMoleculeOfMostNeighbours) {
  // 0 and 1 share 2 of 3 bits with 2, but 1 of 3 with each other; 3 is alone; 4 and 5 are equal.
  const std::vector<MorganBits> all = {bits({1, 2}), bits({2, 3}),   bits({1, 2, 3}),
                                       bits({9}),    bits({20, 21}), bits({20, 21})};
  EXPECT_THAT(butina_clusters(all, 0.6, 2), ElementsAre(0, 0, 0, 2, 1, 1));
  EXPECT_THAT(butina_clusters(all, 1, 1), ElementsAre(1, 2, 3, 4, 0, 0));
  EXPECT_THAT(butina_clusters({bits({}), bits({})}, 0.5, 1), ElementsAre(0, 1));
  EXPECT_THAT(butina_clusters({}, 0.5, 1), ElementsAre());
}

// Butina's algorithm as it is written down, with the lists of all neighbours.
std::vector<std::uint32_t> by_lists(const std::vector<MorganBits>& all, double similarity) {
  std::vector<std::set<std::size_t>> near(all.size());
  for (std::size_t a = 0; a < all.size(); ++a) {
    for (std::size_t b = 0; b < all.size(); ++b) {
      if (tanimoto(all[a], all[b]) >= similarity - 1e-12) near[a].insert(b);
    }
  }
  std::vector<std::size_t> order(all.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return near[a].size() > near[b].size(); });
  std::vector<std::uint32_t> cluster(all.size(), 9999);
  std::uint32_t next = 0;
  for (const std::size_t centre : order) {
    if (cluster[centre] != 9999) continue;
    for (const std::size_t other : near[centre]) {
      if (cluster[other] == 9999) cluster[other] = next;
    }
    ++next;
  }
  return cluster;
}

TEST(ButinaClusters, AreThoseOfTheAlgorithmWithLists) {
  Random random(3);
  for (const double similarity : {0.2, 0.35, 0.5}) {
    std::vector<MorganBits> all(150);
    for (MorganBits& one : all) {
      for (int k = 0; k < 12; ++k) one.words[0] |= std::uint64_t{1} << random.below(30);
      one.count = __builtin_popcountll(one.words[0]);
    }
    EXPECT_EQ(butina_clusters(all, similarity, 2), by_lists(all, similarity)) << similarity;
  }
}

class MoleculeFingerprints : public test::SmilesTest {
 protected:
  test::TemporaryFolder folder_;
};

// By Python's RDKit: GetMorganFingerprintAsBitVect(m, 2, 2048) and TanimotoSimilarity.
TEST_F(MoleculeFingerprints, AreRdkits) {
  const Molecules molecules = read_smiles({"CC(=O)Oc1ccccc1C(=O)O", "OC(=O)c1ccccc1O", "junk("}, {});
  const auto all = morgan_bits(molecules, std::vector<std::int64_t>{1, 0, 2}, 2);
  EXPECT_EQ(all[0].count, 18);
  EXPECT_EQ(all[1].count, 24);
  EXPECT_EQ(all[2].count, 0);
  EXPECT_NEAR(tanimoto(all[0], all[1]), 0.4482758620689655, 1e-12);
}

TEST_F(MoleculeFingerprints, MakeASplitByClusterWithoutRelativesInTwoParts) {
  std::string text = "smiles,y\n";
  for (const char* core : {"c1ccccc1", "C1CCCCC1", "c1ccncc1", "C1CCNCC1", "c1ccsc1", "c1ccoc1"}) {
    for (int k = 0; k < 10; ++k)
      text += std::string(static_cast<std::size_t>(k % 5) + 1, 'C') + core + (k % 2 == 0 ? ",1\n" : ",0\n");
  }
  DataOptions options;
  options.path = folder_.file("m.csv", text);
  options.split = "cluster";
  const Examples examples = load_examples(options);
  EXPECT_THAT(examples.notes, Contains(HasSubstr("60 molecules in ")));
  EXPECT_THAT(examples.facts.scaffolds, SizeIs(60));
  const SplitRows split = split_examples(examples, options);
  std::set<std::uint32_t> train;
  for (const std::int64_t row : split.of(Part::train)) train.insert(examples.facts.scaffolds[row]);
  for (const std::int64_t row : split.of(Part::test)) EXPECT_EQ(train.count(examples.facts.scaffolds[row]), 0U);
  EXPECT_FALSE(split.of(Part::test).empty());
  options.cluster_similarity = 1.5;
  EXPECT_THAT(refusal_of([&] { load_examples(options); }, Fault::usage),
              HasSubstr("cluster_similarity: expected a number"));
  options.path = folder_.file("t.csv", "a,y\n1,1\n2,0\n3,1\n4,0\n");
  options.cluster_similarity = 0.4;
  EXPECT_THAT(refusal_of([&] { split_examples(load_examples(options), options); }, Fault::usage),
              HasSubstr("split: cluster is for molecules, the data are csv"));
}

TEST_F(MoleculeFingerprints, TellHowSimilarTestIsToTraining) {
  DataOptions options;
  options.split = "part";
  options.label = "y";
  options.path = folder_.file("m.csv",
                              "smiles,y,part\nCCCCCCO,1,train\nc1ccccc1CCN,0,train\nC1CCNCC1,0,valid\nCCCCCCO,1,test\n"
                              "OC(=O)CC(F)(F)F,0,test\nNCCc1ccccc1,1,test\n");
  const Examples examples = load_examples(options);
  const SplitRows split = split_examples(examples, options);
  const auto similarity = part_similarity(examples, split, 2);
  ASSERT_TRUE(similarity);
  EXPECT_EQ(similarity->test, 3);
  EXPECT_EQ(similarity->train, 2);
  EXPECT_EQ(similarity->median, 1);
  EXPECT_NEAR(similarity->nearly_same, 2.0 / 3, 1e-12);
  EXPECT_THAT(warning_about(*similarity, options), HasSubstr("67 % of the test molecules are nearly the same"));
  EXPECT_THAT(similarity_text(*similarity), HasSubstr("median Tanimoto similarity 1.00, 66.7 % above 0.9"));
  EXPECT_EQ(warning_about({3, 2, 0.5, 0.2}, options), "");
}

}  // namespace
}  // namespace pauc
