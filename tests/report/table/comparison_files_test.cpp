#include "pauc/report/table/comparison_files.h"

#include <filesystem>
#include <limits>
#include <set>

#include "pauc/record/comparison_curves.h"
#include "pauc/record/finished_comparison.h"
#include "pauc/report/page/page.h"
#include "pauc/report/table/comparison_table.h"
#include "record/compared_methods.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc::report {
namespace {

namespace fs = std::filesystem;
using test::content_of;
using test::epochs_with;
using test::three_methods;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class ComparisonFiles : public testing::Test {
 protected:
  ComparisonFiles() : comparison_(three_methods()) {
    comparison_.methods[0].cells[0].epochs = {epochs_with({0.5, 0.6, 0.9}), epochs_with({0.7, 0.8})};
    comparison_.methods[2].cells[0].epochs = {epochs_with({0.25, 0.75})};
  }

  std::set<std::string> names() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(out_)) names.insert(entry.path().filename().string());
    return names;
  }
  std::string content(const std::string& name) const { return content_of(out_ + "/" + name); }

  test::TemporaryFolder folder_;
  std::string out_ = folder_.path("new/out");
  record::Comparison comparison_;
};

TEST_F(ComparisonFiles, AreWrittenIntoANewFolder) {
  write_comparison(out_, comparison_);
  EXPECT_THAT(names(), ElementsAre("convergence-one_way_0.3-train.svg", "convergence-one_way_0.3-valid.svg",
                                   "curves.csv", "table.csv", "table.json", "table.md", "table.tex"));
  EXPECT_EQ(content("table.md"), comparison_markdown(comparison_));
  EXPECT_EQ(content("table.csv"), comparison_csv(comparison_));
  EXPECT_EQ(content("table.tex"), comparison_tex(comparison_));
  EXPECT_EQ(content("table.json"), record::comparison_json(comparison_));
  EXPECT_EQ(content("curves.csv"), record::comparison_curves_csv(comparison_));
  EXPECT_THAT(content("convergence-one_way_0.3-valid.svg"), StartsWith("<svg"));
  EXPECT_THAT(content("convergence-one_way_0.3-valid.svg"), HasSubstr("FPR &lt;= 0.3, valid part</text>"));
}

TEST_F(ComparisonFiles, OfAnOlderTableAreReplacedAndOtherFilesLeftAlone) {
  write_comparison(out_, comparison_);
  folder_.file("new/out/convergence-one_way_0.9-train.svg", "old");
  folder_.file("new/out/notes.svg", "mine");
  fs::create_directories(out_ + "/convergence-folder.svg");
  comparison_.methods[0].cells[0].epochs.clear();
  comparison_.methods[2].cells[0].epochs.clear();
  comparison_.missing.clear();
  write_comparison(out_, comparison_);
  EXPECT_THAT(names(), ElementsAre("convergence-folder.svg", "curves.csv", "notes.svg", "table.csv", "table.json",
                                   "table.md", "table.tex"));
  EXPECT_EQ(content("table.md"), comparison_markdown(comparison_));
  EXPECT_EQ(content("curves.csv"), "target,method,part,epoch,mean,std\n");
}

TEST_F(ComparisonFiles, AreTheSameBytesTwice) {
  write_comparison(out_, comparison_);
  const std::string other = folder_.path("other");
  write_comparison(other, comparison_);
  for (const std::string& name : names()) EXPECT_EQ(content(name), content_of(other + "/" + name)) << name;
}

TEST_F(ComparisonFiles, NothingIsWrittenOfWhatCannotBeDrawn) {
  comparison_.methods[0].cells[0].epochs[0][1].train = std::numeric_limits<double>::infinity();
  EXPECT_THAT(test::refusal_of([&] { write_comparison(out_, comparison_); }), HasSubstr("expected finite numbers"));
  EXPECT_FALSE(fs::exists(out_));
}

TEST_F(ComparisonFiles, AFolderThatCannotBeMadeIsSaid) {
  folder_.file("new", "a file");
  EXPECT_THAT(test::refusal_of([&] { write_comparison(out_, comparison_); }, Fault::cannot_create),
              HasSubstr("new/out: cannot create: "));
}

// Whoever sees table.json finds the rest: it is not written where something else could not be.
TEST_F(ComparisonFiles, TheTableComesLast) {
  fs::create_directories(out_ + "/convergence-one_way_0.3-valid.svg/full");
  EXPECT_THROW(write_comparison(out_, comparison_), UserError);
  EXPECT_TRUE(fs::exists(out_ + "/curves.csv"));
  EXPECT_FALSE(fs::exists(out_ + "/table.json"));
}

TEST_F(ComparisonFiles, AreReadBack) {
  write_comparison(out_, comparison_);
  ASSERT_TRUE(record::ComparisonPaths(out_).has_table());
  const record::FinishedComparison comparison = record::read_comparison(out_);
  EXPECT_EQ(comparison.config, "model: gin\n");
  EXPECT_EQ(comparison.part, "test");
  EXPECT_EQ(comparison.missing, comparison_.missing);
  ASSERT_EQ(comparison.methods.size(), 3U);
  EXPECT_EQ(comparison.methods[0].name, "sopa-s");
  const auto& cells = comparison.methods[0].cells;
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(cells[0].target, "one_way_0.3");
  EXPECT_NEAR(cells[0].mean, 0.72, 1e-15);
  EXPECT_NEAR(*cells[0].deviation, 0.0158113883, 1e-10);
  EXPECT_EQ(cells[0].seeds, 5);
  EXPECT_EQ(cells[0].chosen, (Settings{{"lambda", "1"}, {"lr", "0.001"}}));
  EXPECT_EQ(cells[0].standing, record::Standing::best);
  EXPECT_EQ(cells[1].standing, record::Standing::like_best);
  EXPECT_EQ(comparison.methods[1].cells.at(0).standing, record::Standing::like_best);
  EXPECT_EQ(comparison.methods[2].cells.at(0).standing, record::Standing::apart);
  EXPECT_EQ(comparison.methods[2].cells.size(), 1U);
}

TEST_F(ComparisonFiles, CurvesAreReadBackToTheBit) {
  comparison_.methods[0].name = "so,\"pa\"; s";
  write_comparison(out_, comparison_);
  const auto plots = record::read_comparison(out_).plots;
  const auto files = record::convergence_files(comparison_);
  ASSERT_EQ(plots.size(), files.size());
  for (std::size_t p = 0; p < plots.size(); ++p) {
    EXPECT_EQ(plots[p].title, files[p].plot.title);
    ASSERT_EQ(plots[p].lines.size(), files[p].plot.lines.size());
    for (std::size_t k = 0; k < plots[p].lines.size(); ++k) {
      const record::ConvergenceLine& read = plots[p].lines[k];
      const record::ConvergenceLine& written = files[p].plot.lines[k];
      EXPECT_EQ(read.name, written.name);
      EXPECT_EQ(read.epochs, written.epochs);
      EXPECT_EQ(read.means, written.means);
      EXPECT_EQ(read.deviations, written.deviations);
      EXPECT_EQ(read.look, written.look);
    }
  }
}

TEST_F(ComparisonFiles, OfOneSeedAreReadBack) {
  comparison_.seeds = 1;
  for (record::ComparedMethod& method : comparison_.methods) {
    for (record::ComparedCell& cell : method.cells) cell.values.resize(std::min<std::size_t>(1, cell.values.size()));
  }
  write_comparison(out_, comparison_);
  const record::FinishedComparison comparison = record::read_comparison(out_);
  EXPECT_FALSE(comparison.methods[0].cells.at(0).deviation);
  EXPECT_EQ(comparison.methods[1].cells.at(0).standing, record::Standing::like_best);
}

// As many targets as a table may have.
TEST_F(ComparisonFiles, OfManyTargetsAreReadBack) {
  comparison_.targets.clear();
  comparison_.methods.resize(1);
  comparison_.methods[0].cells.clear();
  for (int k = 1; k <= 64; ++k) {
    comparison_.targets.push_back("one_way_0." + std::to_string(100 + k));
    comparison_.methods[0].cells.push_back(test::cell_with(comparison_.targets.back(), {0.5}));
    comparison_.methods[0].cells.back().epochs = {epochs_with({0.5})};
  }
  write_comparison(out_, comparison_);
  EXPECT_EQ(record::read_comparison(out_).plots.size(), 128U);
}

TEST_F(ComparisonFiles, StandOnAPage) {
  write_comparison(out_, comparison_);
  Report report;
  report.comparisons.push_back(record::read_comparison(out_));
  const std::string page = report_html(report);
  EXPECT_THAT(page, HasSubstr("<strong>0.7200 <span class=\"interval\">(0.0158)</span></strong></td>"));
  EXPECT_THAT(page, HasSubstr("<td>0.7040 <span class=\"interval\">(0.0114)</span> ≈</td>"));
  EXPECT_THAT(page, HasSubstr("<td>0.6700 <span class=\"interval\">(0.0100)</span></td>"));
  EXPECT_THAT(page, HasSubstr("FPR &lt;= 0.3, valid part"));
}

}  // namespace
}  // namespace pauc::report
