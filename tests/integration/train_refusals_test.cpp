// What `pauc train` refuses: one sentence with place and value, the right exit code, no run folder left behind.
#include <unistd.h>

#include <filesystem>

#include "pauc/core/error.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using testing::HasSubstr;

class TrainRefuses : public TrainingTest {
 protected:
  void data_refused(std::string_view content, const std::string& options, int code, const std::string& words) {
    folder_.file("f.csv", content);
    refused("train f.csv --quiet --epochs 1 --out run " + options, code, words);
  }
  // a,b,y with the label of each row chosen by `label`.
  template <class Label>
  static std::string rows(const std::string& head, const Label& rest_of_row) {
    std::string text = head + "\n";
    for (int k = 0; k < 60; ++k) text += std::to_string(k * 37 % 61) + "," + rest_of_row(k) + "\n";
    return text;
  }
};

TEST_F(TrainRefuses, FilesThatAreNoData) {
  refused("train none.csv --out run", 66, "none.csv: cannot open: No such file or directory");
  std::filesystem::create_directory(folder_.path("sub"));
  refused("train sub --out run", 66,
          "sub: expected a data file such as data.csv, or a folder of images (a subfolder per class), CIFAR batches "
          "(data_batch_1.bin, train.bin) or molecules in OGB's layout (mapping/ and raw/), got a folder without any of "
          "these");
  data_refused("a,y\n1,1\n2,0\n", "--test sub", 2,
               "test: expected a file with the test rows, such as test.csv, got sub, a");
  refused("train - --out run", 2, "expected a file, which can be read again, got standard input");
  data_refused("", "", 65, "f.csv: expected a CSV file, got an empty one");
  data_refused("a,b,y\n", "", 65, "f.csv: expected rows below the header, got none");
  data_refused("a,y\n1,1\n2\n", "", 65, "f.csv: line 3: expected 2 fields as in the first line, got 1");
}

TEST_F(TrainRefuses, OneClass) {
  data_refused(rows("a,y", [](int) { return "0"; }), "", 65,
               "f.csv: column y: expected two classes, got one only: \"0\" (60 rows)");
  data_refused(rows("a,y", [](int k) { return k == 0 ? "1" : "0"; }), "", 65,
               "f.csv: the valid part: expected both classes, got 6 negatives only; give more rows or other fractions");
  data_refused(rows("a,part,y", [](int k) { return k % 3 == 0   ? "train,0"
                                                   : k % 3 == 1 ? "train,1"
                                                                : "valid,0"; }),
               "--split part", 65,
               "f.csv: the valid part: expected both classes, got 20 negatives only; change what column part says");
  data_refused(
      rows("a,part,y", [](int k) { return std::string(k % 4 < 2 ? "train," : "valid,") + (k % 2 ? "1" : "0"); }),
      "--split part", 65, "f.csv: the test part: expected rows, got none; change what column part says");
}

TEST_F(TrainRefuses, ColumnsThatAreNotThere) {
  const std::string good = rows("age,y", [](int k) { return k % 2 ? "1" : "0"; });
  data_refused(good, "--label yy", 65, "f.csv: no column \"yy\"; the 2 columns are y, age");
  data_refused(good, "--weight agee", 65, "f.csv: no column \"agee\" for --weight; the 2 columns are age, y");
  data_refused(good, "--drop agee", 65,
               "f.csv: no column \"agee\" for --drop; did you mean age? The 2 columns are age, y");
  data_refused(good, "--features y", 2, "features: expected columns to learn from, got \"y\", which is the label");
  data_refused(good, "--drop age", 65,
               "f.csv: expected columns to learn from, got none besides the label and the columns of other options");
  data_refused(rows("a,part,y", [](int k) { return std::string(k == 7 ? "trian," : "train,") + (k % 2 ? "1" : "0"); }),
               "--split part", 65, "f.csv: line 9, column 2 (part): expected train, valid or test, got \"trian\"");
}

TEST_F(TrainRefuses, ToTakeAColumnForTheLabelAndForSomethingElse) {
  const std::string good = rows("age,y", [](int k) { return k % 2 ? "1" : "0"; });
  for (const char* option : {"group", "id", "weight", "split"}) {
    data_refused(good, joined("--", option, " y"), 2,
                 joined(option,
                        ": expected a column other than the label, got y, the last column, which is taken for "
                        "the label because none was given; --label COLUMN names it"));
  }
  data_refused(good, "--label y --group y", 2, "group: expected a column other than the label, got y\n");
}

TEST_F(TrainRefuses, ColumnsThatTellNothing) {
  std::string text = "a,y\n";
  for (int k = 0; k < 60; ++k) text += k % 2 ? ",1\n" : "NA,0\n";
  data_refused(text, "", 65, "f.csv: expected a column that tells training rows apart, got 1");
}

TEST_F(TrainRefuses, WhatTheObjectiveCannotDo) {
  refused("train t.csv --weight w --objective sopa --out run", 2,
          "weight: sopa does not support case weights; ce does");
  refused("train t.csv --fpr-min 0.1 --fpr-max 0.3 --objective sopa-s --out run", 2,
          "objective: sopa-s cannot leave out FPR below 0.1; sopa and svm-pauc can");
  refused("train t.csv --fpr-min 0.1 --tpr-min 0.3 --out run", 2,
          "fpr_min: expected none together with tpr_min, got 0.1");
  refused("train t.csv --fpr-max 1.5 --out run", 2, "1.5");
}

TEST_F(TrainRefuses, NamesThatItDoesNotKnow) {
  refused("train t.csv --objective sopas --out run", 2, "objective: no \"sopas\"; expected one of sopa");
  refused("train t.csv --model lineal --out run", 2, "model: no \"lineal\"; expected one of linear");
  refused("train t.csv --epoch 3 --out run", 2, "no option --epoch; did you mean --epochs?");
  refused("train t.csv --set objective.lamda=1 --out run", 2,
          "set: no option \"objective.lamda\"; expected one of objective.lambda");
  refused("train t.csv --set lambda --out run", 2,
          "set: expected KEY=VALUE such as objective.lambda=0.1, got \"lambda\"");
  folder_.file("c.yaml", "objective:\n  nmae: sopa\n");
  refused("train t.csv --config c.yaml --out run", 2,
          "c.yaml: no option \"objective.nmae\"; expected one of objective.name");
  folder_.file("c.yaml", "objectiv:\n  name: sopa\n");
  refused("train t.csv --config c.yaml --out run", 2, "c.yaml: no section \"objectiv\"; expected one of objective");
  folder_.file("c.yaml", "objective: [\n");
  refused("train t.csv --config c.yaml --out run", 2, "c.yaml: line ");
  refused("train t.csv --config none.yaml --out run", 66, "none.yaml: cannot open");
}

TEST_F(TrainRefuses, NumbersThatAreNone) {
  const std::string line = "train t.csv --drop id,part,w,g --quiet --out run ";
  refused(line + "--epochs many", 2, "many");
  refused(line + "--epochs 0", 2, "epochs: expected 1 to 1000000, got 0");
  refused(line + "--objective ce --lr -1", 2, "lr: expected a number above 0, got -1");
  refused(line + "--objective ce --batch-size 0", 2, "batch_size: expected 1 to 16777216, got 0");
  refused(line + "--objective ce --lr-decay 40,20", 2, "lr_decay: expected ascending epochs such as 20,40");
  refused(line + "--objective ce --checkpoint-every 0", 2, "checkpoint_every: expected at least 1, got 0");
  refused(line + "--objective ce --pretrain-epochs -1", 2, "pretrain_epochs: expected at least 0, got -1");
  refused(line + "--objective sopa --margin -3", 2, "margin");
  refused(line + "--model linear --hidden 3", 2, "hidden");
  refused(line + "--fractions 0.8,0.2", 2, "fractions: expected shares of train, valid and test");
}

TEST_F(TrainRefuses, LibsvmLinesThatAreWrong) {
  const auto file = [&](const char* line) {
    std::string text;
    for (int k = 0; k < 20; ++k) text += k == 12 ? line : "1 1:2 3:4\n-1 2:1\n";
    folder_.file("f.svm", text);
    return "train f.svm --quiet --out run";
  };
  refused(file("1 0:1 2:3\n"), 65, "f.svm: line 25: indices are from 1 on, got \"0:1\"");
  refused(file("1 3:1 2:3\n"), 65, "f.svm: line 25: expected ascending indices, got 2 behind 3");
  refused(file("1 99999999999:1\n"), 65, "f.svm: line 25: expected an index of at most 16777216");
  refused(file("1 2:x\n"), 65, "f.svm: line 25");
}

TEST_F(TrainRefuses, NpyFilesThatLie) {
  const auto npy = [](std::string header, std::size_t bytes) {
    header.resize(117, ' ');
    header += '\n';
    return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header +
           std::string(bytes, '\1');
  };
  folder_.file("f.npy", npy("{'descr': '|O', 'fortran_order': False, 'shape': (9, 2), }", 144));
  refused("train f.npy --out run", 65, "f.npy: header: expected numbers, but the array holds Python objects");
  folder_.file("f.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (900, 2), }", 144));
  refused("train f.npy --out run", 65, "f.npy: expected 14400 bytes of data for shape (900, 2), got 144");
  folder_.file("f.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (4611686018427387904, 4), }", 144));
  refused("train f.npy --out run", 65, "f.npy");
}

TEST_F(TrainRefuses, PlacesThatCannotBeWritten) {
  refused("train t.csv --drop id,part,w,g --epochs 1 --quiet --out t.csv", 73,
          "out: expected a new folder for the run, got the file t.csv");
  refused("train t.csv --drop id,part,w,g --epochs 1 --quiet --out t.csv/run", 73, "t.csv/run: cannot create");
  std::filesystem::create_directory(folder_.path("closed"));
  run_shell("chmod 555 '" + folder_.path("closed") + "'");
  // Root may write everywhere. It stays root and gives up that right alone, since another user may be unable to enter
  // the folder that the build lies in.
  const std::string unprivileged = geteuid() == 0 ? "setpriv --bounding-set=-dac_override " : "";
  const auto result =
      run_shell("cd '" + folder_.folder() + "' && " + unprivileged +
                "'" PAUC_COMMAND "' train t.csv --drop id,part,w,g --epochs 1 --quiet --out closed/run");
  EXPECT_EQ(result.exit_code, 73) << result.err;
  EXPECT_EQ(result.err, "pauc: closed/run: cannot create: Permission denied\n");
}

TEST_F(TrainRefuses, NotAColumnThatIsAllMissing) {
  std::string text = "a,gone,y\n";
  for (int k = 0; k < 60; ++k) text += std::to_string(k * 37 % 61) + (k % 2 ? ",,1\n" : ",NA,0\n");
  folder_.file("f.csv", text);
  const auto result = pauc("train f.csv --objective ce --epochs 1 --out run");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("column gone is dropped: in training it is all missing"));
}

}  // namespace
}  // namespace pauc::test
