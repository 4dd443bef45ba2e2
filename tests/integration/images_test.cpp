// Images from files to scores, as a user types it.
#include <filesystem>
#include <sstream>

#include "pauc/core/error.h"
#include "support/image_files.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// 90 images of one colour each, red ones in every third place, in classes and in a list.
class ImageRuns : public TrainingTest {
 protected:
  void SetUp() override {
    TrainingTest::SetUp();
    if (IsSkipped()) return;
    std::filesystem::create_directories(folder_.path("img/red"));
    std::filesystem::create_directories(folder_.path("img/blue"));
    std::string list = "name,file,age,y\n";
    for (int k = 0; k < 90; ++k) {
      const bool red = k % 3 == 0;
      const auto shade = static_cast<std::uint8_t>(100 + k);
      const std::string file = (red ? "red/" : "blue/") + std::to_string(k) + (k % 2 == 0 ? ".png" : ".jpg");
      const std::vector<std::uint8_t> colour = {red ? shade : std::uint8_t{90}, 90, red ? std::uint8_t{90} : shade};
      folder_.file("img/" + file, k % 2 == 0 ? plain_png(12, 9, colour) : plain_jpeg(12, 9, colour));
      list += "n" + std::to_string(k) + "," + file + "," + std::to_string(k) + (red ? ",1\n" : ",0\n");
    }
    folder_.file("list.csv", list);
  }
  CommandResult train(const std::string& arguments) const {
    CommandResult result = pauc("train " + arguments + " --objective ce --epochs 2 --quiet --out run");
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result;
  }
  // Every row that the training has scored is scored alike by predict.
  void expect_same_scores(const std::string& predicted) const {
    const auto known = lines_of(content_of(folder_.path("run/predictions-test.csv")));
    const auto now = lines_of(predicted);
    ASSERT_GT(known.size(), 5U);
    EXPECT_EQ(now[0], "row,id,score");
    for (std::size_t k = 1; k < known.size(); ++k) {
      std::istringstream fields(known[k]);
      std::string row, id, label, score;
      std::getline(std::getline(std::getline(std::getline(fields, row, ','), id, ','), label, ','), score);
      EXPECT_EQ(now[std::stoul(row)], row + "," + id + "," + score);
    }
  }
};

TEST_F(ImageRuns, AFolderIsScoredAsInTraining) {
  train("img --positive red");
  EXPECT_EQ(read("run/model.json")["preprocessing"]["image"]["size"], json::parse("[3, 9, 12]"));
  const auto result = pauc("predict run img");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(lines_of(result.out).size(), 91U);
  expect_same_scores(result.out);
}

TEST_F(ImageRuns, ADecodedImageMoreOrLessInMemoryGivesTheSameBits) {
  train("img --positive red");
  const std::string weights = content_of(folder_.path("run/model.safetensors"));
  train("img --positive red --image-memory 0 --overwrite");
  EXPECT_EQ(content_of(folder_.path("run/model.safetensors")), weights);
}

TEST_F(ImageRuns, AListIsScoredAsInTrainingAndWhatCannotBeReadStays) {
  train("list.csv --image-root img --features age --id name --image-size 16");
  std::string more = content_of(folder_.path("list.csv"));
  more += "gone,red/none.png,5,1\nout,../list.csv,5,0\n";
  folder_.file("more.csv", more);
  const auto result = pauc("predict run more.csv --image-root img");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto scored = lines_of(result.out);
  ASSERT_EQ(scored.size(), 93U);
  EXPECT_EQ(scored[91], "91,gone,");
  EXPECT_EQ(scored[92], "92,out,");
  EXPECT_THAT(result.err, HasSubstr("more.csv: row 91: img/red/none.png: no such file"));
  EXPECT_THAT(result.err, HasSubstr("more.csv: row 92: expected a path below the folder of the images (img)"));
  expect_same_scores(result.out);
}

TEST_F(ImageRuns, ARunOnChangedOrMissingImagesIsNotResumed) {
  for (const std::string data : {"img --positive red", "list.csv --image-root img"}) {
    train(data);
    const std::string resumed = "train " + data + " --objective ce --epochs 3 --quiet --out run --resume";
    const std::string before = content_of(folder_.path("img/red/0.png"));
    folder_.file("img/red/0.png", plain_png(12, 9, {1, 2, 3}));
    refused(resumed, 65, "has changed since the run began");
    folder_.file("img/red/0.png", before);
    std::filesystem::rename(folder_.path("img/blue/1.jpg"), folder_.path("gone.jpg"));
    EXPECT_NE(pauc(resumed).exit_code, 0);
    std::filesystem::rename(folder_.path("gone.jpg"), folder_.path("img/blue/1.jpg"));
    EXPECT_EQ(pauc(resumed).exit_code, 0);
    std::filesystem::remove_all(folder_.path("run"));
  }
}

TEST_F(ImageRuns, ResumedFromFilesGivesTheSameBitsWhateverIsKeptInMemory) {
  const std::string common = "train img --positive red --objective sopa --lr-decay none --quiet ";
  ASSERT_EQ(pauc(common + "--epochs 3 --out straight").exit_code, 0);
  ASSERT_EQ(pauc(common + "--epochs 1 --image-memory 0 --out stopped").exit_code, 0);
  ASSERT_EQ(pauc(common + "--epochs 3 --out stopped --resume").exit_code, 0);
  EXPECT_EQ(bits("stopped"), bits("straight"));
}

// Images that are needed only after an epoch are checked too, whether they are decoded early or late.
TEST_F(ImageRuns, ADamagedImageIsFoundBeforeTheFirstEpoch) {
  const std::string image = content_of(folder_.path("img/red/0.png"));
  for (const std::string part : {"valid", "test"}) {
    std::string list = "file,y,part\n";
    for (int k = 0; k < 90; ++k) {
      const std::string where = k == 0 ? part : k < 45 ? "train" : k < 67 ? "valid" : "test";
      const std::string file = (k % 3 == 0 ? "red/" : "blue/") + std::to_string(k) + (k % 2 == 0 ? ".png" : ".jpg");
      list += file + (k % 3 == 0 ? ",1," : ",0,") + where + "\n";
    }
    folder_.file("parts.csv", list);
    folder_.file("img/red/0.png", image.substr(0, image.size() - 20));
    for (const char* memory : {"0", "100"}) {
      refused(joined("train parts.csv --label y --split part --image-root img --image-memory ", memory, " --out run"),
              65, "parts.csv: row 1: img/red/0.png");
      EXPECT_FALSE(std::filesystem::exists(folder_.path("run/log.jsonl")));
    }
  }
}

TEST_F(ImageRuns, ATableThatNamesFilesStaysATable) {
  std::string table = "file,x,y\n";
  for (int k = 0; k < 90; ++k) table += joined("scan", k, ".png,", k % 7, k % 3 == 0 ? ",1\n" : ",0\n");
  folder_.file("t2.csv", table);
  const auto result = pauc("data t2.csv --json");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(json::parse(result.out)["kind"], "csv");
}

TEST_F(ImageRuns, AnImageAloneAndWrongPathsAreToldApart) {
  train("img --positive red");
  refused("predict run img/red/0.png", 65, "is one image; expected the folder that it lies in");
  refused("data list.csv --image file", 66,
          "list.csv: row 1: red/0.png: no such file; paths start from ., the option image_root");
  refused("data list.csv --image file --image-root img --records 3x8x8", 2, "records: list.csv is images");
}

TEST_F(ImageRuns, AnotherKindOfColumnIsRefused) {
  train("img --positive red");
  const auto result = pauc("predict run list.csv --smiles name");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("smiles: expected a model of molecules, got one of image data"));
}

}  // namespace
}  // namespace pauc::test
