#pragma once

#include <string>

namespace pauc::report {

// An SVG figure of ours as a PNG file, `scale` pixels to its unit, on white.
std::string png_of(const std::string& svg, double scale = 2);

}  // namespace pauc::report
