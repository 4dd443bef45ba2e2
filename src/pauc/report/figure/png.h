#pragma once

#include <string>

namespace pauc::report {

// Renders one of our SVG figures as a PNG file on white, with `scale` pixels per SVG unit.
std::string png_of(const std::string& svg, double scale = 2);

}  // namespace pauc::report
