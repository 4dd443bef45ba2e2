// Compiled where RDKit is found: a program that has switched RDKit's log on, as Python's rdkit does.
#include <RDGeneral/RDLog.h>

#include <functional>
#include <memory>
#include <sstream>
#include <thread>

#include "pauc/data/molecule/drawing.h"
#include "pauc/data/molecule/smiles.h"

namespace pauc {
namespace {

struct Heard {
  std::string reading;
  std::string after;
};

Heard log_of(const std::function<void()>& act) {
  std::ostringstream log;
  const auto before = rdErrorLog;
  rdErrorLog = std::make_shared<boost::logging::rdLogger>(&log);
  act();
  Heard heard = {log.str(), ""};
  BOOST_LOG(rdErrorLog) << "still here";
  heard.after = log.str();
  rdErrorLog = before;
  return heard;
}

TEST(RdkitLog, IsSilentWhilePaucReadsAndOnAgainAfterwards) {
  const std::vector<std::string> junk(3000, "junk");
  const Heard heard = log_of([&] {
    std::thread another([&] { read_smiles(junk, {}); });
    scaffolds_of(junk, {});
    another.join();
  });
  EXPECT_EQ(heard.reading, "");
  EXPECT_THAT(heard.after, testing::HasSubstr("still here"));
}

TEST(RdkitLog, IsSilentWhilePaucDrawsAndOnAgainAfterwards) {
  Molecules molecules = read_smiles({"CC"}, {});
  molecules.bond_ends.push_back({0, 1});  // the same bond again, which RDKit complains about
  molecules.bond_codes.push_back(molecules.bond_codes[0]);
  molecules.bond_begins.back() = 2;
  std::string drawing = "none yet";
  const Heard heard = log_of([&] { drawing = molecule_svg(molecules, 0); });
  EXPECT_EQ(drawing, "");
  EXPECT_EQ(heard.reading, "");
  EXPECT_THAT(heard.after, testing::HasSubstr("still here"));
}

}  // namespace
}  // namespace pauc
