#include "pauc/report/page/hits.h"

namespace pauc::report {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

record::Hits found() {
  record::Hits hits;
  hits.run = "run";
  hits.data = "new<1>.csv";
  hits.model = "gin";
  hits.label = "active";
  hits.positive = "1";
  hits.rows = 5000;
  hits.actives = 31;
  record::Hit hit;
  hit.row = 17;
  hit.id = "M<7>";
  hit.score = 2.5;
  hit.spread = 0.25;
  hit.probability = 0.75;
  hit.smiles = "CC(=O)O";
  hit.picture = {"image/svg+xml", "<svg/>"};
  hit.coloured = true;
  hit.alerts = {"quinone_A(370)"};
  hit.near = {{"A<1>", 0.815, {"image/svg+xml", "<svg/>"}}};
  hit.bits = {{"morgan_7", -0.125, {"image/svg+xml", "<svg/>"}}};
  hit.properties = {{"vendor<b>", "<i>x"}};
  hits.hits = {hit, {}};
  hits.budget = record::Budget{96, 5000, 23.06, 3.9, 4.2, std::nullopt, std::nullopt};
  hits.enrichment_of = "the test part: 31 actives among 709 rows";
  hits.enrichment = {{0, 0}, {0.01, 0.3}, {0.1, 0.6}, {1, 1}};
  return hits;
}

TEST(HitsPage, ShowsWhatIsKnownOfEachHit) {
  const std::string html = hits_html(found());
  EXPECT_THAT(html, AllOf(HasSubstr("PAINS: <bdi>quinone_A(370)"), HasSubstr("0.81"), HasSubstr("2.5"),
                          HasSubstr("\u00b1 0.25"), HasSubstr("CC(=O)O"), HasSubstr("morgan_7"), HasSubstr("-0.125"),
                          HasSubstr("Red atoms raise the score"), HasSubstr("31 positive training molecules")));
  EXPECT_THAT(html, AllOf(HasSubstr("The <strong>2</strong> of 5,000 rows"), HasSubstr("row 17"), HasSubstr("row 0")));
}

TEST(HitsPage, WritesABoundAsAComparison) {
  record::Hits hits = found();
  hits.label = "pIC50";
  hits.positive = ">=7.5";
  EXPECT_THAT(hits_html(hits), HasSubstr("look most like <bdi>pIC50</bdi> <bdi>&gt;=7.5</bdi>"));
  hits.positive = "active";
  EXPECT_THAT(hits_html(hits), HasSubstr("look most like <bdi>pIC50</bdi> = <bdi>active</bdi>"));
}

TEST(HitsPage, HasNoScriptAndEscapesTextsOfUsers) {
  const std::string html = hits_html(found());
  EXPECT_THAT(html, Not(AnyOf(HasSubstr("<script"), HasSubstr("<i>x"), HasSubstr("vendor<b>"), HasSubstr("M<7>"),
                              HasSubstr("A<1>"), HasSubstr("new<1>"))));
  EXPECT_THAT(html, HasSubstr("default-src 'none'; style-src 'sha256-"));
}

TEST(HitsPage, SaysWhatToExpectOfABudget) {
  EXPECT_THAT(hits_html(found()),
              AllOf(HasSubstr("Of the 96 rows with the highest scores, 23 \u00b1 3.9 can be expected"),
                    HasSubstr("at random: 4.2.")));
  record::Budget budget = *found().budget;
  EXPECT_THAT(budget_words(budget), Not(HasSubstr("By the labels")));
  budget.found = 20;
  budget.labelled = 90;
  EXPECT_THAT(budget_words(budget), HasSubstr("By the labels, 20 of 90 are."));
}

TEST(HitsPage, OfATableDoesWithoutMolecules) {
  record::Hits hits = found();
  hits.hits = {{}};
  hits.hits[0].row = 3;
  hits.budget.reset();
  hits.enrichment.clear();
  const std::string html = hits_html(hits);
  EXPECT_THAT(html, Not(AnyOf(HasSubstr("Nearest actives"), HasSubstr("PAINS"), HasSubstr("id=\"enrichment\""),
                              HasSubstr("<img"))));
}

}  // namespace
}  // namespace pauc::report
