#pragma once

#include <string>
#include <vector>

#include "pauc/report/figure/thinned_path.h"

namespace pauc::test {

// The places that a path goes through, "M1 2L3 4h0.01Z": of M and L only.
std::vector<report::Point> places_of(const std::string& path);

// Those of the first path of a drawing with this class.
std::vector<report::Point> path_of_class(const std::string& svg, const std::string& name);

// The value of the first attribute of this name.
std::string attribute(const std::string& svg, const std::string& name);
double number_attribute(const std::string& svg, const std::string& name);

// How often a text occurs.
int occurrences(const std::string& text, const std::string& part);

// How far a place is from a line.
double distance(report::Point place, const std::vector<report::Point>& line);

}  // namespace pauc::test
