#include <cmath>

#include "pauc/data/split_examples.h"
#include "pauc/data/table/csv_table.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

class CsvFacts : public testing::Test {
 protected:
  Examples load(std::string_view content) {
    options_.path = folder_.file("t.csv", content);
    return load_csv(options_);
  }
  Examples load(std::string_view content, std::string_view test_content) {
    options_.test = folder_.file("test.csv", test_content);
    return load(content);
  }
  std::string refusal(std::string_view content, Fault fault = Fault::data) {
    return refusal_of([&] { load(content); }, fault);
  }
  std::string refusal(std::string_view content, std::string_view test_content) {
    return refusal_of([&] { load(content, test_content); });
  }

  test::TemporaryFolder folder_;
  DataOptions options_;
};

std::vector<std::string> names_of(const Examples& examples) {
  std::vector<std::string> names;
  for (const Column& column : examples.content.table.columns) names.push_back(column.name);
  return names;
}

const std::vector<float>& values_of(const Examples& examples, std::size_t column) {
  return std::get<DenseValues>(examples.content.table.values).columns[column];
}

TEST_F(CsvFacts, TextsOfMissingAreNoLabels) {
  options_.missing = "unknown,-9";
  EXPECT_THAT(load("x,y\n1,0\n2,unknown\n3,1\n4,-9\n5,0\n").facts.labels, ElementsAre(0, -1, 1, -1, 0));
}

TEST_F(CsvFacts, TheLabelIsNoIdWeightOrGroup) {
  const char* const content = "x,y\n1,0\n2,1\n";
  for (std::string DataOptions::*option : {&DataOptions::id, &DataOptions::weight, &DataOptions::group}) {
    options_ = {};
    options_.*option = "y";
    EXPECT_THAT(refusal(content, Fault::usage), HasSubstr(": expected a column other than the label, got y"));
  }
}

TEST_F(CsvFacts, TheLabelThatWasMeantIsProposed) {
  EXPECT_THAT(
      refusal("sick ward,case,y\n0,5,7\n1,6,8\n0,6,9\n1,7,10\n"),
      testing::EndsWith("label: none was given, and the last column, y, cannot be it; did you mean --label 'sick "
                        "ward'?"));
  EXPECT_THAT(refusal("a,b,y\n0,5,7\n1,6,8\n0,6,9\n1,5,10\n"),
              testing::EndsWith("; columns with two values: a,b; name the label, as in --label a"));
  EXPECT_THAT(refusal("a,b,y\n2,5,7\n1,6,8\n0,7,9\n"), HasSubstr("expected two label values, got 3"));
}

TEST_F(CsvFacts, AFileOfOneColumnIsRefused) {
  EXPECT_THAT(
      refusal("a|y\n1|0\n2|1\n"),
      HasSubstr("expected the names of two or more columns in the first line, separated by commas, semicolons or "
                "tabs, got one: \"a|y\""));
}

TEST_F(CsvFacts, ColumnsThatOptionsNameAreNoFeatures) {
  options_.label = "y";
  options_.id = "name";
  options_.group = "site";
  options_.weight = "w";
  options_.split = "part";
  const Examples examples = load(
      "y,name,x,site,w,part\n0,\"a,b\",1,s1,0.5,train\n1,b,2,s2,2,Valid\n1,c,3,s1,0,TEST\n0,d,4,s3,1,validation\n");
  EXPECT_THAT(names_of(examples), ElementsAre("x"));
  EXPECT_THAT(examples.facts.labels, ElementsAre(0, 1, 1, 0));
  EXPECT_THAT(examples.facts.ids, ElementsAre("a,b", "b", "c", "d"));
  EXPECT_EQ(examples.facts.id_column, "name");
  EXPECT_THAT(examples.facts.groups, ElementsAre(0, 1, 0, 2));
  EXPECT_THAT(examples.facts.weights, ElementsAre(0.5, 2, 0, 1));
  EXPECT_THAT(examples.facts.parts, ElementsAre(Part::train, Part::valid, Part::test, Part::valid));
}

TEST_F(CsvFacts, ListsThatNobodyAskedForAreEmpty) {
  const RowFacts facts = load("x,y\n1,0\n2,1\n").facts;
  EXPECT_THAT(facts.ids, IsEmpty());
  EXPECT_THAT(facts.groups, IsEmpty());
  EXPECT_THAT(facts.weights, IsEmpty());
  EXPECT_THAT(facts.parts, IsEmpty());
}

TEST_F(CsvFacts, BadFactsAreRefusedWithTheirPlace) {
  options_.weight = "w";
  EXPECT_THAT(refusal("x,w,y\n1,1,0\n2,-3,1\n"), HasSubstr("t.csv: line 3, column 2 (w)"));
  options_.weight.clear();
  options_.group = "g";
  EXPECT_THAT(refusal("x,g,y\n1,a,0\n2,,1\n"), HasSubstr("t.csv: line 3, column 2 (g)"));
  options_.group.clear();
  options_.split = "part";
  EXPECT_THAT(refusal("x,part,y\n1,train,0\n2,dev,1\n"), HasSubstr("t.csv: line 3, column 2 (part)"));
  EXPECT_THAT(refusal("x,pat,y\n1,train,0\n2,dev,1\n"), HasSubstr("\"part\""));
}

TEST_F(CsvFacts, AnEmptyLabelMeansUnlabelledAndTheOthersKeepTheirs) {
  const RowFacts facts = load("x,y\n1,0\n2,\n3,1\n4,  \n5,0\n").facts;
  EXPECT_THAT(facts.labels, ElementsAre(0, kUnlabelled, 1, kUnlabelled, 0));
  EXPECT_THAT(facts.numbers, ElementsAre(1, 2, 3, 4, 5));
}

TEST_F(CsvFacts, ANanLabelMeansUnlabelledToo) {
  for (const char* word : {"nan", "NaN", "-nan"}) {
    const RowFacts facts = load(std::string("x,y\n1,0\n2,") + word + "\n3,1\n5,0\n6,1\n").facts;
    EXPECT_THAT(facts.labels, ElementsAre(0, kUnlabelled, 1, 0, 1)) << word;
  }
  options_.positive = ">=8";
  EXPECT_THAT(load("x,y\n1,9\n2,nan\n3,7\n").facts.labels, ElementsAre(1, kUnlabelled, 0));
}

TEST_F(CsvFacts, APositiveClassMayHaveANameOrABound) {
  options_.positive = ">=8";
  EXPECT_THAT(load("x,y\n1,7.5\n2,8\n3,9\n").facts.labels, ElementsAre(0, 1, 1));
  options_.positive = "b";
  EXPECT_THAT(load("x,y\n1,a\n2,b\n3,c\n").facts.labels, ElementsAre(0, 1, 0));
  EXPECT_EQ(load("x,y\n1,a\n2,b\n3,c\n").facts.positive, "b");
  options_.positive.clear();
  options_.positive_classes = "2-3";
  EXPECT_THAT(load("x,y\n1,1\n2,2\n3,3\n4,4\n").facts.labels, ElementsAre(0, 1, 1, 0));
}

TEST_F(CsvFacts, ATestFileComesBehindTheFirstWithColumnsByName) {
  options_.label = "y";
  options_.id = "id";
  const Examples examples = load("id,a,b,y\nr1,1,2,0\nr2,3,4,1\n", "extra,y,b,a,id\n9,1,20,10,t1\n");
  EXPECT_THAT(values_of(examples, 0), ElementsAre(1, 3, 10));
  EXPECT_THAT(values_of(examples, 1), ElementsAre(2, 4, 20));
  EXPECT_THAT(examples.facts.labels, ElementsAre(0, 1, 1));
  EXPECT_THAT(examples.facts.ids, ElementsAre("r1", "r2", "t1"));
  EXPECT_THAT(examples.facts.numbers, ElementsAre(1, 2, 1));
  EXPECT_THAT(examples.facts.parts, ElementsAre(Part::test));
  EXPECT_THAT(examples.files, ElementsAre(options_.path, options_.test));
}

TEST_F(CsvFacts, TheLabelOfATestFileHasTheNameOfTheFirstFilesLastColumn) {
  const Examples examples = load("a,b,y\n1,5,0\n2,6,1\n", "y,a,b\n1,3,7\n0,4,8\n");
  EXPECT_THAT(examples.facts.labels, ElementsAre(0, 1, 1, 0));
  EXPECT_THAT(values_of(examples, 0), ElementsAre(1, 2, 3, 4));
}

TEST_F(CsvFacts, AColumnGivenByNumberMeansTheSameNameInTheTestFile) {
  options_.label = "1";
  options_.weight = "2";
  const Examples examples = load("y,w,a\n1,2,5\n0,1,6\n", "a,y,w\n7,1,9\n");
  EXPECT_THAT(examples.facts.labels, ElementsAre(1, 0, 1));
  EXPECT_THAT(examples.facts.weights, ElementsAre(2, 1, 9));
}

TEST_F(CsvFacts, ColumnsOfOneNameAreToldApartByTheirOrder) {
  const Examples examples = load("a,a,y\n1,5,0\n2,6,1\n", "a,y,a\n3,1,7\n");
  EXPECT_THAT(values_of(examples, 0), ElementsAre(1, 2, 3));
  EXPECT_THAT(values_of(examples, 1), ElementsAre(5, 6, 7));
}

TEST_F(CsvFacts, AnIdGivenByNumberIsKnownByItsName) {
  options_.id = "1";
  EXPECT_EQ(load("name,x,y\na,1,0\nb,2,1\n").facts.id_column, "name");
}

TEST_F(CsvFacts, ATestFileNeedsNoSplitColumn) {
  options_.split = "part";
  const Examples examples = load("a,part,y\n1,train,0\n2,valid,1\n", "a,y\n3,1\n");
  EXPECT_THAT(examples.facts.parts, ElementsAre(Part::train, Part::valid, Part::test));
}

TEST_F(CsvFacts, ATestFileThatDoesNotFitIsRefused) {
  const std::string first = "amount,b,y\n1,2,0\n3,4,1\n";
  EXPECT_THAT(
      refusal(first, "amout,b,y\n1,2,0\n"),
      EndsWith("/t.csv; it lacks amount and has amout, b, y; add what is missing, or train without it: --drop amount"));
  EXPECT_THAT(refusal(first, "amount,b,y\n1,2,0\n1,text,1\n"),
              HasSubstr("test.csv: line 3, column 2 (b): expected a number as in"));
  EXPECT_THAT(refusal(first, "amount,b\n1,2\n"), HasSubstr("test.csv"));
  EXPECT_THAT(refusal(first, "amount,b,y\n"), HasSubstr("test.csv: expected rows below the header"));
}

TEST_F(CsvFacts, CategoriesOfATestFileGoOnWithTheNumbersOfTheFirst) {
  const Examples examples = load("a,y\nred,0\nblue,1\n", "a,y\nblue,1\ngreen,0\n");
  EXPECT_THAT(values_of(examples, 0), ElementsAre(0, 1, 1, 2));
  EXPECT_THAT(examples.content.table.columns[0].categories, ElementsAre("red", "blue", "green"));
}

TEST_F(CsvFacts, OfASplitByDateAreDaysOrNumbers) {
  DataOptions options;
  options.path = folder_.file("d.csv", "day,y,x\n2024-03-01,1,1\n2023-12-31,0,2\n2024-02-29,1,3\n2021-05-05,0,4\n");
  options.label = "y";
  options.split = "date";
  options.date = "day";
  options.fractions = "0.5,0.25,0.25";
  const Examples examples = load_examples(options);
  EXPECT_EQ(examples.content.table.columns.size(), 1U);  // the date is no feature
  const SplitRows split = split_examples(examples, options);
  EXPECT_THAT(split.of(Part::train), ElementsAre(1, 3));
  EXPECT_THAT(split.of(Part::valid), ElementsAre(2));
  EXPECT_THAT(split.of(Part::test), ElementsAre(0));
  options.path = folder_.file("e.csv", "day,y,x\n2024,1,1\nsoon,0,2\n");
  EXPECT_THAT(test::refusal_of([&] { load_examples(options); }),
              HasSubstr("e.csv: line 3, column 1 (day): expected a date such as 2024-01-31 or a number, got \"soon\""));
  options.date = "";
  EXPECT_THAT(test::refusal_of([&] { load_examples(options); }, Fault::usage),
              HasSubstr("split: date needs the option date"));
  options.date = "day";
  options.valid_seed = 1;
  options.path = folder_.file("f.csv", "day,y,x\n1,1,1\n2,0,2\n3,1,2\n4,0,2\n");
  EXPECT_THAT(test::refusal_of([&] { split_examples(load_examples(options), options); }, Fault::usage),
              HasSubstr("valid_seed: expected a split that is drawn"));
}

TEST_F(CsvFacts, WithARelationCountOnlyLabelsThatTheBoundDecides) {
  DataOptions options;
  options.path = folder_.file("r.csv", "x,Act,rel\n1,9,=\n2,5,>\n3,9,>\n4,5,<\n5,9,<\n6,7,\n7,,>\n8,5,'='\n");
  options.label = "Act";
  options.positive = ">=8";
  options.relation = "rel";
  const Examples examples = load_examples(options);
  EXPECT_THAT(examples.facts.labels, ElementsAre(1, kUnlabelled, 1, 0, kUnlabelled, 0, kUnlabelled, 0));
  EXPECT_THAT(examples.notes, testing::Contains(HasSubstr("2 labels are bounds that leave open whether the row is >=8: "
                                                          "counted as unlabelled")));
  EXPECT_EQ(examples.content.table.columns.size(), 1U);
  options.positive = "9";
  EXPECT_THAT(test::refusal_of([&] { load_examples(options); }, Fault::usage),
              HasSubstr("relation: expected a label of numbers with a bound such as --positive '>=8', got 9"));
  options.positive = ">=8";
  options.path = folder_.file("s.csv", "x,Act,rel\n1,9,about\n2,5,>\n");
  EXPECT_THAT(test::refusal_of([&] { load_examples(options); }),
              HasSubstr("s.csv: line 2, column 3 (rel): expected one of <, <=, =, >=, >, ~ or nothing, got \"about\""));
}

}  // namespace
}  // namespace pauc
