#pragma once

#include <string>

namespace pauc::report {

// A style or script in a Content-Security-Policy, by the hexadecimal SHA-256 of its text.
std::string policy_source(const std::string& sha256);

}  // namespace pauc::report
