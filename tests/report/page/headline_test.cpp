#include "pauc/report/page/headline.h"

#include <algorithm>

#include "pauc/report/page/data.h"
#include "pauc/report/page/tables.h"
#include "pauc/report/report.h"

namespace pauc::report {
namespace {

using testing::HasSubstr;
using testing::Not;

// Scores as they would stand in a file.
Report report_of(const std::vector<std::uint8_t>& labels, const std::vector<std::vector<double>>& columns,
                 const EvaluationOptions& options) {
  ScoreTable table;
  table.rows.labels = labels;
  for (std::size_t c = 0; c < columns.size(); ++c)
    table.rows.names.push_back(std::string(1, static_cast<char>('a' + c)));
  table.rows.columns = columns;
  for (std::size_t i = 0; i < labels.size(); ++i) table.numbers.push_back(static_cast<std::int64_t>(i) + 1);
  return report_on_scores("scores.csv", table, evaluate(table.rows, options));
}

EvaluationOptions up_to(double fpr) {
  EvaluationOptions options;
  options.fpr_max = fpr;
  return options;
}

// `positives` ones, then `negatives` zeros; the first `hits` ones and the first `alarms` zeros score 1, all others
// fall.
struct Scored {
  std::vector<std::uint8_t> labels;
  std::vector<double> scores;
};
Scored scored(int positives, int hits, int negatives, int alarms) {
  Scored rows;
  for (int i = 0; i < positives; ++i) {
    rows.labels.push_back(1);
    rows.scores.push_back(i < hits ? 1 : -2 - i);
  }
  for (int i = 0; i < negatives; ++i) {
    rows.labels.push_back(0);
    rows.scores.push_back(i < alarms ? 1 : -1 - 1.0 * i / negatives);
  }
  return rows;
}

std::string words(const Scored& rows, const EvaluationOptions& options) {
  return headline_html(report_of(rows.labels, {rows.scores}, options));
}

TEST(Headline, SaysHowManyAreFoundAndWhatThatMeans) {
  const std::string html = words(scored(100, 63, 900, 9), up_to(0.01));
  EXPECT_THAT(html,
              HasSubstr("At no more than <strong>1 false alarm in 100</strong> negatives, this model finds "
                        "<strong>63.0\u00a0% <span class=\"interval\">[52.8, 72.4]</span></strong> of the positives."));
  EXPECT_THAT(
      html,
      HasSubstr("Among 1,000 cases like these (10.0\u00a0% positive) this means about 72 alarms, 63 of them right, "
                "and 37 positives missed."));
}

TEST(Headline, OfScoresSaysWhatNewCasesKeep) {
  EXPECT_THAT(words(scored(100, 63, 900, 9), up_to(0.1)),
              HasSubstr("new cases from the same source keep the rate with 95 % confidence"));
  EXPECT_THAT(
      words(scored(100, 63, 200, 0), up_to(0.01)),
      HasSubstr("these rows cannot guarantee it: an FPR of at most 0.01 with confidence 0.95 needs at least 299 "
                "negatives; there are 200."));
}

// A run whose card has both thresholds.
Report promised(GuaranteeBasis basis) {
  const Scored rows = scored(100, 63, 900, 9);
  Report report = report_of(rows.labels, {rows.scores}, up_to(0.1));
  ReportedModel& model = report.models[0];
  model.calibrated_on = "the validation part";
  model.guarantee_basis = basis;
  model.card_thresholds = {{0.1, -1.2, 0.1, 0.6, 0.95, -1.1, 0.07, 0.5, ""}};
  model.applied = {{0.1, -1.2, 0.153, 0.66, {}, {}, {}}, {0.1, -1.1, 0.081, 0.61, {}, {}, 0.95}};
  return report;
}

TEST(Headline, OfARunUsesTheGuaranteedThreshold) {
  const std::string html = headline_html(promised(GuaranteeBasis::exact));
  EXPECT_THAT(html,
              HasSubstr("With the threshold for <strong>no more than 1 false alarm in 10</strong> negatives, this "
                        "model finds <strong>61.0\u00a0%</strong> of the positives."));
  EXPECT_THAT(
      html,
      HasSubstr("The threshold was set on <bdi>the validation part</bdi> with a margin. Of 100 thresholds set in this "
                "way, 95 or more keep their rate on new cases from the same source. On these rows it "
                "raises false alarms among 8.1\u00a0% of the negatives. Without the margin it finds "
                "66.0\u00a0% of the positives here, with false alarms among 15.3\u00a0% of the negatives."));
  EXPECT_THAT(html, Not(HasSubstr("found on these same rows")));
}

TEST(Headline, TheSliderStandsAtTheGuaranteedThreshold) {
  Report report = promised(GuaranteeBasis::exact);
  EXPECT_THAT(page_data_json(report), HasSubstr("\"threshold\":-1.1,"));
  report.models[0].applied.pop_back();
  EXPECT_THAT(page_data_json(report), HasSubstr("\"threshold\":null,"));
}

TEST(Headline, GuaranteedThresholdsComeFirstInTheOperatingPoints) {
  const std::string html = operating_points_table(promised(GuaranteeBasis::exact));
  const auto guaranteed = html.find("keep with 95 % confidence");
  ASSERT_NE(guaranteed, std::string::npos);
  EXPECT_LT(guaranteed, html.find("without a guarantee"));
  EXPECT_THAT(html, Not(HasSubstr("<details")));
}

TEST(Headline, SaysWhatElseTheRowsOfTheThresholdChose) {
  Report report = promised(GuaranteeBasis::exact);
  report.models[0].also_chosen = "the epoch";
  EXPECT_THAT(headline_html(report), HasSubstr("from the same source. The same rows also chose the epoch, so that this "
                                               "is nearly, not strictly, true. On these rows"));
}

TEST(Headline, DoesNotGuaranteeWhatFoldsCannot) {
  const std::string html = headline_html(promised(GuaranteeBasis::out_of_fold));
  EXPECT_THAT(html, HasSubstr("meant to keep the rate on new cases 95 times in 100, but nothing guarantees that."));
  EXPECT_THAT(html, Not(HasSubstr("95 or more keep")));
}

TEST(Headline, SaysWhyARunCannotGuaranteeItsRate) {
  Report report = promised(GuaranteeBasis::exact);
  report.models[0].card_thresholds[0].guaranteed_threshold.reset();
  report.models[0].card_thresholds[0].guarantee_reason = "it needs 299 negatives";
  report.models[0].applied.pop_back();
  EXPECT_THAT(headline_html(report), HasSubstr("The rate cannot be guaranteed: <bdi>it needs 299 negatives</bdi>."));
}

TEST(Headline, TakesAsManyCasesAsItNeedsToSaySomething) {
  const std::string html = words(scored(10, 5, 9990, 9), up_to(0.001));
  EXPECT_THAT(
      html,
      HasSubstr("Among 10,000 cases like these (0.10\u00a0% positive) this means about 14 alarms, 5 of them right, "
                "and 5 positives missed."));
}

TEST(Headline, CountsNoNeedlessFalseAlarms) {
  EXPECT_THAT(words(scored(100, 100, 900, 0), up_to(0.3)),
              HasSubstr("about 100 alarms, 100 of them right, and 0 positives"));
}

TEST(Headline, TellsTiesFromUselessScores) {
  EXPECT_THAT(
      words(scored(100, 75, 100, 20), up_to(0.1)),
      HasSubstr("the first threshold that can be set finds 75.0\u00a0% of the positives at 20.0\u00a0% false alarms"));
}

TEST(Headline, DoesNotTakeAMissingDifferenceForEquality) {
  const Scored a = scored(20, 10, 100, 5);
  Scored b = a;
  std::reverse(b.scores.begin(), b.scores.begin() + 20);
  const std::string html = headline_html(report_of(a.labels, {a.scores, b.scores}, up_to(0.05)));
  EXPECT_THAT(html, HasSubstr("No difference was seen between them; these data allow one from -"));
}

TEST(Headline, TellsWhatIsBeyondChance) {
  const Scored good = scored(100, 90, 900, 9);
  const Scored bad = scored(100, 20, 900, 9);
  const auto better = report_of(good.labels, {good.scores, bad.scores}, up_to(0.01));
  EXPECT_THAT(headline_html(better), HasSubstr("The difference of +70.0 points is beyond chance"));
  const auto worse = report_of(good.labels, {bad.scores, good.scores}, up_to(0.01));
  EXPECT_THAT(headline_html(worse), HasSubstr("The difference of -70.0 points is beyond chance"));
  const Scored near = scored(100, 88, 900, 9);
  const auto close = report_of(good.labels, {good.scores, near.scores}, up_to(0.01));
  EXPECT_THAT(headline_html(close), HasSubstr("The difference of +2.0 points may well be chance"));
}

TEST(Headline, OfATprBandSaysWhatTheHitsCost) {
  EvaluationOptions options;
  options.tpr_band = TprBand{0.6, 1};
  EXPECT_THAT(words(scored(100, 63, 900, 9), options),
              HasSubstr("To find <strong>60.0\u00a0%</strong> of the positives, this model raises false alarms among "
                        "<strong>1.0\u00a0%</strong>"));
}

TEST(Headline, OfATwoWayRegionSaysWhetherItIsReached) {
  EvaluationOptions options = up_to(0.4);
  options.tpr_min = 0.6;
  EXPECT_THAT(words(scored(100, 63, 900, 9), options), HasSubstr("are found at an FPR of 1.0\u00a0%"));
  options.tpr_min = 0.7;
  EXPECT_THAT(words(scored(100, 63, 900, 9), options),
              HasSubstr("are not found within FPR 0.4: that takes 100.0\u00a0%"));
}

TEST(Headline, WithoutIntervalsDoesNotSpeakOfThem) {
  EvaluationOptions options = up_to(0.1);
  options.uncertainty.method = IntervalMethod::none;
  const std::string html = words(scored(20, 10, 100, 5), options);
  EXPECT_THAT(html, Not(HasSubstr("interval")));
}

TEST(Headline, SaysWhyThereIsNoInterval) {
  EXPECT_THAT(words(scored(1, 1, 100, 5), up_to(0.1)), HasSubstr("no interval: there is one positive only"));
}

TEST(Headline, NotesScoresThatAreReversed) {
  Scored rows = scored(100, 63, 900, 9);
  for (double& score : rows.scores) score = -score;
  EXPECT_THAT(words(rows, up_to(0.1)), HasSubstr("does a larger score mean negative?"));
}

TEST(Headline, NotesWeights) {
  const Scored rows = scored(20, 10, 100, 5);
  ScoreTable table;
  table.rows.labels = rows.labels;
  table.rows.names = {"s"};
  table.rows.columns = {rows.scores};
  table.rows.weights.assign(rows.labels.size(), 2);
  table.numbers.assign(rows.labels.size(), 1);
  EXPECT_THAT(headline_html(report_on_scores("s.csv", table, evaluate(table.rows, up_to(0.1)))),
              HasSubstr("Rows are weighted"));
}

}  // namespace
}  // namespace pauc::report
