// Other people's implementations on 1000 random problems: half of them with many ties, classes as small as one row,
// weights.
#include <cmath>
#include <map>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/metric/partial_auc.h"
#include "pauc/metric/roc.h"
#include "support/command.h"
#include "support/problems.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::Problem;
using test::Ties;
using test::Weights;

constexpr int kProblems = 1000;
constexpr double kTolerance = 1e-12;

std::vector<Problem> some_problems() {
  Random random(91);
  std::vector<Problem> problems;
  for (int i = 0; i < kProblems; ++i) {
    problems.push_back(test::random_problem(random, i % 2 == 0 ? Ties::none : Ties::many, Weights::any));
  }
  return problems;
}

std::string as_csv(const std::vector<Problem>& problems) {
  std::string csv = "problem,label,score,weight\n";
  for (std::size_t p = 0; p < problems.size(); ++p) {
    for (std::size_t i = 0; i < problems[p].labels.size(); ++i) {
      csv += joined(p, ',', static_cast<int>(problems[p].labels[i]), ',', problems[p].scores[i], ',',
                    problems[p].weights[i], '\n');
    }
  }
  return csv;
}

using Answers = std::vector<std::map<std::string, double>>;

Answers ask(const std::string& program, const std::vector<Problem>& problems) {
  const test::TemporaryFolder folder;
  const auto question = folder.file("problems.csv", as_csv(problems));
  const auto result = test::run_shell(program + ' ' + question + ' ' + folder.path("answers.csv"));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  Answers answers;
  CsvReader csv(folder.path("answers.csv"), {});
  while (csv.next()) {
    answers.emplace_back();
    for (std::size_t c = 0; c < csv.columns().size(); ++c) answers.back()[csv.columns()[c]] = csv.number(c);
  }
  EXPECT_EQ(answers.size(), problems.size());
  return answers;
}

void expect_sklearn(const Problem& problem, const std::map<std::string, double>& answer, const std::string& prefix) {
  const RocCurve curve = roc_curve(problem.cases());
  const auto expect = [&](const std::string& name, double ours) {
    EXPECT_NEAR(ours, answer.at(prefix + name), kTolerance) << prefix + name;
  };
  expect("auc", auc(problem.cases()));
  for (const double rate : {0.01, 0.1, 0.3, 0.5}) {
    expect(joined("max_fpr_", rate), partial_auc(problem.cases(), fpr_at_most(rate), Scale::mcclish));
    expect(joined("max_fpr_", rate),
           rescaled(measured(curve.vertices, fpr_at_most(rate)), Scale::mcclish, fpr_at_most(rate)));
  }
  for (const Region region : {two_way(0.6, 0.4), two_way(0.5, 0.5), two_way(0.9, 0.05)}) {
    expect(joined("two_way_", region.tpr_min, '_', region.fpr_max),
           partial_auc(problem.cases(), region, Scale::normalised));
  }
}

TEST(Oracle, AgreesWithScikitLearn) {
  const auto problems = some_problems();
  const auto answers = ask(PAUC_PYTHON " tests/oracle/sklearn_answers.py", problems);
  ASSERT_EQ(answers.size(), problems.size());
  for (std::size_t p = 0; p < problems.size() && !HasFailure(); ++p) {
    Problem unweighted = problems[p];
    unweighted.weights.clear();
    expect_sklearn(unweighted, answers[p], "");
    expect_sklearn(problems[p], answers[p], "weighted_");
  }
}

TEST(Oracle, AgreesWithProc) {
  const auto problems = some_problems();
  const auto answers = ask("Rscript tests/oracle/proc_answers.R", problems);
  ASSERT_EQ(answers.size(), problems.size());
  for (std::size_t p = 0; p < problems.size() && !HasFailure(); ++p) {
    Problem problem = problems[p];
    problem.weights.clear();
    const auto expect = [&](const std::string& name, double ours) {
      EXPECT_NEAR(ours, answers[p].at(name), kTolerance) << name;
    };
    expect("auc", auc(problem.cases()));
    const auto expect_area = [&](const std::string& name, const auto& area) {
      expect("raw_" + name, partial_auc(problem.cases(), area, Scale::raw));
      expect("mcclish_" + name, partial_auc(problem.cases(), area, Scale::mcclish));
    };
    expect_area("0.1", fpr_at_most(0.1));
    expect_area("0.5", fpr_at_most(0.5));
    expect_area("range", fpr_between(0.05, 0.3));
    expect_area("band", TprBand{0.8, 1});
    expect_area("middle_band", TprBand{0.3, 0.7});
  }
}

}  // namespace
}  // namespace pauc
