// --help of every command, and what the command line itself refuses.
#include <algorithm>

#include "pauc/trainer/config/config.h"
#include "support/command.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using testing::HasSubstr;

// All of it but the example, in one line, so that wrapping does not matter.
std::string unwrapped_help(const std::string& command) {
  const std::string text = run_pauc(command + " --help").out;
  std::string words;
  for (const char c : text.substr(0, text.find("\nExample:"))) {
    const bool space = c == ' ' || c == '\n';
    if (!space || (!words.empty() && words.back() != ' ')) words += space ? ' ' : c;
  }
  return words;
}

TEST(Help, FitsIntoAHundredColumns) {
  for (const char* command : {"", "train", "predict", "evaluate", "compare", "report", "data", "list", "manual",
                              "serve", "start", "tidy", "calibrate", "monitor"}) {
    const std::string text = run_pauc(std::string(command) + " --help").out;
    for (const std::string& line : lines_of(text.substr(0, text.find("\nExample:")))) {
      const auto long_choices = [](char c) { return c == '|'; };
      const bool is_choice = std::count_if(line.begin(), line.end(), long_choices) > 3;  // cannot be wrapped
      EXPECT_TRUE(line.size() <= 100 || is_choice) << command << ": " << line;
    }
  }
}

TEST(Help, OfTrainShowsEveryFlagWithItsType) {
  const std::string help = unwrapped_help("train");
  for (const ConfigKey& key : config_keys()) {
    if (key.flag.empty()) continue;
    for (const KeyMeaning& meaning : key.meanings) {
      EXPECT_THAT(help, HasSubstr(meaning.help)) << key.text();
      EXPECT_THAT(help, HasSubstr(meaning.type)) << key.text();
    }
  }
  for (const char* typed : {"--lr NUMBER ", "--epochs INTEGER ", "--model auto|linear|mlp|", "--label TEXT ",
                            "--init-last-layer kept|drawn ", "--objective auto|sopa|"}) {
    EXPECT_THAT(help, HasSubstr(typed));
  }
  EXPECT_THAT(help, HasSubstr("Only --set sets objective.fpr_min, objective.fpr_max, objective.tpr_min"));
}

TEST(Help, OfTrainShowsTheDefaultOfEveryOwner) {
  const std::string help = unwrapped_help("train");
  for (const char* defaults :
       {"[sota: 100]", "[auc-m: 500]", "[aw-poly: 34]", "[mlp, dmpnn: 0.1; gin: 0.5]", "[mlp: 128,128]",
        "[gin: 64; dmpnn: 128]", "[sopa-s, sota-s: 0.9 (linear models, trees: 1)]", "[kept]"}) {
    EXPECT_THAT(help, HasSubstr(defaults));
  }
}

TEST(Help, OfOtherCommandsShowsTypesAndDefaults) {
  EXPECT_THAT(unwrapped_help("evaluate"),
              testing::AllOf(HasSubstr("--fpr-max NUMBER "), HasSubstr("--replicates INTEGER "), HasSubstr("[2000]"),
                             HasSubstr("--ci analytic|bootstrap|bca|none ")));
  EXPECT_THAT(unwrapped_help("predict"), HasSubstr("--at-fpr NUMBER "));
  EXPECT_THAT(unwrapped_help("compare"), HasSubstr("--workers INTEGER "));
  EXPECT_THAT(unwrapped_help("report"), HasSubstr("--part test|valid "));
  EXPECT_THAT(unwrapped_help("data"), HasSubstr("--keep-positive NUMBER "));
  EXPECT_THAT(unwrapped_help("serve"), HasSubstr("--port INTEGER "));
  EXPECT_THAT(unwrapped_help("start"), HasSubstr("--effort quick|standard|best "));
  EXPECT_THAT(unwrapped_help(""), HasSubstr("--verbose "));
}

TEST(CommandLine, RefusesWhatItCannotRead) {
  const auto refused = [](const std::string& arguments, const std::string& words) {
    const auto result = run_pauc(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_EQ(result.err, "pauc: " + words + "\n") << arguments;
  };
  refused("train x.csv --fpr-max",
          "--fpr-max: expected a value, got none; write --fpr-max NUMBER (largest false-positive rate of the region, "
          "such as 0.05)");
  refused("train x.csv --lr 1 --lr 2", "--lr: expected once, got 2 times");
  refused("train x.csv --set",
          "--set: expected a value, got none; write --set KEY=VALUE (set any key of the config, such as "
          "objective.lambda=0.1)");
  refused("train x.csv --dates numbers",
          "--dates: unknown value \"numbers\"; write --dates omit|days (what becomes of columns of "
          "dates: left out, or numbers of days since 1970)");
  refused("train x.csv --quiet=maybe", "--quiet: expected no value, got one");
  refused("tidy", "tidy: expected RUN (folder of a finished run), got none: pauc tidy RUN (see --help)");
  refused("serve run --connections 0", "connections: expected at least 1, got 0");
  refused("predict run",
          "predict: expected DATA (file or folder to score), got none: pauc predict RUN DATA (see --help)");
  refused("predict", "predict: expected RUN (folder of a trained run), got none: pauc predict RUN DATA (see --help)");
  refused("predict run d.csv --at-fpr q",
          "--at-fpr: expected a number, got \"q\"; write --at-fpr NUMBER (false-positive rate that decisions keep: any "
          "rate above 0 and up to 1)");
  refused("train x.csv --threshold 1",
          "no option --threshold; training needs none; give it when you score rows: pauc predict RUN DATA "
          "--threshold T, or --at-fpr RATE (see --help)");
  refused(
      "compare c.yaml --workers 1.5",
      "--workers: expected a whole number from 0 to 4096, got \"1.5\"; write --workers INTEGER (processes at a time)");
  refused("predict run x.csv y.csv", "expected no further argument, got \"y.csv\" (see --help)");
}

class JsonProgress : public TrainingTest {
 protected:
  static std::vector<nlohmann::json> events_of(const CommandResult& result) {
    std::vector<nlohmann::json> events;
    for (const std::string& line : lines_of(result.err)) events.push_back(nlohmann::json::parse(line));
    return events;
  }
};

TEST_F(JsonProgress, SaysEpochsAndNotesAsJson) {
  const auto events = events_of(trained("--objective sopa --pretrain-epochs 1 --epochs 2 --out run --json-progress"));
  std::vector<std::string> seen;
  for (const auto& event : events) {
    if (event.contains("note")) continue;
    seen.push_back(event.value("phase", "") + std::to_string(event.at("epoch").get<int>()));
    for (const char* key : {"epochs", "objective", "train", "valid", "best", "best_epoch", "seconds"}) {
      EXPECT_TRUE(event.at(key).is_number()) << key;
    }
  }
  EXPECT_THAT(seen, testing::ElementsAre("pretrain1", "1", "2"));
  EXPECT_LT(seen.size(), events.size());
}

TEST_F(JsonProgress, SaysErrorsAsJson) {
  const auto result = pauc("train none.csv --out run --json-progress");
  EXPECT_EQ(result.exit_code, 66);
  const auto events = events_of(result);
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events.back().at("exit_code"), 66);
  EXPECT_THAT(events.back().at("error"), HasSubstr("none.csv"));
}

}  // namespace
}  // namespace pauc::test
