#include "pauc/trainer/config/column_groups.h"

#include "support/refusals.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<std::string> kColumns = {"pulse", "pressure", "lab_a", "lab_b", "age"};

std::string refused(const std::string& text) {
  return refusal_of([&] { column_groups(text, kColumns); }, Fault::usage);
}

TEST(ColumnGroups, AreNamedListsOfColumns) {
  const auto groups = column_groups("vitals=pulse, pressure; labs=lab_*,age", kColumns);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].name, "vitals");
  EXPECT_THAT(groups[0].columns, ElementsAre("pulse", "pressure"));
  EXPECT_EQ(groups[1].name, "labs");
  EXPECT_THAT(groups[1].columns, ElementsAre("lab_a", "lab_b", "age"));
  EXPECT_THAT(column_groups("", kColumns), IsEmpty());
}

TEST(ColumnGroups, NameAColumnOnceEvenIfItIsMeantTwice) {
  EXPECT_THAT(column_groups("labs=lab_a,lab_*", kColumns)[0].columns, ElementsAre("lab_a", "lab_b"));
}

TEST(ColumnGroups, RefuseUnknownColumnsAndNameTheNearest) {
  EXPECT_THAT(refused("vitals=pulse,presure"), HasSubstr("presure"));
  EXPECT_THAT(refused("vitals=pulse,presure"), HasSubstr("there are pressure"));
  EXPECT_THAT(refused("labs=x_*"), HasSubstr("x_*"));
  EXPECT_THAT(refused("vitals="), HasSubstr("vitals"));
}

TEST(ColumnGroups, RefuseTextThatIsNoGroup) {
  EXPECT_THAT(refused("pulse,pressure"), HasSubstr("expected groups such as"));
  EXPECT_THAT(refused("=pulse"), HasSubstr("expected groups such as"));
  EXPECT_THAT(refused("a=pulse;"), HasSubstr("expected groups such as"));
  EXPECT_THAT(refused("a=pulse;a=age"), HasSubstr("a twice"));
}

}  // namespace
}  // namespace pauc
