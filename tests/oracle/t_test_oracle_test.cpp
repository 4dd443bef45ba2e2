// R's paired t.test on random lists of 2 to 31 pairs, from equal within noise to far apart.
#include <cmath>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/random.h"
#include "pauc/metric/interval/paired_difference.h"
#include "support/command.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

struct Lists {
  std::vector<double> a, b;
};

std::vector<Lists> some_lists() {
  Random random(17);
  std::vector<Lists> all(200);
  for (std::size_t p = 0; p < all.size(); ++p) {
    const double apart = std::pow(10, -3 * random.uniform());
    for (std::size_t k = 0; k < 2 + p % 30; ++k) {
      all[p].a.push_back(random.uniform() + apart);
      all[p].b.push_back(random.uniform() * 0.2);
    }
  }
  return all;
}

TEST(TTestOracle, AgreesWithR) {
  const std::vector<Lists> problems = some_lists();
  std::string csv = "problem,a,b\n";
  for (std::size_t p = 0; p < problems.size(); ++p) {
    for (std::size_t k = 0; k < problems[p].a.size(); ++k) {
      csv += joined(p, ',', problems[p].a[k], ',', problems[p].b[k], '\n');
    }
  }
  const test::TemporaryFolder folder;
  const auto question = folder.file("problems.csv", csv);
  const auto result =
      test::run_shell("Rscript tests/oracle/t_test_answers.R " + question + ' ' + folder.path("answers.csv"));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  CsvReader answers(folder.path("answers.csv"), {});
  for (const Lists& lists : problems) {
    ASSERT_TRUE(answers.next());
    const auto expect = [&](const char* name, double ours) {
      const double theirs = answers.number(answers.column(name));
      EXPECT_NEAR(ours, theirs, 1e-10 * std::max(1.0, std::abs(theirs))) << name;
    };
    const PairedDifference found = paired_difference(lists.a, lists.b, 0.95);
    const PairedDifference narrow = paired_difference(lists.a, lists.b, 0.5);
    expect("mean", found.mean);
    expect("standard_error", *found.standard_error);
    expect("lower", found.ci.interval->lower);
    expect("upper", found.ci.interval->upper);
    expect("narrow_lower", narrow.ci.interval->lower);
    expect("narrow_upper", narrow.ci.interval->upper);
    const double p = answers.number(answers.column("p"));
    EXPECT_NEAR(*found.p / p, 1, 1e-8);
  }
}

}  // namespace
}  // namespace pauc
