#pragma once

#include <string>
#include <vector>

#include "pauc/report/figure/thinned_path.h"

namespace pauc::test {

// The points of a path such as "M1 2L3 4h0.01Z"; M and L only.
std::vector<report::Point> places_of(const std::string& path);

// The points of the first path with this class.
std::vector<report::Point> path_of_class(const std::string& svg, const std::string& name);

// The value of the first attribute of this name.
std::string attribute(const std::string& svg, const std::string& name);
double number_attribute(const std::string& svg, const std::string& name);

// Number of occurrences of a text.
int occurrences(const std::string& text, const std::string& part);

// Distance of a point from a line.
double distance(report::Point place, const std::vector<report::Point>& line);

}  // namespace pauc::test
