#pragma once

#include <string>

namespace pauc::report {

// What the pages of runs and of hits have around their content. `policy` is the Content-Security-Policy.
std::string head_html(const std::string& title, const std::string& policy);

// Empty if the section has nothing to show.
std::string section(const std::string& id, const std::string& title, const std::string& content);

}  // namespace pauc::report
