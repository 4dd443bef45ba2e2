#pragma once

#include <string>
#include <vector>

namespace pauc::report {

// A place in a drawing.
struct Point {
  double x = 0;
  double y = 0;
};

// A line through points whose x never decreases, with as few of them as can be: no place of either line is farther than
// a quarter of a unit from the other. Ends stay, points that are not finite are left out.
std::vector<Point> thinned(const std::vector<Point>& points);

// The `d` of a path: a line, already thinned here; a single point becomes a dot for round line caps.
std::string line_path(const std::vector<Point>& points);

// The area between two such lines.
std::string area_path(const std::vector<Point>& upper, const std::vector<Point>& lower);

}  // namespace pauc::report
