#include "support/svg.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace pauc::test {

std::vector<report::Point> places_of(const std::string& path) {
  std::vector<report::Point> places;
  for (std::size_t at = path.find_first_of("ML"); at != std::string::npos; at = path.find_first_of("ML", at + 1)) {
    std::istringstream numbers(path.substr(at + 1, 40));
    report::Point place;
    numbers >> place.x >> place.y;
    places.push_back(place);
  }
  return places;
}

std::vector<report::Point> path_of_class(const std::string& svg, const std::string& name) {
  for (std::size_t at = svg.find("<path d=\""); at != std::string::npos; at = svg.find("<path d=\"", at + 1)) {
    const std::string element = svg.substr(at, svg.find("/>", at) - at);
    if (element.find("class=\"" + name + "\"") != std::string::npos) return places_of(attribute(element, "d"));
  }
  throw std::runtime_error("no path of class " + name);
}

std::string attribute(const std::string& svg, const std::string& name) {
  const std::string begin = " " + name + "=\"";
  const std::size_t at = svg.find(begin);
  if (at == std::string::npos) throw std::runtime_error("no attribute " + name);
  return svg.substr(at + begin.size(), svg.find('"', at + begin.size()) - at - begin.size());
}

double number_attribute(const std::string& svg, const std::string& name) { return std::stod(attribute(svg, name)); }

int occurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

double distance(report::Point place, const std::vector<report::Point>& line) {
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k + 1 < line.size(); ++k) {
    const double dx = line[k + 1].x - line[k].x;
    const double dy = line[k + 1].y - line[k].y;
    const double square = dx * dx + dy * dy;
    const double along = square == 0 ? 0 : ((place.x - line[k].x) * dx + (place.y - line[k].y) * dy) / square;
    const double share = std::min(1.0, std::max(0.0, along));
    nearest = std::min(nearest, std::hypot(place.x - line[k].x - share * dx, place.y - line[k].y - share * dy));
  }
  return nearest;
}

}  // namespace pauc::test
