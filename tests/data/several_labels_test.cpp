#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/data/examples.h"
#include "pauc/data/label_columns.h"
#include "pauc/data/split_examples.h"
#include "pauc/data/task_rows.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<std::string> kColumns = {"smiles", "A", "B", "C", "split"};

std::vector<std::string> labels(const std::string& text, DataOptions options = {}) {
  options.label = text;
  return several_labels("f.csv", kColumns, options);
}

TEST(LabelColumns, AreListedOrARange) {
  EXPECT_THAT(labels("A,C"), ElementsAre("A", "C"));
  EXPECT_THAT(labels("2, 3"), ElementsAre("A", "B"));
  DataOptions options;
  options.split = "split";
  EXPECT_THAT(labels("all-after:smiles", options), ElementsAre("A", "B", "C"));
  EXPECT_THAT(labels("all-after smiles", options), ElementsAre("A", "B", "C"));
  options.drop = "B";
  EXPECT_THAT(labels("all-before:split", options), ElementsAre("smiles", "A", "C"));
  options.drop.clear();
  options.categories = "C";
  EXPECT_THAT(labels("all-after:smiles", options), ElementsAre("A", "B"));
  EXPECT_THAT(labels("A"), IsEmpty());
  EXPECT_THAT(labels(""), IsEmpty());
}

TEST(LabelColumns, MayHaveCommas) {
  DataOptions options;
  options.label = "a,b";
  EXPECT_THAT(several_labels("f.csv", {"a,b", "a", "b"}, options), IsEmpty());  // one column of this name
  options.label = "\"a,b\",a";
  EXPECT_THAT(several_labels("f.csv", {"a,b", "a", "b"}, options), ElementsAre("a,b", "a"));
}

TEST(LabelColumns, RefuseWhatTheFileDoesNotHave) {
  EXPECT_THAT(refusal_of([] { labels("A,D"); }, Fault::data), HasSubstr("no column \"D\" for --label"));
  EXPECT_THAT(refusal_of([] { labels("A,B,A"); }, Fault::usage), HasSubstr("A twice"));
  EXPECT_THAT(refusal_of([] { labels("all-after:C"); }, Fault::usage), HasSubstr("after C in f.csv, got 1"));
  EXPECT_THAT(refusal_of([] { labels("all-after:split"); }, Fault::usage), HasSubstr("got 0"));
}

class SeveralLabels : public testing::Test {
 protected:
  Examples load(const std::string& text, const std::string& label) {
    options_.path = folder_.file("d.csv", text);
    options_.label = label;
    return load_examples(options_);
  }
  test::TemporaryFolder folder_;
  DataOptions options_;
};

TEST_F(SeveralLabels, AreReadWithMissingValues) {
  const Examples examples = load("x,A,B\n1,1,0\n2,,1\n3,0,nan\n4,NaN,\n5,0,0\n", "A,B");
  ASSERT_EQ(examples.facts.tasks.size(), 2U);
  EXPECT_THAT(examples.facts.tasks[0].labels, ElementsAre(1, -1, 0, -1, 0));
  EXPECT_THAT(examples.facts.tasks[1].labels, ElementsAre(0, 1, -1, -1, 0));
  EXPECT_THAT(examples.facts.labels, ElementsAre(1, 1, 0, kUnlabelled, 0));
  EXPECT_EQ(examples.content.table.columns.size(), 1U);  // labels are no features
}

TEST_F(SeveralLabels, AreNoWeightsGroupsIdsOrDates) {
  const std::string text = "x,A,B\n1,1,0\n2,0,1\n3,0,0\n";
  for (std::string DataOptions::*option :
       {&DataOptions::weight, &DataOptions::group, &DataOptions::id, &DataOptions::split, &DataOptions::date}) {
    options_.*option = "B";
    EXPECT_THAT(refusal_of([&] { load(text, "A,B"); }, Fault::usage),
                HasSubstr("expected a column other than the labels, got B"));
    options_.*option = option == &DataOptions::split ? "auto" : "";
  }
}

TEST_F(SeveralLabels, KnowTheirPlacesAmongThoseThatWereListed) {
  const Examples examples = load("x,A,B,C\n1,1,0,0\n2,0,0,1\n3,0,0,0\n", "A,B,C");
  ASSERT_EQ(examples.facts.tasks.size(), 2U);
  EXPECT_EQ(examples.facts.listed_tasks, 3U);
  EXPECT_EQ(examples.facts.tasks[0].listed, 0U);
  EXPECT_EQ(examples.facts.tasks[1].listed, 2U);
}

TEST_F(SeveralLabels, LeaveOutThoseOfOneClass) {
  const Examples examples = load("x,A,B,C,D\n1,1,0,0,\n2,0,1,0,\n3,0,0,0,\n", "A,B,C,D");
  EXPECT_EQ(examples.facts.tasks.size(), 2U);
  EXPECT_THAT(examples.notes, testing::Contains(HasSubstr("label C is left out: expected both classes, got 3 labelled "
                                                          "rows of one class")));
  EXPECT_THAT(examples.notes, testing::Contains(HasSubstr("label D is left out: expected both classes, got 0")));
  EXPECT_THAT(refusal_of([&] { load("x,A,B\n1,1,0\n2,0,0\n", "A,B"); }, Fault::data),
              HasSubstr("got 1 of 2; train on A alone"));
  EXPECT_THAT(refusal_of([&] { load("x,A,B\n1,1,0\n2,0,2\n3,0,1\n", "A,B"); }, Fault::data),
              HasSubstr("column B: expected two label values, got 3"));
}

std::string many_rows() {
  std::string text = "x,A,B\n";
  for (int row = 0; row < 400; ++row) {
    text += joined(row, ",", row % 3 == 0 ? "" : row % 7 == 0 ? "1" : "0", ",", row % 11 == 0 ? "1" : "0", "\n");
  }
  return text;
}

// The parts of a run on one of the labels are those of a run on all of them, without the rows that lack it.
TEST_F(SeveralLabels, GiveOneOfThemTheSameParts) {
  const Examples all = load(many_rows(), "A,B");
  const SplitRows of_all = split_examples(all, options_);
  options_.task = "A";
  const Examples one = load(many_rows(), "A,B");
  EXPECT_TRUE(one.facts.tasks.empty());
  EXPECT_EQ(one.facts.label_column, "A");
  const SplitRows of_one = split_examples(one, options_);
  const SplitRows expected = rows_of_task(all.facts.tasks[0], of_all);
  for (const Part part : {Part::train, Part::valid, Part::test}) EXPECT_EQ(of_one.of(part), expected.of(part));
  options_.task = "a";
  EXPECT_THAT(refusal_of([&] { load(many_rows(), "A,B"); }, Fault::usage), HasSubstr("expected one of A, B"));
  options_.task = "B";
  EXPECT_THAT(refusal_of([&] { load(many_rows(), "B"); }, Fault::usage), HasSubstr("expected several labels"));
}

TEST_F(SeveralLabels, AreTrainedOnlyWithBothClasses) {
  Examples examples = load(many_rows(), "A,B");
  SplitRows split = split_examples(examples, options_);
  auto& labels = examples.facts.tasks[0].labels;
  for (const std::int64_t row : split.of(Part::valid)) labels[static_cast<std::size_t>(row)] = 0;
  std::vector<std::string> notes;
  EXPECT_THAT(trainable_tasks(examples, split, notes), ElementsAre(0, 1));
  EXPECT_THAT(notes, ElementsAre("label A: the valid part has no positive, so it cannot be judged there"));
  for (const std::int64_t row : split.of(Part::train)) labels[static_cast<std::size_t>(row)] = kUnlabelled;
  notes.clear();
  EXPECT_THAT(refusal_of([&] { trainable_tasks(examples, split, notes); }, Fault::data), HasSubstr("got 1 of 2"));
  EXPECT_THAT(notes, ElementsAre("label A is left out: the training part has no positive"));
}

TEST_F(SeveralLabels, LeaveOutTrainingRowsOfOtherLabelsAlone) {
  const Examples examples = load(many_rows(), "A,B");
  SplitRows split = split_examples(examples, options_);
  const SplitRows before = split;
  const std::int64_t left_out = leave_out_unlearnt(examples.facts, {0}, split);
  EXPECT_EQ(split.of(Part::train), rows_of_task(examples.facts.tasks[0], before).of(Part::train));
  EXPECT_EQ(left_out, before.of(Part::train).size() - split.of(Part::train).size());
  EXPECT_GT(left_out, 0);
  EXPECT_EQ(split.of(Part::valid), before.of(Part::valid));
  EXPECT_EQ(leave_out_unlearnt(examples.facts, {0, 1}, split), 0);
}

}  // namespace
}  // namespace pauc
