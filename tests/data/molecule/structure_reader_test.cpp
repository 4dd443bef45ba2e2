#include "pauc/data/molecule/structure_reader.h"

#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

std::vector<StructureRecord> records_of(const std::string& path) {
  StructureReader reader(path);
  std::vector<StructureRecord> records;
  for (StructureRecord record; reader.next(record);) records.push_back(record);
  return records;
}

class StructureFiles : public testing::Test {
 protected:
  test::TemporaryFolder folder_;
};

constexpr const char* kTwo =
    "ethanol\n  made by hand\n\n  1  0\n    0 0 0 C\nM  END\n"
    ">  <Act>  (1)\n8.5\n\n> 25 <Notes of us>\none\ntwo\n\n>  <Empty>\n\n$$$$\n"
    "\n\n\n  0  0\nM  END\n$$$$\n";

TEST_F(StructureFiles, AreCutIntoRecordsWithTheirNamesAndProperties) {
  for (const bool windows : {false, true}) {
    std::string text = kTwo;
    for (std::size_t at = 0; windows && (at = text.find('\n', at)) != std::string::npos; at += 2) {
      text.insert(at, "\r");
    }
    const auto records = records_of(folder_.file("a.sdf", text));
    ASSERT_EQ(records.size(), 2U);
    EXPECT_EQ(records[0].number, 1);
    EXPECT_EQ(records[0].name, "ethanol");
    EXPECT_EQ(records[0].text, "ethanol\n  made by hand\n\n  1  0\n    0 0 0 C\nM  END\n");
    EXPECT_THAT(records[0].properties,
                ElementsAre(Pair("Act", "8.5"), Pair("Notes of us", "one\ntwo"), Pair("Empty", "")));
    EXPECT_EQ(records[1].number, 2);
    EXPECT_EQ(records[1].name, "");
    EXPECT_THAT(records[1].properties, IsEmpty());
    EXPECT_EQ(records[1].complaint, "");
  }
}

TEST_F(StructureFiles, MayEndWithoutTheLastLineOrWithBlankOnes) {
  std::string text = kTwo;
  text.resize(text.size() - 5);
  EXPECT_EQ(records_of(folder_.file("a.sdf", text)).size(), 2U);
  EXPECT_EQ(records_of(folder_.file("b.sdf", kTwo + std::string("\n\n"))).size(), 2U);
  EXPECT_EQ(records_of(folder_.file("c.mol", "x\n\n\n  0  0\nM  END\n")).size(), 1U);
  EXPECT_THAT(records_of(folder_.file("d.sdf", "\n\n")), IsEmpty());
}

TEST_F(StructureFiles, WithABrokenFrameHaveAComplaintAndTheNextRecordIsRead) {
  const std::string text =
      "cut\n\n\n  1  0\n$$$$\n"
      "two\n\n\n  0  0\nM  END\nin one\n\n\n  0  0\nM  END\n>  <Act>\n1\n\n$$$$\n"
      "good\n\n\n  0  0\nM  END\n>  <Log>\nM  END\n\n$$$$\n";
  const auto records = records_of(folder_.file("a.sdf", text));
  ASSERT_EQ(records.size(), 3U);
  EXPECT_EQ(records[0].complaint, "no line \"M  END\"");
  EXPECT_EQ(records[0].text, "");
  EXPECT_THAT(records[1].complaint, HasSubstr("several structures"));
  EXPECT_THAT(records[1].properties, IsEmpty());  // of which of the two?
  EXPECT_EQ(records[2].complaint, "");            // a value is no structure
  EXPECT_THAT(records[2].properties, ElementsAre(Pair("Log", "M  END")));
}

// The labels of the second would be taken for those of the first.
TEST_F(StructureFiles, WithoutAnEndBetweenTwoRecordsLoseBoth) {
  const std::string text =
      "one\n\n\n  1  0\nM  END\n>  <Act>\n0\n\n"
      "two\n\n\n  1  0\nM  END\n>  <Act>\n1\n\n$$$$\n"
      "good\n\n\n  0  0\nM  END\n$$$$\n";
  const auto records = records_of(folder_.file("a.sdf", text));
  ASSERT_EQ(records.size(), 2U);
  EXPECT_THAT(records[0].complaint, HasSubstr("a second structure"));
  EXPECT_EQ(records[0].text, "");
  EXPECT_THAT(records[0].properties, IsEmpty());
  EXPECT_EQ(records[1].name, "good");
}

TEST_F(StructureFiles, CutOffBeforeTheirEndDoNotGetThePropertiesOfTheNext) {
  const std::string text =
      "cut\n\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n    0 0 0 C\n"
      "next\n\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n    0 0 0 N\nM  END\n> <y>\n1\n\n$$$$\n" +
      std::string(kTwo);
  const auto records = records_of(folder_.file("a.sdf", text));
  ASSERT_EQ(records.size(), 3U);
  EXPECT_THAT(records[0].complaint, HasSubstr("several structures"));
  EXPECT_EQ(records[0].text, "");
  EXPECT_THAT(records[0].properties, IsEmpty());
  EXPECT_EQ(records[1].complaint, "");
}

TEST_F(StructureFiles, OfMol2AreCutAtTheirHeads) {
  const std::string text =
      "# a comment\n@<TRIPOS>MOLECULE\nethanol\n 3 2\n@<TRIPOS>ATOM\n1 C\n\n@<TRIPOS>MOLECULE\nwater\n@<TRIPOS>ATOM\n";
  const auto records = records_of(folder_.file("a.mol2", text));
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].name, "ethanol");
  EXPECT_EQ(records[0].text, "@<TRIPOS>MOLECULE\nethanol\n 3 2\n@<TRIPOS>ATOM\n1 C\n\n");
  EXPECT_EQ(records[1].name, "water");
  EXPECT_EQ(records[1].text, "@<TRIPOS>MOLECULE\nwater\n@<TRIPOS>ATOM\n");
}

TEST_F(StructureFiles, AreRefusedWhenARecordNeverEnds) {
  std::string line(1 << 20, 'x');
  line += '\n';
  std::string text;
  for (int k = 0; k < 65; ++k) text += line;
  EXPECT_THAT(refusal_of([&] { records_of(folder_.file("a.sdf", text)); }),
              HasSubstr("a.sdf: line 64: record 1 has more than 64 MB; expected $$$$"));
}

TEST(StructureFormats, AreToldByTheEndingOfTheFile) {
  EXPECT_EQ(structure_format("a.sdf"), StructureFormat::mdl);
  EXPECT_EQ(structure_format("a.sdf.gz"), StructureFormat::mdl);
  EXPECT_EQ(structure_format("a.mol"), StructureFormat::mdl);
  EXPECT_EQ(structure_format("a.mol2.gz"), StructureFormat::mol2);
  EXPECT_EQ(structure_format("a.smi"), StructureFormat::none);
}

}  // namespace
}  // namespace pauc
