// Features as python3-rdkit 2022.09 and OGB's two functions give them; those of the first molecules are easily checked
// by hand.
#include "pauc/data/molecule/smiles.h"

#include "support/molecules.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using testing::ElementsAre;

struct KnownBond {
  std::int32_t first;
  std::int32_t second;
  BondFeatures features;
};
bool operator==(const KnownBond& a, const KnownBond& b) {
  return a.first == b.first && a.second == b.second && a.features == b.features;
}
std::ostream& operator<<(std::ostream& out, const KnownBond& bond) {
  return out << bond.first << '-' << bond.second << ' ' << testing::PrintToString(bond.features);
}

std::vector<KnownBond> bonds_of(const Molecules& molecules) {
  std::vector<KnownBond> bonds;
  for (std::size_t k = 0; k < molecules.bond_ends.size(); ++k) {
    bonds.push_back(
        {molecules.bond_ends[k].first, molecules.bond_ends[k].second, bond_features(molecules.bond_codes[k])});
  }
  return bonds;
}

Molecules molecule(const std::string& smiles) { return read_smiles({smiles}, {}); }

bool readable(const std::string& smiles) {
  const Molecules molecules = molecule(smiles);
  EXPECT_EQ(molecules.size(), 1);
  EXPECT_EQ(molecules.atom_begins.back(), static_cast<std::int64_t>(molecules.atoms.size()));
  EXPECT_EQ(molecules.bond_begins.back(), static_cast<std::int64_t>(molecules.bond_ends.size()));
  EXPECT_EQ(molecules.bond_ends.size(), molecules.bond_codes.size());
  return molecules.readable(0);
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int k = 0; k < times; ++k) all += text;
  return all;
}

constexpr BondFeatures kSingle = {0, 0, 0};
constexpr AtomFeatures kMethyl = {5, 0, 4, 5, 3, 0, 2, 0, 0};

class Smiles : public test::SmilesTest {};

TEST(SmilesReader, RefusesOnlyWhereItIsMissing) {
  const std::string missing =
      "SMILES: this copy of pauc was built without RDKit; install librdkit-dev and build it again";
  const std::string sentence = smiles_reader().empty() ? missing : "";
  EXPECT_EQ(test::refusal_of([] { read_smiles({}, {}); }, Fault::usage), sentence);
  EXPECT_EQ(test::refusal_of([] { scaffolds_of({"C"}, {}); }, Fault::usage), sentence);
}

TEST_F(Smiles, HaveAReaderWithAVersion) { EXPECT_THAT(smiles_reader(), testing::MatchesRegex("RDKit 20..\\..*")); }

TEST_F(Smiles, OfEthanol) {
  const Molecules ethanol = molecule("CCO");
  EXPECT_THAT(ethanol.atoms,
              ElementsAre(kMethyl, AtomFeatures{5, 0, 4, 5, 2, 0, 2, 0, 0}, AtomFeatures{7, 0, 2, 5, 1, 0, 2, 0, 0}));
  EXPECT_THAT(bonds_of(ethanol), ElementsAre(KnownBond{0, 1, kSingle}, KnownBond{1, 2, kSingle}));
}

TEST_F(Smiles, OfBenzene) {
  const Molecules benzene = molecule("c1ccccc1");
  EXPECT_THAT(benzene.atoms, testing::Each(AtomFeatures{5, 0, 3, 5, 1, 0, 1, 1, 1}));
  ASSERT_EQ(benzene.atoms.size(), 6U);
  const BondFeatures aromatic = {3, 0, 1};
  EXPECT_THAT(bonds_of(benzene),
              ElementsAre(KnownBond{0, 1, aromatic}, KnownBond{1, 2, aromatic}, KnownBond{2, 3, aromatic},
                          KnownBond{3, 4, aromatic}, KnownBond{4, 5, aromatic}, KnownBond{5, 0, aromatic}));
}

TEST_F(Smiles, OfAlanineSayWhichHandItIs) {
  const Molecules alanine = molecule("C[C@H](N)C(=O)O");
  EXPECT_EQ(alanine.atoms.at(1), (AtomFeatures{5, 2, 4, 5, 1, 0, 2, 0, 0}));
  EXPECT_THAT(bonds_of(alanine),
              ElementsAre(KnownBond{0, 1, kSingle}, KnownBond{1, 2, kSingle}, KnownBond{1, 3, kSingle},
                          KnownBond{3, 4, BondFeatures{1, 0, 1}}, KnownBond{3, 5, BondFeatures{0, 0, 1}}));
  EXPECT_EQ(molecule("C[C@@H](N)C(=O)O").atoms.at(1)[1], 1);
  EXPECT_EQ(molecule("CC(N)C(=O)O").atoms.at(1)[1], 0);
}

// Two methyl groups: a hand is marked where there is none.
TEST_F(Smiles, LoseAMarkWithoutMeaning) { EXPECT_EQ(molecule("C[C@H](C)O").atoms.at(1)[1], 0); }

TEST_F(Smiles, OfButeneSayWhichSide) {
  EXPECT_EQ(bonds_of(molecule("C/C=C/C")).at(1), (KnownBond{1, 2, {1, 2, 0}}));
  EXPECT_EQ(bonds_of(molecule("C/C=C\\C")).at(1), (KnownBond{1, 2, {1, 1, 0}}));
  EXPECT_EQ(bonds_of(molecule("CC=CC")).at(1), (KnownBond{1, 2, {1, 0, 0}}));
  EXPECT_EQ(bonds_of(molecule("CC=CC |ctu:1|")).at(1).features[1], 5);
}

TEST_F(Smiles, OfIonsRadicalsAndSalts) {
  EXPECT_EQ(molecule("C[N+](C)(C)C").atoms.at(1), (AtomFeatures{6, 0, 4, 6, 0, 0, 2, 0, 0}));
  EXPECT_THAT(molecule("[CH3]").atoms, ElementsAre(AtomFeatures{5, 0, 3, 5, 3, 1, 2, 0, 0}));
  const Molecules salt = molecule("[Na+].[Cl-]");
  EXPECT_THAT(salt.atoms,
              ElementsAre(AtomFeatures{10, 0, 0, 6, 0, 0, 5, 0, 0}, AtomFeatures{16, 0, 0, 4, 0, 0, 2, 0, 0}));
  EXPECT_TRUE(salt.bond_ends.empty());
  EXPECT_THAT(bonds_of(molecule("[O-][N+](=O)C")),
              ElementsAre(KnownBond{0, 1, {0, 0, 1}}, KnownBond{1, 2, {1, 0, 1}}, KnownBond{1, 3, kSingle}));
}

TEST_F(Smiles, KeepHydrogensAsOgbDoes) {
  EXPECT_EQ(molecule("[H]n1cccc1").atoms.at(0), (AtomFeatures{6, 0, 3, 5, 1, 0, 1, 1, 1}));
  EXPECT_EQ(molecule("[H]C([H])([H])[H]").atoms.size(), 1U);
  EXPECT_THAT(molecule("[H][H]").atoms, testing::Each(AtomFeatures{0, 0, 1, 5, 0, 0, 5, 0, 0}));
  EXPECT_EQ(molecule("[2H]C").atoms.size(), 2U);
}

// The last value of each list.
TEST_F(Smiles, CountWhatIsNotListedAsOther) {
  EXPECT_EQ(molecule("*").atoms.at(0), (AtomFeatures{118, 0, 0, 5, 0, 0, 5, 0, 0}));
  EXPECT_EQ(molecule("[Og]").atoms.at(0)[0], 117);
  EXPECT_EQ(molecule("[#6+300]").atoms.at(0), (AtomFeatures{5, 0, 0, 11, 0, 5, 2, 0, 0}));
  EXPECT_EQ(molecule("[U-6]").atoms.at(0)[3], 11);
  EXPECT_EQ(molecule("[Fe@OH30](C)(N)").atoms.at(0), (AtomFeatures{25, 4, 2, 5, 0, 0, 4, 0, 0}));
  EXPECT_EQ(bonds_of(molecule("C$C")).at(0).features, (BondFeatures{4, 0, 0}));
  EXPECT_EQ(bonds_of(molecule("C->[Fe]")).at(0).features, (BondFeatures{4, 0, 0}));
  EXPECT_EQ(molecule("[U](C)(C)(C)(C)(C)(C)(C)(C)(C)(C)C").atoms.at(0)[2], 11);
  EXPECT_EQ(molecule("[UH9]").atoms.at(0)[4], 9);
}

TEST_F(Smiles, OfHighValenceHaveTheirHybridisation) {
  EXPECT_EQ(molecule("S(F)(F)(F)(F)(F)F").atoms.at(0)[6], 4);
  EXPECT_EQ(molecule("FP(F)(F)(F)F").atoms.at(1)[6], 3);
  EXPECT_EQ(molecule("N#C").atoms.at(1)[6], 0);
}

TEST_F(Smiles, ThatCannotBeReadHaveNoAtomsAndPrintNothing) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  for (const char* smiles : {"",
                             " ",
                             "junk",
                             "C(",
                             "C)",
                             "C1CC",
                             "c1ccc",
                             "c1cc1",
                             "CC(C)(C)(C)C",
                             "[C",
                             "C]",
                             "[Xx]",
                             "[CH99]",
                             "C11",
                             "C1=1",
                             "%",
                             "C..",
                             ".C",
                             "CC>>CC",
                             "C |abc|",
                             "[C:99999999999]",
                             "[99999999999999C]",
                             "[C+99999999999]",
                             "[#999]",
                             "C%(100000)CC%(100000)",
                             "\xff\xfe",
                             "\xc3\xa9",
                             "[C@@@H]",
                             "F/C=C/F/",
                             "[nH]1cccc1x"}) {
    EXPECT_FALSE(readable(smiles)) << smiles;
  }
  EXPECT_FALSE(readable(std::string("C\0C", 3)));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST_F(Smiles, StandInTheirOrderBetweenThoseThatCannotBeRead) {
  const Molecules molecules = read_smiles({"CC", "junk", "CCO", "", "C"}, {});
  EXPECT_THAT(molecules.atom_begins, ElementsAre(0, 2, 2, 5, 5, 6));
  EXPECT_THAT(molecules.bond_begins, ElementsAre(0, 1, 1, 3, 3, 3));
  EXPECT_TRUE(molecules.readable(4));
  EXPECT_FALSE(molecules.readable(3));
  EXPECT_EQ(read_smiles({}, {}).size(), 0);
}

TEST_F(Smiles, OfThousandsOfAtomsAreRead) {
  EXPECT_EQ(molecule(std::string(5000, 'C')).atoms.size(), 5000U);
  EXPECT_EQ(molecule(repeated("NC(C)C(=O)", 1000)).bond_ends.size(), 4999U);
  EXPECT_EQ(molecule(repeated("N[C@@H](C)C(=O)", 100)).atoms.at(1)[1], 1);
  EXPECT_EQ(molecule("C1" + std::string(4999, 'C') + "1").bond_ends.size(), 5000U);
}

// RDKit's search for stereo centres would take minutes.
TEST_F(Smiles, OfThousandsOfAtomsMayMarkStereo) {
  const Molecules hand = molecule("C[C@H](F)" + std::string(4997, 'C'));
  EXPECT_EQ(hand.atoms.size(), 5000U);
  EXPECT_NE(hand.atoms[1][1], 0);
  EXPECT_EQ(molecule("F/C=C/" + std::string(4997, 'C')).atoms.size(), 5000U);
}

TEST_F(Smiles, NestedBeyondReasonDoNotCrash) {
  EXPECT_TRUE(readable(repeated("C(", 5000) + "C" + repeated(")", 5000)));
  EXPECT_FALSE(readable(repeated("C(", 100000) + "C" + repeated(")", 100000)));
  EXPECT_FALSE(readable(repeated("C(", 30000)));
  EXPECT_FALSE(readable("C" + repeated("(", 30000) + "C" + repeated(")", 30000)));
  EXPECT_FALSE(readable(repeated("[", 60000)));
  EXPECT_FALSE(readable(std::string(1 << 20, 'C')));
}

TEST_F(Smiles, AreReadAlikeByAnyNumberOfThreads) {
  std::vector<std::string> smiles;
  for (int row = 0; row < 1200; ++row) smiles.push_back(row % 7 == 0 ? "junk" : "C1CC1" + std::string(row % 40, 'O'));
  const Molecules one = read_smiles(smiles, {});
  const auto scaffolds = scaffolds_of(smiles, {});
  ASSERT_EQ(one.size(), 1200);
  for (const int threads : {2, 16}) {
    SmilesOptions options;
    options.threads = threads;
    EXPECT_TRUE(read_smiles(smiles, options) == one) << threads;
    EXPECT_EQ(scaffolds_of(smiles, options), scaffolds) << threads;
  }
}

TEST_F(Smiles, HaveOneScaffoldWhateverHangsOnTheRings) {
  const auto scaffolds =
      scaffolds_of({"CCO", "Cc1ccccc1", "Oc1ccc(Cl)cc1", "", "C", "C1CCCCC1", "O=C1CCCCC1", "c1ccccc1Cc1ccccc1"}, {});
  EXPECT_THAT(scaffolds, ElementsAre(0, 1, 1, kNoScaffold, 0, 2, 3, 4));
}

TEST_F(Smiles, HaveScaffoldsThatTellHandsApart) {
  const auto scaffolds =
      scaffolds_of({"C1C[C@H]2CC[C@@H]1O2", "C[C@H]1CO[C@@H](c2ccccc2)C1", "C[C@H]1CO[C@H](c2ccccc2)C1"}, {});
  EXPECT_NE(scaffolds[1], scaffolds[2]);
}

// RDKit would take minutes.
TEST_F(Smiles, OfMoreThanAThousandAtomsAreScaffoldsOfTheirOwn) {
  const std::string large = "C1CC1" + std::string(5000, 'C');
  EXPECT_THAT(scaffolds_of({large, large, large + "O", std::string(5000, 'C'), "C"}, {}), ElementsAre(0, 0, 1, 2, 2));
}

}  // namespace
}  // namespace pauc
