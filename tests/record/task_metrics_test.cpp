#include "pauc/record/task_metrics.h"

#include "pauc/core/error.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc::record {
namespace {

using testing::HasSubstr;

SeveralMetrics some_metrics() {
  SeveralMetrics metrics;
  metrics.target = {0, 0.3, 0};
  TaskMetrics task;
  task.name = "NR-AR \"a\"";
  task.folder = "NR-AR__a_";
  task.positive = "1";
  task.test = {29, 693, 1, ShownFigure{0.71, Interval{0.6, 0.8}}, ShownFigure{0.75, std::nullopt}};
  metrics.tasks.push_back(task);
  task.name = "lacks a class";
  task.folder.clear();
  task.test = {0, 12, 1, std::nullopt, std::nullopt};
  metrics.tasks.push_back(task);
  metrics.test = {0, 0, 1, ShownFigure{0.71, Interval{0.6, 0.8}}, ShownFigure{0.75, std::nullopt}};
  return metrics;
}

class SeveralLabels : public testing::Test {
 protected:
  SeveralMetrics read(const std::string& text) {
    folder_.file("metrics.json", text);
    return read_several_metrics(RunPaths(folder_.folder()));
  }
  test::TemporaryFolder folder_;
};

TEST_F(SeveralLabels, ReadBackToTheSameMetrics) {
  const std::string text = several_metrics_json(some_metrics());
  const SeveralMetrics back = read(text);
  EXPECT_EQ(several_metrics_json(back), text);
  EXPECT_EQ(back.tasks[0].name, "NR-AR \"a\"");
  EXPECT_EQ(back.tasks[0].test.target->ci->upper, 0.8);
  EXPECT_TRUE(back.tasks[1].folder.empty());
  EXPECT_FALSE(back.tasks[1].test.target.has_value());
}

TEST_F(SeveralLabels, RefuseAFolderThatLeadsOut) {
  SeveralMetrics metrics = some_metrics();
  metrics.tasks[0].folder = "../elsewhere";
  EXPECT_THAT(test::refusal_of([&] { read(several_metrics_json(metrics)); }, Fault::data), HasSubstr("folder"));
}

TEST_F(SeveralLabels, RefuseTheMetricsOfOneLabel) {
  EXPECT_THAT(test::refusal_of([&] { read(R"({"train": {}, "valid": {}, "test": {}})"); }, Fault::data),
              HasSubstr("several labels"));
}

}  // namespace
}  // namespace pauc::record
