// Images from the file to scores, as a user types it.
#include <filesystem>
#include <sstream>

#include "pauc/data/image/images.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr ImageSize kSize{1, 8, 8};

// Noise; positives, a third, are brighter.
std::string made_records(int count) {
  std::string records;
  std::uint32_t state = 1;
  for (int k = 0; k < count; ++k) {
    const bool positive = k % 3 == 0;
    records += positive ? '\1' : '\0';
    for (std::int64_t place = 0; place < kSize.bytes(); ++place) {
      state = state * 1664525U + 1013904223U;
      records += static_cast<char>(state % 150U + (positive ? 80U : 0U));
    }
  }
  return records;
}

class RecordRuns : public TrainingTest {
 protected:
  void SetUp() override {
    TrainingTest::SetUp();
    if (!IsSkipped()) folder_.file("r.bin", made_records(90));
  }
  void train(const std::string& arguments) const {
    const auto result =
        pauc("train r.bin --records 1x8x8 --objective ce --model resnet20 --batch-size 16 " + arguments);
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }
};

TEST_F(RecordRuns, PredictGivesTheScoresOfTheTraining) {
  train("--epochs 2 --out run");
  const auto card = read("run/model.json");
  EXPECT_EQ(card["input"]["sizes"], nlohmann::json({0, 1, 8, 8}));
  EXPECT_EQ(card["preprocessing"]["image"]["size"], nlohmann::json({1, 8, 8}));
  EXPECT_THAT(content_of(folder_.path("run/config.yaml")),
              AllOf(HasSubstr("augment: crop,flip"), HasSubstr("crop_pad: 4")));
  const auto result = pauc("predict run r.bin");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto scored = lines_of(result.out);
  ASSERT_EQ(scored.size(), 91U);
  const auto known = lines_of(content_of(folder_.path("run/predictions-test.csv")));
  ASSERT_EQ(known.size(), 10U);
  for (std::size_t k = 1; k < known.size(); ++k) {
    std::istringstream fields(known[k]);  // row,label,score
    std::string row, label, score;
    std::getline(std::getline(std::getline(fields, row, ','), label, ','), score);
    EXPECT_EQ(scored[std::stoul(row)], row + "," + score);
  }
}

TEST_F(RecordRuns, StoppedAndResumedGiveTheSameBits) {
  train("--epochs 3 --out straight");
  train("--epochs 1 --lr-decay none --out short");
  train("--epochs 3 --lr-decay none --out short --resume");
  train("--epochs 3 --lr-decay none --out long");
  EXPECT_EQ(bits("short"), bits("long"));
  EXPECT_NE(bits("straight"), bits("long"));
}

TEST_F(RecordRuns, AStartFromAnotherRunKeepsItsPreprocessingAndVariesAsAsked) {
  train("--epochs 1 --out first");
  train("--epochs 1 --init first --augment none --split-seed 5 --out second");
  EXPECT_EQ(read("second/model.json")["preprocessing"], read("first/model.json")["preprocessing"]);
  EXPECT_THAT(content_of(folder_.path("second/config.yaml")), HasSubstr("augment: none"));
  train("--epochs 1 --init first/model.safetensors --split-seed 5 --out third");
  EXPECT_NE(read("third/model.json")["preprocessing"], read("first/model.json")["preprocessing"]);
}

TEST_F(RecordRuns, ALastLayerDrawnAnewIsAskedForOfARunOnly) {
  train("--epochs 1 --out first");
  train("--epochs 1 --lr 1e-9 --init first --out kept");
  train("--epochs 1 --lr 1e-9 --init first --init-last-layer drawn --out drawn");
  EXPECT_NE(content_of(folder_.path("kept/predictions-test.csv")),
            content_of(folder_.path("drawn/predictions-test.csv")));
  refused("train r.bin --records 1x8x8 --init-last-layer drawn --out run", 2,
          "init_last_layer: expected init, the run to start from, got none");
  refused("train r.bin --records 1x8x8 --init first --init-last-layer nonsense --out run", 2,
          "--init-last-layer: unknown value \"nonsense\"; write --init-last-layer kept|drawn");
  folder_.file("w.pth", "x");
  refused("train r.bin --records 1x8x8 --init w.pth --out run", 2,
          "expected the folder of a run or a .safetensors file");
}

TEST_F(RecordRuns, AFileOfAnyNameIsScored) {
  folder_.file("r.dat", content_of(folder_.path("r.bin")));
  train("--epochs 1 --out run");
  EXPECT_EQ(pauc("predict run r.dat").out, pauc("predict run r.bin").out);
}

TEST_F(RecordRuns, FewerEpochsAreNotResumed) {
  train("--epochs 2 --out run");
  refused("train r.bin --records 1x8x8 --objective ce --model resnet20 --batch-size 16 --epochs 1 --out run --resume",
          2, "cannot resume with fewer epochs: it was started with 2, got 1");
}

TEST_F(RecordRuns, WhatIsWrongIsSaidInOneLine) {
  folder_.file("cut.bin", made_records(3).substr(0, 140));
  refused("train cut.bin --records 1x8x8 --out run", 65,
          "cut.bin: record 3: expected 65 bytes, got 10: the file is cut off, or its images are not of 1x8x8");
  refused("train r.bin --out run", 2, "such as 3x32x32");
  refused("train r.bin --records 1x8x8 --augment crops --out run", 2, "augment: expected crop, flip");
  refused("train r.bin --records 1x8x8 --crop-pad 8 --out run", 2, "crop_pad: expected less than the sides");
  refused("train r.bin --records 1x8x8 --model mlp --out run", 2, "mlp");
  refused("train t.csv --augment flip --out run", 2, "data.augment: expected images, got table data");
  refused("train r.bin --records 1x8x8 --init none.safetensors --out run", 66, "none.safetensors");
  std::filesystem::create_directory(folder_.path("c"));
  folder_.file("c/data_batch_1.bin", "");
  refused("data c --positive-classes 5-9", 66, "missing: data_batch_2.bin, data_batch_3.bin");
}

}  // namespace
}  // namespace pauc::test
