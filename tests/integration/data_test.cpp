// `pauc data` as a user types it.
#include "pauc/core/error.h"
#include "support/image_files.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

using Data = TrainingTest;

TEST_F(Data, PrintsThePromisedJson) {
  const auto result = pauc("data t.csv --split part --id id --weight w --group g --json");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const json page = json::parse(result.out);
  EXPECT_EQ(page["kind"], "csv");
  EXPECT_EQ(page["rows"], 180);
  EXPECT_EQ(page["features"], 3);
  EXPECT_EQ(page["splits"], json::parse(R"({"train": {"n": 108, "positive": 36}, "valid": {"n": 36, "positive": 12},
                                            "test": {"n": 36, "positive": 12}})"));
  EXPECT_EQ(page["dropped"], json::parse(R"({"unlabelled": 0, "unparsable": 0, "duplicate": 0})"));
}

TEST_F(Data, CountsRowsWithoutALabel) {
  folder_.file("f.csv", "a,y\n1,1\n2,\n3,0\n4,1\n5,0\n6,nan\n7,1\n8,0\n9,0\n10,1\n");
  const json page = json::parse(pauc("data f.csv --json --fractions 0.5,0.25,0.25").out);
  EXPECT_EQ(page["rows"], 10);
  EXPECT_EQ(page["dropped"]["unlabelled"], 2);
  std::int64_t labelled = 0;
  std::int64_t positive = 0;
  for (const json& part : page["splits"]) {
    labelled += part["n"].get<std::int64_t>();
    positive += part["positive"].get<std::int64_t>();
  }
  EXPECT_EQ(labelled, 8);
  EXPECT_EQ(positive, 4);
}

TEST_F(Data, AgreesWithTheTraining) {
  trained("--objective ce --epochs 1 --quiet --out run");
  const json page = json::parse(pauc("data t.csv --drop id,part,w,g --json").out);
  for (const char* part : {"train", "valid", "test"}) {
    EXPECT_EQ(page["splits"][part]["n"], read("run/model.json")["data"][part]["rows"]);
    EXPECT_EQ(page["splits"][part]["positive"], read("run/model.json")["data"][part]["positive"]);
  }
}

TEST_F(Data, PrintsATableForPeople) {
  const auto result = pauc("data t.csv --split part --drop id,w,g");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("csv: 180 rows, 3 features\npositive: y = 1 (60 of 180 rows, 33.3 %)"));
  EXPECT_THAT(result.out, HasSubstr("3 categories"));
}

TEST_F(Data, SaysHowManyImagesOfWhichSize) {
  std::string list = "file,age,y\n";
  for (int k = 0; k < 40; ++k) {
    const std::string name = std::to_string(k) + ".png";
    folder_.file(name, plain_png(20, 10));
    list += name + ",5" + (k % 4 == 0 ? ",1\n" : ",0\n");
  }
  folder_.file("list.csv", list);
  const auto text = pauc("data list.csv --features age");
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out,
              HasSubstr("images: 40 images of 3x10x20, 1 features beside them\npositive: y = 1 (10 of 40 rows"));
  for (const char* memory : {"", " --image-memory 0"}) {
    const json page = json::parse(pauc(std::string("data list.csv --image-size 32x16 --json") + memory).out);
    EXPECT_EQ(page["kind"], "images");
    EXPECT_EQ(page["rows"], 40);
    EXPECT_EQ(page["image"], json::parse("[3, 32, 16]"));
  }
  folder_.file("0.png", "no image");
  const auto refused = pauc("data list.csv");
  EXPECT_EQ(refused.exit_code, 65);
  EXPECT_THAT(refused.err, HasSubstr("list.csv: row 1: 0.png: expected a PNG or JPEG image, got a file that begins"));
}

TEST_F(Data, KnowsTheKindsByTheirContent) {
  std::string text;
  for (int k = 0; k < 40; ++k) text += k % 4 ? "-1 1:0.5 7:1\n" : "1 2:0.5\n";
  folder_.file("f.txt", text);
  const json page = json::parse(pauc("data f.txt --json").out);
  EXPECT_EQ(page["kind"], "libsvm");
  EXPECT_EQ(page["rows"], 40);
  EXPECT_EQ(page["features"], 7);
}

TEST_F(Data, RefusesWhatTrainRefuses) {
  refused("data none.csv", 66, "none.csv: cannot open: No such file or directory");
  refused("data .", 66,
          ".: expected a data file such as data.csv, or a folder of images (a subfolder per class), CIFAR batches "
          "(data_batch_1.bin, train.bin) or molecules in OGB's layout (mapping/ and raw/), got a folder without any of "
          "these; it has t.csv: name the file");
  refused("data t.csv --dates x", 2, "pauc: --dates: unknown value \"x\"; write --dates omit|days (what becomes of ");
  refused("data t.csv --label z --quiet", 65, "t.csv: no column \"z\"");
  folder_.file("f.csv", "");
  refused("data f.csv", 65, "f.csv: expected a CSV file, got an empty one");
}

// What was found in each column, in words and as counts with the first texts.
TEST_F(Data, SaysWhatWasFoundInEachColumn) {
  std::string text = "case,remark,crp,spo2,seen,price,odd,y\n";
  for (int k = 0; k < 100; ++k) {
    text += joined(100 + k, ",",
                   k == 7   ? "as row 8"
                   : k == 8 ? "as row 8"
                            : joined("remark ", k),
                   ",", k % 10 == 0 ? "<5" : joined(5 + k % 7 * 11, ".25"), ",",
                   k % 2 == 0 ? "94%" : joined(90 + k % 9), ",2024-01-", k % 9 + 10, ",\"", k % 50, ",5\",",
                   k == 3    ? "unknown"
                   : k == 60 ? "haemolysed"
                             : joined(k % 31, ".125"),
                   ",", k % 4 == 0 ? 1 : 0, "\n");
  }
  folder_.file("f.csv", text);
  const json page = json::parse(pauc("data f.csv --json").out);
  const auto found = [&](const std::string& name) {
    for (const json& column : page["columns"]) {
      if (column["name"] == name) return column;
    }
    return json();
  };
  EXPECT_EQ(found("crp")["found"]["censored"], json::parse(R"({"count": 10, "first": ["<5"]})"));
  EXPECT_EQ(found("spo2")["found"]["percents"], json::parse(R"({"count": 50, "first": ["94%"]})"));
  EXPECT_EQ(found("seen")["found"]["dates"]["count"], 100);
  EXPECT_TRUE(found("seen").contains("left_out"));
  EXPECT_TRUE(found("case").contains("left_out"));
  EXPECT_EQ(found("price")["found"]["commas"]["count"], 100);
  EXPECT_EQ(found("odd")["found"]["words_for_missing"], json::parse(R"({"count": 1, "first": ["unknown"]})"));
  EXPECT_EQ(found("odd")["found"]["odd"], json::parse(R"({"count": 1, "first": ["haemolysed"]})"));
  EXPECT_EQ(found("odd")["kind"], "number");
  EXPECT_EQ(found("odd")["missing"], 2);
  const std::string out = run_shell("cd '" + folder_.folder() + "' && COLUMNS=200 '" PAUC_COMMAND "' data f.csv").out;
  for (const char* words : {"text, different in 99 % of", "<5", "94%", "haemolysed", "unknown", "left out"}) {
    EXPECT_THAT(out, HasSubstr(words));
  }
}

// What the table says is not said twice.
TEST_F(Data, SaysOnceWhatWasFound) {
  std::string text = "site,crp,y\n";
  for (int k = 0; k < 100; ++k)
    text += joined("North,", k % 10 == 0 ? "<5" : joined(k, ".5"), ",", k % 4 == 0 ? 1 : 0, "\n");
  folder_.file("f.csv", text);
  const auto result = pauc("data f.csv");
  EXPECT_THAT(result.out, HasSubstr("10 with a bound"));
  EXPECT_THAT(result.out, HasSubstr("the same in every row"));
  EXPECT_THAT(result.err, testing::Not(HasSubstr("with a bound")));
  std::string wide = "y";
  for (int c = 0; c < 40; ++c) wide += joined(",x", c);
  for (int k = 0; k < 100; ++k) {
    wide += joined("\n", k % 4 == 0 ? 1 : 0);
    for (int c = 0; c < 40; ++c) wide += c == 37 && k % 9 == 0 ? ",unknown" : joined(",", (k + c) * 7 % 31);
  }
  folder_.file("w.csv", wide + "\n");
  EXPECT_THAT(pauc("data w.csv --label y").out,
              testing::AllOf(HasSubstr("words for missing"), HasSubstr("and 9 more\n")));
}

TEST_F(Data, FoldsManyColumnsOfWhichTheSameIsSaid) {
  const auto shown = [&](int constant) {
    std::string text = "y";
    for (int c = 0; c < 40 + constant; ++c) text += joined(",x", c);
    for (int k = 0; k < 100; ++k) {
      text += joined("\n", k % 4 == 0 ? 1 : 0);
      for (int c = 0; c < 40 + constant; ++c) text += c < 40 ? joined(",", (k + c) * 7 % 31) : std::string(",5");
    }
    folder_.file("w.csv", text + "\n");
    return pauc("data w.csv --label y").out;
  };
  EXPECT_THAT(shown(5), testing::AllOf(HasSubstr("\nx44 "), HasSubstr("and 10 more\n")));
  const std::string folded = shown(60);
  EXPECT_THAT(folded, testing::AllOf(HasSubstr("and 10 more\n"), testing::Not(HasSubstr("\nx44 "))));
  EXPECT_THAT(folded, HasSubstr("and 60 more: the same in every row, nothing to learn from (x40, x41, x42, ...)\n"));
}

TEST_F(Data, ChecksThatPartsComeFromOneSource) {
  std::string shifted = "a,b,y\n";
  for (int k = 0; k < 150; ++k) {
    shifted += joined(k * 7919 % 1009, ".5,", 5000 + k * 31 % 977, ".5,", k % 3 == 0 ? 1 : 0, "\n");
  }
  std::string usual = "a,b,y\n";
  for (int k = 0; k < 400; ++k) {
    usual += joined(k * 104729 % 1009, ".5,", k * 389 % 977, ".5,", k % 3 == 0 ? 1 : 0, "\n");
  }
  folder_.file("usual.csv", usual);
  folder_.file("shifted.csv", shifted);
  const json other = json::parse(pauc("data usual.csv --test shifted.csv --check-parts --json").out);
  EXPECT_GT(other["part_difference"]["auc"], 0.95);
  EXPECT_EQ(other["part_difference"]["column"], "b");
  EXPECT_THAT(pauc("data usual.csv --test shifted.csv --check-parts").out, HasSubstr("b"));
  const json same = json::parse(pauc("data usual.csv --check-parts --json").out);
  EXPECT_LT(same["part_difference"]["auc"], 0.7);
  EXPECT_THAT(pauc("data usual.csv --check-parts").out, HasSubstr("no difference was found"));
  EXPECT_FALSE(json::parse(pauc("data usual.csv --json").out).contains("part_difference"));
}

}  // namespace
}  // namespace pauc::test
