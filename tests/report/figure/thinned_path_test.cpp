#include "pauc/report/figure/thinned_path.h"

#include <cmath>
#include <limits>

#include "pauc/core/random.h"
#include "support/svg.h"

namespace pauc::report {
namespace {

using test::distance;
using testing::SizeIs;

// Points along a line, close enough together to stand for it.
std::vector<Point> densely(const std::vector<Point>& line) {
  std::vector<Point> places;
  for (std::size_t k = 0; k + 1 < line.size(); ++k) {
    const int steps = 1 + static_cast<int>(std::hypot(line[k + 1].x - line[k].x, line[k + 1].y - line[k].y));
    for (int s = 0; s <= steps; ++s) {
      const double share = static_cast<double>(s) / steps;
      places.push_back(
          {line[k].x + share * (line[k + 1].x - line[k].x), line[k].y + share * (line[k + 1].y - line[k].y)});
    }
  }
  return places;
}

double farthest(const std::vector<Point>& from, const std::vector<Point>& line) {
  double farthest = 0;
  for (const auto& place : densely(from)) farthest = std::max(farthest, distance(place, line));
  return farthest;
}

void expect_looks_the_same(const std::vector<Point>& line) {
  const auto drawn = test::places_of(line_path(line));
  EXPECT_LE(farthest(line, drawn), 0.25);
  EXPECT_LE(farthest(drawn, line), 0.25);
}

TEST(Thinned, MovesNoStaircaseVisibly) {
  Random random(1);
  for (const double step : {0.05, 0.3, 5.0}) {
    std::vector<Point> line = {{60, 400}};
    for (int k = 0; k < 1200; ++k) {
      Point next = line.back();
      if (random.uniform() < 0.5) {
        next.x += step;
      } else {
        next.y -= step;
      }
      line.push_back(next);
    }
    expect_looks_the_same(line);
  }
}

TEST(Thinned, MovesNoNoiseVisibly) {
  Random random(2);
  std::vector<Point> line;
  for (int k = 0; k < 1000; ++k) line.push_back({k * 0.03, 100 * random.uniform()});
  expect_looks_the_same(line);
}

TEST(Thinned, KeepsASingleSpike) {
  std::vector<Point> line;
  for (int k = 0; k < 10000; ++k) line.push_back({k * 0.001, 50});
  line[5000].y = 10;
  EXPECT_LE(distance({5, 10}, thinned(line)), 0.01);
}

TEST(Thinned, NeedsFewPointsForAStraightLine) {
  std::vector<Point> line;
  for (int k = 0; k <= 100000; ++k) line.push_back({k * 0.003, 200 - k * 0.001});
  EXPECT_THAT(thinned(line), SizeIs(2));
}

TEST(Thinned, StaysSmallForManyPoints) {
  Random random(3);
  std::vector<Point> line;
  for (int k = 0; k < 1000000; ++k) line.push_back({k * 0.0004, 100 * random.uniform()});
  EXPECT_LT(thinned(line).size(), 4 * 400 * 8 + 1U);
}

TEST(Thinned, KeepsTheEndsAndLeavesOutWhatIsNotFinite) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto kept = thinned({{0, 1}, {1, nan}, {2, 5}, {std::numeric_limits<double>::infinity(), 3}});
  ASSERT_THAT(kept, SizeIs(2));
  EXPECT_EQ(kept.front().y, 1);
  EXPECT_EQ(kept.back().y, 5);
}

TEST(LinePath, DrawsOnePointAsADot) { EXPECT_EQ(line_path({{1, 2}}), "M1.00 2.00h0.01"); }

TEST(LinePath, OfNothingIsEmpty) { EXPECT_EQ(line_path({}), ""); }

TEST(AreaPath, GoesForthAboveAndBackBelow) {
  EXPECT_EQ(area_path({{0, 1}, {9, 1}}, {{0, 5}, {9, 6}}), "M0.00 1.00L9.00 1.00L9.00 6.00L0.00 5.00Z");
}

}  // namespace
}  // namespace pauc::report
