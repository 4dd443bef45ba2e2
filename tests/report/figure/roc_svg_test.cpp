#include "pauc/report/figure/roc_svg.h"

#include <cmath>

#include "report/figure/drawn_evaluations.h"
#include "support/svg.h"

namespace pauc::report {
namespace {

using test::attribute;
using test::evaluation_of;
using test::number_attribute;
using test::path_of_class;
using test::with_bands;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

constexpr RocView kViews[] = {RocView::whole, RocView::corner, RocView::corner_log};

// Where a page's script would put these rates.
Point place_of(const std::string& svg, double fpr, double tpr) {
  const double left = number_attribute(svg, "data-left");
  const double right = number_attribute(svg, "data-right");
  const double top = number_attribute(svg, "data-top");
  const double bottom = number_attribute(svg, "data-bottom");
  const double low = number_attribute(svg, "data-low");
  const double high = number_attribute(svg, "data-high");
  const bool by_ratio = attribute(svg, "data-scale") == "log";
  const double share =
      by_ratio ? (fpr <= low ? 0 : std::log(fpr / low) / std::log(high / low)) : (fpr - low) / (high - low);
  return {left + share * (right - left), bottom - tpr * (bottom - top)};
}

// 5 positives, 20 negatives: the curve goes (0, 0.2), (0.05, 0.2), (0.05, 0.8), (0.5, 0.8), (0.5, 1), (1, 1).
Evaluation by_hand() {
  ScoredRows rows;
  rows.names = {"s"};
  rows.columns.emplace_back();
  const auto add = [&](int count, int label, double score) {
    for (int k = 0; k < count; ++k) {
      rows.labels.push_back(static_cast<std::uint8_t>(label));
      rows.columns[0].push_back(score);
    }
  };
  add(1, 1, 9);
  add(1, 0, 8);
  add(3, 1, 7);
  add(9, 0, 6);
  add(1, 1, 5);
  add(10, 0, 4);
  return evaluate(rows, test::up_to(0.1));
}

void expect_path(const std::vector<Point>& path, const std::vector<Point>& expected) {
  ASSERT_THAT(path, SizeIs(expected.size()));
  for (std::size_t k = 0; k < path.size(); ++k) {
    EXPECT_NEAR(path[k].x, expected[k].x, 0.006) << k;
    EXPECT_NEAR(path[k].y, expected[k].y, 0.006) << k;
  }
}

TEST(RocSvg, EscapesNames) {
  const std::string svg = roc_svg(evaluation_of({"<script>\"&\x01"}, 20, 50));
  EXPECT_THAT(svg, HasSubstr("&lt;script&gt;&quot;&amp; "));
  EXPECT_THAT(svg, Not(HasSubstr("<script>")));
}

TEST(RocSvg, ReplacesWhatIsNotUtf8) {
  EXPECT_THAT(roc_svg(evaluation_of({"a\xff\xc3("}, 20, 50)), HasSubstr("a\uFFFD\uFFFD("));
}

TEST(RocSvg, StaysSmallForManyRows) {
  auto options = test::up_to(0.1);
  options.band_points = 400;
  const auto evaluation = evaluation_of({"s"}, 20000, 980000, options);
  EXPECT_LT(roc_svg(evaluation).size(), 60000U);
  for (const auto view : kViews) EXPECT_LT(roc_view_svg(evaluation, view).size(), 30000U);
}

TEST(RocSvg, ShadesTheRegion) { EXPECT_THAT(roc_svg(evaluation_of({"s"}, 20, 50)), HasSubstr("#fff3c4")); }

TEST(RocSvg, ShortensNamesSoThatTheyStayDifferent) {
  const std::string head(150, 'x');
  const std::string svg = roc_svg(evaluation_of({head + "_seed1", head + "_seed2"}, 20, 50));
  EXPECT_THAT(svg, HasSubstr("_seed1: AUC"));
  EXPECT_THAT(svg, HasSubstr("_seed2: AUC"));
}

TEST(RocSvg, ShortensLongNames) {
  EXPECT_THAT(roc_svg(evaluation_of({std::string(300, 'x')}, 20, 50)), Not(HasSubstr(std::string(60, 'x'))));
}

TEST(RocSvg, TellsSevenCurvesApart) {
  const std::string svg = roc_svg(evaluation_of({"a", "b", "c", "d", "e", "f", "g"}, 20, 50));
  EXPECT_EQ(test::occurrences(svg, "class=\"curve c0\""), 6);  // two curves, in two squares and in the legend
  EXPECT_NE(curve_stroke(0), curve_stroke(6));
}

TEST(RocSvg, SaysItsValuesInWords) {
  const auto evaluation = evaluation_of({"s"}, 20, 50);
  EXPECT_THAT(attribute(roc_svg(evaluation), "role"), "img");
  EXPECT_THAT(roc_svg(evaluation),
              HasSubstr("<desc>True-positive rate against false-positive rate, 20 positives and 50 "
                        "negatives. s: AUC 0."));
  EXPECT_THAT(roc_svg(evaluation), HasSubstr("pAUC FPR &lt;= 0.1 (mcclish) 0."));
  EXPECT_THAT(roc_svg(evaluation), HasSubstr("95 % interval 0."));
}

TEST(RocView, DrawsTheWholeCurve) {
  const std::string svg = roc_view_svg(by_hand(), RocView::whole);
  EXPECT_EQ(attribute(svg, "data-view"), "whole");
  const auto at = [&](double fpr, double tpr) { return place_of(svg, fpr, tpr); };
  expect_path(path_of_class(svg, "curve c0"),
              {at(0, 0), at(0, 0.2), at(0.05, 0.2), at(0.05, 0.8), at(0.5, 0.8), at(0.5, 1), at(1, 1)});
  expect_path(path_of_class(svg, "diagonal"), {at(0, 0), at(1, 1)});
}

TEST(RocView, CutsTheCurveAtTheEndOfTheCorner) {
  const std::string svg = roc_view_svg(by_hand(), RocView::corner);
  EXPECT_EQ(attribute(svg, "data-view"), "corner");
  EXPECT_EQ(number_attribute(svg, "data-high"), 0.1);
  const auto at = [&](double fpr, double tpr) { return place_of(svg, fpr, tpr); };
  expect_path(path_of_class(svg, "curve c0"), {at(0, 0), at(0, 0.2), at(0.05, 0.2), at(0.05, 0.8), at(0.1, 0.8)});
  expect_path(path_of_class(svg, "diagonal"), {at(0, 0), at(0.1, 0.1)});
}

// 20 negatives: the axis begins at 0.02, so 0.05 stands log(2.5) / log(50) of the way.
TEST(RocView, DrawsFprZeroAtTheEdgeOfALogarithmicAxis) {
  const std::string svg = roc_view_svg(by_hand(), RocView::corner_log);
  EXPECT_EQ(attribute(svg, "data-view"), "corner_log");
  EXPECT_EQ(attribute(svg, "data-scale"), "log");
  EXPECT_DOUBLE_EQ(number_attribute(svg, "data-low"), 0.02);
  const double left = 62;
  const double side = 360;
  const auto x = [&](double fpr) { return left + side * std::log(fpr / 0.02) / std::log(50); };
  const auto y = [&](double tpr) { return 10 + side * (1 - tpr); };
  expect_path(path_of_class(svg, "curve c0"), {{left, y(0)},
                                               {left, y(0.2)},
                                               {x(0.05), y(0.2)},
                                               {x(0.05), y(0.8)},
                                               {x(0.5), y(0.8)},
                                               {x(0.5), y(1)},
                                               {left + side, y(1)}});
}

TEST(RocView, BendsTheDiagonalOnALogarithmicAxis) {
  const std::string svg = roc_view_svg(by_hand(), RocView::corner_log);
  const auto diagonal = path_of_class(svg, "diagonal");
  for (const double rate : {0.02, 0.03, 0.1, 0.4, 0.9, 1.0}) {
    EXPECT_LE(test::distance(place_of(svg, rate, rate), diagonal), 0.3) << rate;
  }
}

TEST(RocView, DrawsCurvesWithinAQuarterOfAPixel) {
  const auto evaluation = evaluation_of({"s"}, 3000, 7000);
  const auto& curve = evaluation.scores[0].curve;
  for (const auto view : kViews) {
    const std::string svg = roc_view_svg(evaluation, view);
    const auto path = path_of_class(svg, "curve c0");
    const double high = number_attribute(svg, "data-high");
    double farthest = 0;
    for (const auto& vertex : curve.vertices) {
      const double fpr = vertex.negatives / curve.totals().negatives;
      if (fpr > high) break;
      farthest =
          std::max(farthest, test::distance(place_of(svg, fpr, vertex.positives / curve.totals().positives), path));
    }
    EXPECT_LE(farthest, 0.25);
    EXPECT_LT(path.size(), curve.vertices.size() / 4);
  }
}

TEST(RocView, DrawsTheBandInSteps) {
  auto evaluation = by_hand();
  auto& band = evaluation.scores[0].band;
  const auto add = [&](double fpr, double tpr, double lower, double upper) {
    OperatingEstimate estimate;
    estimate.point.fpr = fpr;
    estimate.point.tpr = tpr;
    estimate.tpr_ci.interval = Interval{lower, upper};
    band.push_back(estimate);
  };
  band.emplace_back();  // without an interval
  add(0.05, 0.8, 0.3, 0.9);
  add(0.5, 1, 0.5, 0.94);
  add(1, 1, 0.5, 0.94);
  for (const auto view : kViews) {
    const std::string svg = roc_view_svg(evaluation, view);
    const auto at = [&](double fpr, double tpr) { return place_of(svg, fpr, tpr); };
    const auto path = path_of_class(svg, "band c0");
    if (view == RocView::corner) {
      expect_path(path, {at(0.05, 0.9), at(0.1, 0.9), at(0.1, 0.3), at(0.05, 0.3)});
    } else {
      expect_path(path, {at(0.05, 0.9), at(0.5, 0.9), at(0.5, 0.94), at(1, 0.94), at(1, 0.5), at(0.5, 0.5),
                         at(0.5, 0.3), at(0.05, 0.3)});
    }
  }
}

// What a closed path covers of an upright line, between its lowest and its highest place there.
AxisRange covered_at(const std::vector<Point>& path, double x) {
  constexpr double kNear = 0.02;  // places have two digits
  AxisRange range{1e9, -1e9};
  const auto include = [&](double y) { range = {std::min(range.low, y), std::max(range.high, y)}; };
  for (std::size_t k = 0; k < path.size(); ++k) {
    const Point a = path[k];
    const Point b = path[(k + 1) % path.size()];
    if (std::abs(a.x - x) <= kNear) include(a.y);
    if ((a.x - x) * (b.x - x) < 0) include(a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x));
  }
  return range;
}

// At every vertex and half-way between two, from the first interval on.
void expect_band_around_curve(const ScoreEvaluation& score, const std::string& svg) {
  const auto path = path_of_class(svg, "band c0");
  const auto totals = score.curve.totals();
  const double high = number_attribute(svg, "data-high");
  double first = 0;
  for (const auto& [point, ci] : score.band) {
    first = point.fpr;
    if (ci.interval) break;
  }
  const auto expect_inside = [&](double fpr, double tpr) {
    if (fpr > high || fpr < first) return;
    const Point place = place_of(svg, fpr, tpr);
    const AxisRange covered = covered_at(path, place.x);
    if (place.y >= covered.low && place.y <= covered.high) return;
    EXPECT_LE(test::distance(place, path), 0.3) << fpr << " " << tpr;  // lines are thinned
  };
  const auto& vertices = score.curve.vertices;
  for (std::size_t k = 1; k < vertices.size(); ++k) {
    // On its way up at the first rate a curve comes from where no interval is.
    const bool rises = k + 1 < vertices.size() && vertices[k + 1].negatives == vertices[k].negatives;
    const double fpr = vertices[k].negatives / totals.negatives;
    const double tpr = vertices[k].positives / totals.positives;
    if (fpr == first && rises) continue;
    expect_inside(fpr, tpr);
    if (k + 1 == vertices.size()) continue;
    const Vertex& next = vertices[k + 1];
    if (next.negatives == vertices[k].negatives) continue;
    expect_inside((fpr + next.negatives / totals.negatives) / 2, (tpr + next.positives / totals.positives) / 2);
  }
}

TEST(RocView, DrawsTheBandAroundItsCurve) {
  Random random(13);
  for (int round = 0; round < 200; ++round) {
    const auto ties = round % 2 == 0 ? test::Ties::none : test::Ties::many;
    const auto weights = round % 3 == 0   ? test::Weights::none
                         : round % 3 == 1 ? test::Weights::whole
                                          : test::Weights::any;
    const auto problem = test::random_problem(random, ties, weights);
    ScoredRows rows;
    rows.labels = problem.labels;
    rows.names = {"s"};
    rows.columns = {problem.scores};
    rows.weights = problem.weights;
    auto options = test::up_to(0.3);
    options.band_points = 400;
    const auto evaluation = evaluate(rows, options);
    for (const auto view : kViews) {
      const std::string svg = roc_view_svg(evaluation, view);
      if (svg.find("class=\"band c0\"") == std::string::npos) continue;  // no interval before the plot's end
      expect_band_around_curve(evaluation.scores[0], svg);
      ASSERT_FALSE(testing::Test::HasFailure()) << "round " << round << "\n" << svg;
    }
  }
}

TEST(RocView, DrawsTheBandAroundACurveOfManyRows) {
  auto options = test::up_to(0.01);
  options.band_points = 400;
  const auto evaluation = evaluation_of({"s"}, 1000, 20000, options);
  for (const auto view : kViews) expect_band_around_curve(evaluation.scores[0], roc_view_svg(evaluation, view));
}

TEST(RocSvg, DrawsTheFirstBandOnlyOfMoreThanTwo) {
  const std::string two = roc_svg(with_bands(evaluation_of({"a", "b"}, 20, 50)));
  EXPECT_EQ(test::occurrences(two, "class=\"band c0\""), 2);  // in two squares
  EXPECT_EQ(test::occurrences(two, "class=\"band c1\""), 2);
  EXPECT_THAT(two, HasSubstr("class=\"legend\">bands: 95 % intervals of the TPR</text>"));
  const std::string three = roc_svg(with_bands(evaluation_of({"a", "b", "c"}, 20, 50)));
  EXPECT_EQ(test::occurrences(three, "class=\"band c0\""), 2);
  EXPECT_EQ(test::occurrences(three, "class=\"band "), 2);
  EXPECT_THAT(three, HasSubstr("class=\"legend\">band: 95 % intervals of the TPR, first curve only</text>"));
  EXPECT_THAT(three, HasSubstr("Shaded band: 95 % intervals of the TPR, first curve only.</desc>"));
}

TEST(RocView, HasNoBandWhereNoneWasAskedFor) {
  EXPECT_THAT(roc_svg(evaluation_of({"s"}, 20, 50)), Not(HasSubstr("class=\"band")));
  EXPECT_THAT(roc_svg(with_bands(evaluation_of({"s"}, 20, 50))), HasSubstr("bands: 95 % intervals of the TPR"));
}

TEST(RocView, HasALegendInAFileOnly) {
  const auto evaluation = evaluation_of({"my model"}, 20, 50);
  EXPECT_THAT(roc_view_svg(evaluation, RocView::whole, FigureUse::file),
              HasSubstr("class=\"legend\">my model: pAUC 0."));
  EXPECT_THAT(roc_view_svg(evaluation, RocView::whole), Not(HasSubstr("class=\"legend\"")));
}

TEST(RocView, ShadesATwoWayRegionAndABandOfTpr) {
  EvaluationOptions options;
  options.fpr_max = 0.4;
  options.tpr_min = 0.6;
  const auto shade = [](const std::string& svg) {
    return svg.substr(svg.find("<rect"), svg.find("/>") - svg.find("<rect"));
  };
  const std::string two_way = shade(roc_view_svg(evaluation_of({"s"}, 20, 50, options), RocView::whole));
  EXPECT_NEAR(number_attribute(two_way, "width"), 0.4 * 360, 0.01);
  EXPECT_NEAR(number_attribute(two_way, "height"), 0.4 * 360, 0.01);
  options = {};
  options.tpr_band = TprBand{0.7, 0.9};
  const std::string band = shade(roc_view_svg(evaluation_of({"s"}, 20, 50, options), RocView::whole));
  EXPECT_NEAR(number_attribute(band, "y"), 10 + 0.1 * 360, 0.01);
  EXPECT_NEAR(number_attribute(band, "height"), 0.2 * 360, 0.01);
}

}  // namespace
}  // namespace pauc::report
