// Folders in OGB's layout with several labels, as a user types it.
#include <filesystem>

#include "pauc/core/error.h"
#include "pauc/core/random.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr int kMolecules = 160;

// Chains of carbon, a third of which end in oxygen: T2. Nearly all rows are positive for T1.
class OgbLabels : public TrainingTest {
 protected:
  void SetUp() override {
    TrainingTest::SetUp();
    for (const char* folder : {"ogb/mapping", "ogb/raw", "ogb/split/scaffold"}) {
      std::filesystem::create_directories(folder_.path(folder));
    }
    Random random(4);
    for (int k = 0; k < kMolecules; ++k) add(1 + static_cast<int>(random.below(8)), k % 3 == 0, k);
    folder_.file("ogb/mapping/mol.csv", "T1,T2,smiles,mol_id\n" + mapping_);
    for (const auto& [name, text] : raw_) folder_.file("ogb/raw/" + name + ".csv", text);
    for (const auto& [name, text] : parts_) folder_.file("ogb/split/scaffold/" + name + ".csv", text);
  }

 private:
  void add(int atoms, bool has_oxygen, int number) {
    const bool first = number % 10 != 0;
    mapping_ += joined(first ? 1 : 0, ",", has_oxygen ? 1 : 0, ",", std::string(static_cast<std::size_t>(atoms), 'C'),
                       has_oxygen ? "O" : "C", ",m", number, "\n");
    raw_["graph-label"] += joined(first ? 1 : 0, ",", has_oxygen ? 1 : 0, "\n");
    raw_["num-node-list"] += joined(atoms + 1, "\n");
    raw_["num-edge-list"] += joined(atoms, "\n");
    for (int atom = 0; atom <= atoms; ++atom) {
      raw_["node-feat"] += joined(has_oxygen && atom == atoms ? 7 : 5, ",0,4,5,3,0,2,0,0\n");
      if (atom == 0) continue;
      raw_["edge"] += joined(atom - 1, ",", atom, "\n");
      raw_["edge-feat"] += "0,0,0\n";
    }
    parts_[number % 4 == 1 ? "valid" : number % 4 == 2 ? "test" : "train"] += joined(number, "\n");
  }

  std::string mapping_;
  std::map<std::string, std::string> raw_, parts_;
};

TEST_F(OgbLabels, AreMonitoredOneByOne) {
  const CommandResult trained = pauc(
      "train ogb --label T1,T2 --objective ce --model gin --hidden 8 --layers 2 --epochs 3 --threads 1 --no-report "
      "--quiet --out run");
  ASSERT_EQ(trained.exit_code, 0) << trained.err;
  const CommandResult monitored = pauc("monitor run/tasks/T2 ogb --json");
  ASSERT_EQ(monitored.exit_code, 0) << monitored.err;
  EXPECT_EQ(json::parse(monitored.out)["promises"][0]["negatives"], kMolecules - (kMolecules + 2) / 3) << monitored.out;
}

TEST_F(OgbLabels, HaveRowsThatStayAsTheyAre) {
  const std::string train = "train ogb --label T1,T2 --objective ce --model gin --out run ";
  for (const char* how : {"drop", "average"}) {
    refused(train + "--duplicates " + how, 2, joined("expected keep, got ", how));
  }
  refused(train + "--standardise tautomer", 2, "expected off, got tautomer");
}

}  // namespace
}  // namespace pauc::test
