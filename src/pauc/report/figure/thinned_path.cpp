#include "pauc/report/figure/thinned_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pauc::report {

namespace {

// Together they stay below a quarter of a unit, rounding to a hundredth included.
constexpr double kColumn = 0.125;
constexpr double kDeviation = 0.1;

// Of all points in a narrow column: the first, the lowest, the highest and the last, in the order in which they came.
class Column {
 public:
  explicit Column(const std::vector<Point>& points) : points_(points) {}

  void add(std::size_t place) {
    if (empty_) first_ = lowest_ = highest_ = place;
    empty_ = false;
    last_ = place;
    if (points_[place].y < points_[lowest_].y) lowest_ = place;
    if (points_[place].y > points_[highest_].y) highest_ = place;
  }

  void empty_into(std::vector<Point>& kept) {
    if (empty_) return;
    std::size_t places[] = {first_, lowest_, highest_, last_};
    std::sort(std::begin(places), std::end(places));
    const auto* end = std::unique(std::begin(places), std::end(places));
    for (const auto* place = std::begin(places); place != end; ++place) kept.push_back(points_[*place]);
    empty_ = true;
  }

 private:
  const std::vector<Point>& points_;
  bool empty_ = true;
  std::size_t first_ = 0;
  std::size_t lowest_ = 0;
  std::size_t highest_ = 0;
  std::size_t last_ = 0;
};

std::vector<Point> thinned_by_column(const std::vector<Point>& points) {
  std::vector<Point> kept;
  Column column(points);
  double current = 0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (!std::isfinite(points[k].x) || !std::isfinite(points[k].y)) continue;
    const double next = std::floor(points[k].x / kColumn);
    if (next != current) column.empty_into(kept);
    current = next;
    column.add(k);
  }
  column.empty_into(kept);
  return kept;
}

double squared_distance(Point point, Point from, Point to) {
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  const double square = dx * dx + dy * dy;
  const double along = square > 0 ? ((point.x - from.x) * dx + (point.y - from.y) * dy) / square : 0;
  const double share = std::clamp(along, 0.0, 1.0);
  const double off_x = point.x - from.x - share * dx;
  const double off_y = point.y - from.y - share * dy;
  return off_x * off_x + off_y * off_y;
}

// Which points a line can do without (Douglas and Peucker 1973).
std::vector<bool> needed_points(const std::vector<Point>& points) {
  std::vector<bool> needed(points.size(), false);
  needed.front() = needed.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> spans = {{0, points.size() - 1}};
  while (!spans.empty()) {
    const auto [from, to] = spans.back();
    spans.pop_back();
    double farthest = kDeviation * kDeviation;
    std::size_t corner = from;
    for (std::size_t k = from + 1; k < to; ++k) {
      const double distance = squared_distance(points[k], points[from], points[to]);
      if (distance > farthest) {
        farthest = distance;
        corner = k;
      }
    }
    if (corner == from) continue;
    needed[corner] = true;
    spans.emplace_back(from, corner);
    spans.emplace_back(corner, to);
  }
  return needed;
}

std::string joined_points(const std::vector<Point>& points, const char* begin) {
  std::string path;
  for (const auto& point : points) path += fmt::format("{}{:.2f} {:.2f}", path.empty() ? begin : "L", point.x, point.y);
  return path;
}

}  // namespace

std::vector<Point> thinned(const std::vector<Point>& points) {
  auto by_column = thinned_by_column(points);
  if (by_column.size() < 3) return by_column;
  const auto needed = needed_points(by_column);
  std::vector<Point> kept;
  for (std::size_t k = 0; k < by_column.size(); ++k) {
    if (needed[k]) kept.push_back(by_column[k]);
  }
  return kept;
}

std::string line_path(const std::vector<Point>& points) {
  const auto kept = thinned(points);
  // Renderers leave out lines without length, caps and all.
  return joined_points(kept, "M") + (kept.size() == 1 ? "h0.01" : "");
}

std::string area_path(const std::vector<Point>& upper, const std::vector<Point>& lower) {
  auto back = thinned(lower);
  std::reverse(back.begin(), back.end());
  const std::string forth = joined_points(thinned(upper), "M");
  return forth.empty() || back.empty() ? "" : forth + joined_points(back, "L") + "Z";
}

}  // namespace pauc::report
