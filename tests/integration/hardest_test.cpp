// What a run keeps of the rows that its model got most wrong, and the command that makes the run again.
#include <csignal>
#include <sstream>

#include "pauc/core/io/byte_source.h"
#include "pauc/core/io/csv.h"
#include "pauc/data/image/png.h"
#include "pauc/data/molecule/drawing.h"
#include "pauc/data/molecule/smiles.h"
#include "pauc/record/hardest.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using testing::StartsWith;

class HardestOfRuns : public TrainingTest {
 protected:
  record::HardestExamples hardest(const std::string& run, const std::string& part) const {
    return record::hardest_from_json(content_of(folder_.path(run + "/hardest.json")), part, run);
  }
  std::vector<record::HardExample> all(const std::string& run) const {
    std::vector<record::HardExample> examples;
    for (const char* part : {"valid", "test"}) {
      const record::HardestExamples found = hardest(run, part);
      examples.insert(examples.end(), found.positives.begin(), found.positives.end());
      examples.insert(examples.end(), found.negatives.begin(), found.negatives.end());
    }
    return examples;
  }
};

struct Prediction {
  std::string row, id, label;
  double score = 0;
};

std::vector<Prediction> predictions_in(const std::string& text) {
  std::vector<Prediction> predictions;
  for (const std::string& line : lines_of(text)) {
    std::istringstream fields(line);
    Prediction prediction;
    std::string score;
    std::getline(std::getline(std::getline(std::getline(fields, prediction.row, ','), prediction.id, ','),
                              prediction.label, ','),
                 score, ',');
    if (prediction.row == "row") continue;
    prediction.score = std::stod(score);
    predictions.push_back(prediction);
  }
  return predictions;
}

// Nobody of the same class is harder than those, and each is there with its own row, id and score.
TEST_F(HardestOfRuns, AreThoseOfThePredictions) {
  trained("--objective ce --epochs 1 --id id --drop part,w,g --fractions 0.4,0.3,0.3 --out run");
  for (const std::string part : {"valid", "test"}) {
    const record::HardestExamples found = hardest("run", part);
    ASSERT_EQ(found.positives.size(), record::kShownExamples);
    ASSERT_EQ(found.negatives.size(), record::kShownExamples);
    int harder_positives = 0;
    int harder_negatives = 0;
    std::map<std::string, Prediction> by_row;
    for (const Prediction& row : predictions_in(content_of(folder_.path("run/predictions-" + part + ".csv")))) {
      by_row[row.row] = row;
      if (row.label == "1") harder_positives += row.score < found.positives.back().score ? 1 : 0;
      if (row.label == "0") harder_negatives += row.score > found.negatives.back().score ? 1 : 0;
    }
    EXPECT_LT(harder_positives, static_cast<int>(record::kShownExamples));
    EXPECT_LT(harder_negatives, static_cast<int>(record::kShownExamples));
    const auto expect_known = [&](const std::vector<record::HardExample>& examples, const std::string& label) {
      for (const record::HardExample& example : examples) {
        const Prediction& known = by_row[std::to_string(example.row)];
        EXPECT_EQ(example.id, known.id);
        EXPECT_EQ(example.score, known.score);
        EXPECT_EQ(known.label, label);
      }
    };
    expect_known(found.positives, "1");
    expect_known(found.negatives, "0");
  }
}

TEST_F(HardestOfRuns, OfATableHaveNoPictures) {
  trained("--objective ce --epochs 1 --out run");
  ASSERT_FALSE(all("run").empty());
  for (const record::HardExample& example : all("run")) {
    EXPECT_EQ(example.picture.bytes, "");
    EXPECT_EQ(example.id, "");
  }
}

TEST_F(HardestOfRuns, OfAutoAreThoseOfTheKeptCandidate) {
  trained("--epochs 1 --out run");
  for (const auto& candidate : read("run/candidates.json")) {
    const std::string own =
        content_of(folder_.path("run/candidates/" + std::string(candidate["name"]) + "/hardest.json"));
    EXPECT_NE(own, "");
    const bool same = content_of(folder_.path("run/hardest.json")) == own;
    EXPECT_TRUE(same || !candidate["kept"]) << candidate;
  }
}

TEST_F(HardestOfRuns, OfImagesShowTheImages) {
  const auto result = pauc("train '" PAUC_SOURCE_DIR
                           "/examples/rings.bin.gz' --records 1x16x16 --model resnet20 "
                           "--objective ce --epochs 1 --quiet --out run");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const ImageSize size{1, 16, 16};
  constexpr std::size_t kRows = 500;
  std::string records(kRows * (1 + size.bytes()), '\0');
  ByteSource file(PAUC_SOURCE_DIR "/examples/rings.bin.gz");
  ASSERT_EQ(file.read(records.data(), records.size()), records.size());
  ASSERT_FALSE(all("run").empty());
  for (const record::HardExample& example : all("run")) {
    ASSERT_EQ(example.picture.type, "image/png");
    const DecodedImage image = decode_png(example.picture.bytes, "picture");
    EXPECT_TRUE(image.size == size);
    const std::string pixels(image.bytes.begin(), image.bytes.end());
    EXPECT_EQ(pixels, records.substr((example.row - 1) * (1 + size.bytes()) + 1, size.bytes())) << example.row;
  }
}

TEST_F(HardestOfRuns, OfMoleculesShowTheirStructureAndAreTheSameAfterAKill) {
  if (smiles_reader().empty()) GTEST_SKIP() << "built without RDKit";
  const std::string line = "train '" PAUC_SOURCE_DIR
                           "/examples/molecules.csv' --label activity --id name "
                           "--objective ce --hidden 16 --layers 2 --epochs 5 --out ";
  const auto result = pauc(line + "run --quiet");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  std::vector<std::string> smiles;
  std::vector<std::string> names;
  for (CsvReader file(PAUC_SOURCE_DIR "/examples/molecules.csv", {}); file.next();) {
    smiles.emplace_back(file.field(file.column("smiles")));
    names.emplace_back(file.field(file.column("name")));
  }
  const Molecules molecules = read_smiles(smiles, {});
  ASSERT_FALSE(all("run").empty());
  for (const record::HardExample& example : all("run")) {
    EXPECT_EQ(example.id, names.at(example.row - 1));
    EXPECT_EQ(example.picture.type, "image/svg+xml");
    EXPECT_THAT(example.picture.bytes, StartsWith("<svg "));
    EXPECT_EQ(example.picture.bytes, molecule_svg(molecules, example.row - 1)) << example.id;
  }
  BegunCommand begun(folder_.folder(), line + "killed");
  ASSERT_TRUE(begun.wait_until_it_says("epoch 2/5"));
  begun.send(SIGKILL);
  begun.wait();
  ASSERT_EQ(pauc("train --resume --out killed --quiet").exit_code, 0);
  EXPECT_EQ(content_of(folder_.path("killed/hardest.json")), content_of(folder_.path("run/hardest.json")));
}

class CommandOfRun : public TrainingTest {
 protected:
  // Trains, takes the command that the run remembers, and trains by that: what is asked for must be the same.
  void expect_repeatable(const std::string& arguments) {
    const auto result = pauc("train " + arguments + " --quiet --overwrite --out run");
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const std::string command = read("run/run.json")["command"];
    ASSERT_THAT(command, StartsWith("pauc train "));
    const auto again = pauc(command.substr(5) + " --quiet --overwrite --out again");
    ASSERT_EQ(again.exit_code, 0) << command << "\n" << again.err;
    EXPECT_EQ(read("again/run.json")["asked"], read("run/run.json")["asked"]) << command;
    EXPECT_EQ(read("again/run.json")["command"], command);
    EXPECT_EQ(bits("again"), bits("run")) << command;
  }
};

TEST_F(CommandOfRun, MakesTheSameRunAgain) {
  expect_repeatable("t.csv --drop id,part,w,g --objective ce --epochs 1 --fpr-max 0.2 --seed 4 --threads 1");
  EXPECT_EQ(read("run/run.json")["command"],
            "pauc train t.csv --drop id,part,w,g --fpr-max 0.2 --objective ce --epochs 1 --seed 4 --threads 1");
}

TEST_F(CommandOfRun, MakesTheSameRunAgainWithOddOptions) {
  std::string table = content_of(folder_.path("t.csv"));
  table.replace(0, table.find('\n'), "\"it's an id\",a,b,c,w,g,\"the 'part'; $HOME\",\"y \"\"z\"\"\"");
  folder_.file("my data's.csv", table);
  expect_repeatable(
      R"("my data's.csv" --id "it's an id" --split "the 'part'; \$HOME" --label 'y "z"' --positive '>=1' )"
      "--drop w,g --set objective.name=sopa --set objective.fpr_max=0.5 --set trainer.seed=1e2 --epochs 1 --lr 1e-2");
}

TEST_F(CommandOfRun, MakesTheSameRunAgainWithoutAHeaderAndFromAConfigFile) {
  std::string table = content_of(folder_.path("t.csv"));
  folder_.file("bare.csv", table.substr(table.find('\n') + 1));
  folder_.file("c.yaml",
               "data: {path: bare.csv, header: no, drop: '1,5,6,7'}\nobjective: {name: ce}\n"
               "trainer: {epochs: 1, threads: 0, seed: 3, init: }\noptimiser: {lr: auto}\n");
  expect_repeatable("--config c.yaml");
  EXPECT_THAT(read("run/run.json")["command"].get<std::string>(), testing::HasSubstr("bare.csv --no-header"));
}

TEST_F(CommandOfRun, FollowsWhatIsChangedOnTheWay) {
  trained("--objective ce --epochs 1 --out run");
  trained("--objective ce --epochs 2 --out run --resume");
  EXPECT_THAT(read("run/run.json")["command"].get<std::string>(), testing::HasSubstr("--epochs 2"));
}

}  // namespace
}  // namespace pauc::test
