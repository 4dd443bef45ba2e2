#include "pauc/trainer/run/run.h"

#include <ATen/Functions.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <map>

#include "pauc/batch/tensor_file.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/random.h"
#include "pauc/optimiser/schedule.h"
#include "pauc/record/card.h"
#include "pauc/trainer/loop/checkpoint.h"
#include "pauc/trainer/run/predict.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

namespace fs = std::filesystem;
using test::content_of;
using test::refusal_of;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> kWrittenFiles = {"config.yaml",  "model.safetensors",     "model.json",
                                                "metrics.json", "predictions-valid.csv", "predictions-test.csv"};

std::string some_csv(int rows) {
  Random random(5);
  std::string text = "name,a,color,b,y\n";
  for (int row = 0; row < rows; ++row) {
    const bool positive = row % 5 == 0;
    const char* color = random.below(3) == 0 ? "red" : positive && random.below(2) == 0 ? "blue" : "green";
    const std::string a = random.below(10) == 0 ? "" : joined(random.normal() + (positive ? 1 : 0));
    text += joined("r", row, ",", a, ",", color, ",", random.normal(), ",", positive ? "1" : "0", "\n");
  }
  return text;
}

PredictOptions scoring(const std::string& data) {
  PredictOptions options;
  options.data = data;
  return options;
}

class Runs : public testing::Test {
 protected:
  Runs() {
    data_ = folder_.file("d.csv", some_csv(300));
    request_.out = folder_.path("run");
    set({"data.path=" + data_, "data.id=1", "trainer.epochs=3", "trainer.threads=1", "objective.name=sopa",
         "model.hidden=8"});
  }
  void set(const std::vector<std::string>& assignments) {
    for (const std::string& assignment : assignments) request_.asked.set_assignment(assignment);
  }
  std::string out(const std::string& name) const { return request_.out + "/" + name; }
  RunSummary stopped_after(int batches) {
    RunObserver observer;
    int done = 0;
    observer.stop_requested = [&] { return done++ == batches; };
    return train(request_, observer);
  }
  std::string predicted(PredictOptions options) {
    options.run = request_.out;
    std::string text;
    notes_.clear();
    summary_ = predict(
        options, [&](const std::string& piece) { text += piece; },
        [&](const std::string& note) { notes_.push_back(note); });
    return text;
  }

  // The message of a training that fails; its notes are kept.
  std::string failure(RunObserver observer = {}) {
    notes_.clear();
    observer.note = [&](const std::string& note) { notes_.push_back(note); };
    return refusal_of([&] { train(request_, observer); }, Fault::failed_run);
  }

  test::TemporaryFolder folder_;
  std::string data_;
  RunRequest request_;
  PredictSummary summary_;
  std::vector<std::string> notes_;
};

TEST_F(Runs, LeaveAFolderWithEverything) {
  const RunSummary summary = train(request_);
  EXPECT_FALSE(summary.interrupted);
  for (const std::string& name : kWrittenFiles) EXPECT_TRUE(fs::exists(out(name))) << name;
  EXPECT_EQ(record::read_card(record::RunPaths(request_.out)).id, "name");
  EXPECT_THAT(content_of(out("predictions-test.csv")), HasSubstr("row,id,label,score\n"));
}

TEST_F(Runs, StoppedAndResumedGiveTheSameFiles) {
  set({"trainer.pretrain_epochs=2", "sampler.batch_size=60"});
  train(request_);
  const std::string straight = request_.out;
  for (const int batches : {0, 1, 6, 8, 9, 13}) {
    request_.out = folder_.path("stopped" + std::to_string(batches));
    request_.mode = OutputMode::fresh;
    EXPECT_TRUE(stopped_after(batches).interrupted);
    EXPECT_FALSE(fs::exists(out("metrics.json")));
    request_.mode = OutputMode::resume;
    EXPECT_FALSE(train(request_).interrupted);
    for (const std::string& name : kWrittenFiles) {
      EXPECT_TRUE(content_of(out(name)) == content_of(straight + "/" + name)) << name << " after " << batches;
    }
  }
}

TEST_F(Runs, AfterPretrainingTheLastLayerIsDrawnAnewAndNoOther) {
  set({"trainer.pretrain_epochs=2", "sampler.batch_size=60"});
  stopped_after(8);  // two epochs of four batches: the last checkpoint is the start of the training itself
  std::vector<NamedTensors> checkpoints;
  for (const char* number : {"2", "3"}) {
    checkpoints.push_back(read_tensors(out(joined("checkpoint/0000000", number, ".safetensors"))));
  }
  for (const auto& [name, tensor] : checkpoints[0]) {
    if (name.rfind("model/", 0) != 0) continue;
    const bool last_layer = name.rfind("model/output.", 0) == 0;
    EXPECT_EQ(at::equal(tensor, checkpoints[1].at(name)), !last_layer) << name;
  }
}

TEST_F(Runs, AfterPretrainingAnOptimiserIsPulledTowardsTheNewLastLayer) {
  set({"objective.name=auc-m", "trainer.pretrain_epochs=1", "sampler.batch_size=60"});
  stopped_after(4);  // the pre-training's four batches
  const NamedTensors saved = read_tensors(out("checkpoint/00000002.safetensors"));
  int number = 0;
  for (const auto& [name, tensor] : saved) {
    if (name.rfind("model/", 0) != 0) continue;
    EXPECT_TRUE(at::equal(tensor, saved.at(joined("optimiser/reference.", number++)))) << name;
  }
  EXPECT_EQ(number, 4);
}

TEST_F(Runs, AskedForMoreEpochsGoOnAtTheRateOfTheNewSchedule) {
  set({"sampler.batch_size=60"});
  train(request_);
  set({"trainer.epochs=6"});
  request_.mode = OutputMode::resume;
  stopped_after(1);
  std::vector<std::string> notes;
  const auto checkpoint = read_checkpoint(out("checkpoint"), notes);
  const auto rate = checkpoint->tensors.at("optimiser/learning_rate").item<double>();
  EXPECT_DOUBLE_EQ(rate, cosine_decay(2e-3, 6)[3].learning_rate);
  EXPECT_FALSE(train(request_).interrupted);
  EXPECT_EQ(record::read_card(record::RunPaths(request_.out)).epochs, 6);
}

TEST_F(Runs, AskedForMoreEpochsAtOneRateAreThoseOfALongerRun) {
  set({"objective.name=sopa-s", "trainer.lr_decay=none"});
  train(request_);
  set({"trainer.epochs=6"});
  request_.mode = OutputMode::resume;
  train(request_);
  const std::string model = content_of(out("model.safetensors"));
  request_.mode = OutputMode::overwrite;
  train(request_);
  EXPECT_TRUE(content_of(out("model.safetensors")) == model);
}

TEST_F(Runs, ThatStartFromAnotherRefuseToGoOnWhenThatHasChanged) {
  train(request_);
  const std::string first = request_.out;
  request_.out = folder_.path("second");
  set({"trainer.init=" + first});
  stopped_after(1);
  RunRequest again = request_;
  again.out = first;
  again.mode = OutputMode::overwrite;
  again.asked.erase("trainer.init");
  again.asked.set_assignment("trainer.seed=7");
  train(again);
  request_.mode = OutputMode::resume;
  EXPECT_THAT(refusal_of([&] { train(request_); }), HasSubstr("has changed since the run began"));
}

TEST_F(Runs, MayStartFromAFileOfWeights) {
  train(request_);
  const std::string weights = folder_.path("w.safetensors");
  fs::copy_file(out("model.safetensors"), weights);
  const std::string scores = content_of(out("predictions-test.csv"));
  request_.out = folder_.path("second");
  set({"trainer.init=" + weights, "optimiser.lr=1e-30"});
  train(request_);
  EXPECT_EQ(content_of(out("predictions-test.csv")), scores);
  fs::remove(weights);
  request_.mode = OutputMode::resume;
  EXPECT_THAT(refusal_of([&] { train(request_); }, Fault::no_input), HasSubstr("w.safetensors"));
  write_tensors(weights, {{"output.bias", at::ones({1})}});
  EXPECT_THAT(refusal_of([&] { train(request_); }), HasSubstr("has changed since the run began"));
  request_.mode = OutputMode::overwrite;
  EXPECT_THAT(refusal_of([&] { train(request_); }), HasSubstr("w.safetensors: expected weights \""));
}

TEST_F(Runs, ARunIsNotOverwrittenByOneThatCannotStart) {
  train(request_);
  const std::string model = content_of(out("model.safetensors"));
  set({"trainer.init=" + request_.out, "model.hidden=9"});
  request_.mode = OutputMode::overwrite;
  EXPECT_THAT(refusal_of([&] { train(request_); }, Fault::usage), HasSubstr("init: the weights of"));
  EXPECT_TRUE(content_of(out("model.safetensors")) == model);
}

TEST_F(Runs, PredictionDoesNotLookAtColumnsThatTrainingDropped) {
  std::string text = some_csv(300);
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2)) text.insert(at, 1, ',');
  text.replace(0, text.find(",\n"), "name,a,color,b,y,note");
  text.erase(text.find(",\n"), 1);
  folder_.file("d.csv", text);
  set({"data.label=y"});
  train(request_);
  predicted(scoring(folder_.file("new.csv", "note,b,color,a\nhello,1,red,0.5\n")));
  EXPECT_EQ(summary_.unscored, 0);
}

// Without importance, which begins again after each stop and asks more often than seven times.
TEST_F(Runs, OfAutoStoppedAndResumedGiveTheSameFiles) {
  set({"objective.name=auto", "target.fpr_max=0.2", "trainer.epochs=2", "trainer.importance=0"});
  const RunSummary straight = train(request_);
  EXPECT_EQ(straight.candidates.size(), 4);
  const std::string first = request_.out;
  request_.out = folder_.path("stopped");
  request_.mode = OutputMode::resume;
  int stops = 0;
  while (stopped_after(7).interrupted) ++stops;
  EXPECT_GT(stops, 1);
  for (const std::string& name : kWrittenFiles) {
    EXPECT_TRUE(content_of(out(name)) == content_of(first + "/" + name)) << name;
  }
  EXPECT_EQ(content_of(out("candidates.json")), content_of(first + "/candidates.json"));
}

// Two features, one of them informative.
std::string two_features_csv(int rows) {
  Random random(5);
  std::string text = "a,b,y\n";
  for (int row = 0; row < rows; ++row) {
    text += joined(random.normal() + (row % 5 == 0 ? 1 : 0), ",", random.normal(), ",", row % 5 == 0 ? "1" : "0", "\n");
  }
  return text;
}

// Squares of gaps of raw scores without a margin are smallest where all scores are equal.
TEST_F(Runs, OfAutoDropACandidateThatCollapses) {
  RunRequest request;
  request.out = folder_.path("auto");
  for (const char* assignment :
       {"objective.name=auto", "target.fpr_max=0.2", "objective.fpr_max=0.2", "objective.link=raw",
        "objective.margin=0", "objective.lambda=10", "model.name=linear", "data.numeric=standard",
        "optimiser.name=momentum", "optimiser.momentum_rate=1", "optimiser.lr=0.3", "sampler.batch_size=40",
        "trainer.epochs=40", "trainer.threads=1"}) {
    request.asked.set_assignment(assignment);
  }
  request.asked.set_assignment("data.path=" + folder_.file("two.csv", two_features_csv(400)));
  RunObserver observer;
  observer.note = [&](const std::string& note) { notes_.push_back(note); };
  const RunSummary summary = train(request, observer);
  ASSERT_EQ(summary.candidates.size(), 3);
  const TrainedCandidate& collapsed = summary.candidates[2];
  EXPECT_EQ(collapsed.name, "sopa-s");
  EXPECT_THAT(collapsed.dropped, HasSubstr("the spread of the scores was below 1 %"));
  EXPECT_THAT(notes_, Contains("sopa-s: warning: " + collapsed.dropped));
  ASSERT_GT(collapsed.valid.value, summary.candidates[0].valid.value) << "the case is to look better than ce";
  EXPECT_NE(summary.kept, 2);
  EXPECT_THAT(content_of(request.out + "/candidates.json"), HasSubstr("\"dropped\": \"in epoch"));
  request.mode = OutputMode::resume;
  const RunSummary again = train(request);  // from the files
  EXPECT_TRUE(again.was_finished);
  EXPECT_EQ(again.kept, summary.kept);
  EXPECT_EQ(again.candidates[2].dropped, collapsed.dropped);
}

TEST_F(Runs, AFinishedOneIsLeftAsItIs) {
  train(request_);
  const auto before = fs::last_write_time(out("metrics.json"));
  request_.mode = OutputMode::resume;
  EXPECT_TRUE(train(request_).was_finished);
  EXPECT_EQ(fs::last_write_time(out("metrics.json")), before);
}

TEST_F(Runs, ARefusedRunWritesNothing) {
  set({"data.label=nothing"});
  EXPECT_NE(refusal_of([&] { train(request_); }), "");
  EXPECT_FALSE(fs::exists(request_.out));
}

TEST_F(Runs, ARunAtWorkIsNotOverwritten) {
  train(request_);
  const RunLock at_work(request_.out);
  request_.mode = OutputMode::overwrite;
  EXPECT_THAT(refusal_of([&] { train(request_); }, Fault::cannot_create), HasSubstr("another pauc is working"));
  for (const std::string& name : kWrittenFiles) EXPECT_TRUE(fs::exists(out(name))) << name;
}

// The scores of the earlier model are the last thing that a run writes beside its dates.
TEST_F(Runs, IsFinishedUnderItsLock) {
  const auto train_like = [this](const RunRequest& first) {
    train(first);
    RunRequest next = first;
    next.out = first.out + "-next";
    next.asked = Config();
    next.asked.set("data.path", data_, "test");
    next.asked.set("trainer.like", first.out, "test");
    next.asked.set_assignment("data.split_seed=7");
    bool said = false;
    RunObserver observer;
    observer.note = [&](const std::string& note) {
      if (note.find(" of the 30 test rows") == std::string::npos) return;
      said = true;
      EXPECT_TRUE(fs::exists(next.out + "/metrics.json"));
      EXPECT_TRUE(is_locked(next.out));
    };
    train(next, observer);
    EXPECT_TRUE(said);
    EXPECT_FALSE(is_locked(next.out));
    EXPECT_TRUE(has_ended(record::RunPaths(next.out)));
  };
  train_like(request_);
  request_.out = folder_.path("blend");
  request_.asked = Config();
  set({"data.path=" + data_, "data.id=1", "trainer.epochs=1", "trainer.threads=1", "trainer.members=linear,mlp",
       "data.folds=2"});
  train_like(request_);
}

TEST_F(Runs, ATrainingThatGoesAstrayNamesObjectiveAndCheckpoint) {
  set({"optimiser.name=momentum", "optimiser.lr=1e37", "optimiser.momentum_rate=1"});
  EXPECT_THAT(failure(), testing::StartsWith("training by sopa has failed: epoch 1, "));
  EXPECT_THAT(notes_, Contains(request_.out + ": there is no checkpoint yet"));
}

TEST_F(Runs, AfterPretrainingTheLastGoodCheckpointIsThatOfPretraining) {
  set({"optimiser.name=momentum", "optimiser.lr=1e37", "optimiser.momentum_rate=1", "trainer.pretrain_epochs=2"});
  EXPECT_THAT(failure(), HasSubstr("training by sopa has failed"));
  EXPECT_THAT(notes_, Contains("the last good checkpoint, after epoch 2 of pre-training, is in " + out("checkpoint")));
}

TEST_F(Runs, TheLastGoodCheckpointIsTheOneThatWasWritten) {
  train(request_);
  set({"trainer.checkpoint_every=2"});
  request_.mode = OutputMode::overwrite;
  RunObserver observer;
  observer.batch_done = [](const std::string&, const Progress& progress, const FitOptions&, std::int64_t) {
    if (progress.epoch == 1) fail(Fault::failed_run, "astray");
  };
  EXPECT_THAT(failure(observer), HasSubstr("astray"));
  EXPECT_THAT(notes_, Contains(HasSubstr("no checkpoint yet")));
}

TEST_F(Runs, LabelsThatAreNotUtf8AreNoObstacle) {
  std::string text = "a,y\n";
  for (int row = 0; row < 200; ++row) text += joined(row * 37 % 101, row % 4 == 0 ? ",\xe9t\xe9\n" : ",hiver\n");
  folder_.file("d.csv", text);
  request_.asked.erase("data.id");
  train(request_);
  EXPECT_EQ(record::read_card(record::RunPaths(request_.out)).positive, "été");
}

TEST_F(Runs, PredictionOfTheSameRowsGivesTheSameScores) {
  train(request_);
  std::map<std::string, std::string> by_id;
  CsvReader all(folder_.file("all.csv", predicted(scoring(data_))), {});
  while (all.next()) by_id[std::string(all.field(all.column("id")))] = all.field(all.column("score"));
  EXPECT_EQ(by_id.size(), 300);
  EXPECT_EQ(summary_.rows, 300);
  EXPECT_EQ(summary_.unscored, 0);
  for (const char* part : {"predictions-valid.csv", "predictions-test.csv"}) {
    CsvReader csv(out(part), {});
    while (csv.next()) {
      EXPECT_EQ(by_id.at(std::string(csv.field(csv.column("id")))), csv.field(csv.column("score"))) << part;
    }
  }
}

TEST_F(Runs, PredictionNeedsNeitherIdNorLabelNorUnreadableRows) {
  train(request_);
  const std::string text =
      predicted(scoring(folder_.file("new.csv", "b,color,a\n1,red,0.5\nx,red,1\ninf,blue,1\n2,new,\n")));
  EXPECT_EQ(text.rfind("row,score\n1,", 0), 0) << text;
  EXPECT_THAT(text, AllOf(HasSubstr("\n2,\n"), HasSubstr("\n3,\n"), Not(HasSubstr("\n4,\n"))));
  EXPECT_EQ(summary_.rows, 4);
  EXPECT_EQ(summary_.unscored, 2);
  EXPECT_EQ(summary_.complaints.size(), 2);
}

TEST_F(Runs, PredictionDecidesByTheCardsThresholds) {
  train(request_);
  const record::ModelCard card = record::read_card(record::RunPaths(request_.out));
  PredictOptions options = scoring(data_);
  options.rates.at_fpr = card.thresholds.back().fpr;
  options.probability = true;
  CsvReader csv(folder_.file("all.csv", predicted(options)), {});
  EXPECT_THAT(csv.columns(), ElementsAre("row", "id", "score", "decision", "probability"));
  while (csv.next()) {
    const double score = csv.number(2);
    EXPECT_EQ(csv.field(3), score >= card.thresholds.back().threshold ? "1" : "0");
    EXPECT_EQ(csv.number(4), card.probabilities.probability(score));
  }
  options.rates.at_fpr = 1.5;
  EXPECT_THAT(refusal_of([&] { predicted(options); }, Fault::usage), HasSubstr("at_fpr: expected"));
}

TEST_F(Runs, PredictionNamesMissingColumns) {
  train(request_);
  EXPECT_THAT(refusal_of([&] { predicted(scoring(folder_.file("new.csv", "color\nred\n"))); }),
              HasSubstr("missing: a, b"));
  EXPECT_THAT(refusal_of([&] { predicted(scoring(folder_.file("new.csv", "color,a,b\n"))); }), HasSubstr("got none"));
}

}  // namespace
}  // namespace pauc
