#pragma once

#include <string>
#include <vector>

namespace pauc::report {

// A place in a drawing.
struct Point {
  double x = 0;
  double y = 0;
};

// Drops points of a line whose x never decreases, as long as the two lines stay within a quarter of a unit of each
// other. Keeps both ends and drops points that are not finite.
std::vector<Point> thinned(const std::vector<Point>& points);

// The `d` of a path: the thinned line. A single point becomes a dot if line caps are round.
std::string line_path(const std::vector<Point>& points);

// The `d` of the area between two such lines.
std::string area_path(const std::vector<Point>& upper, const std::vector<Point>& lower);

}  // namespace pauc::report
