#pragma once

#include <string>

#include "pauc/record/hits.h"

namespace pauc::report {

// The rows with the highest scores as one self-contained HTML file without scripts: no network, no other file. Texts of
// users are escaped.
std::string hits_html(const record::Hits& hits);

// "of the 96 rows with the highest scores, 23.1 +- 3.9 can be expected to be positive; ..."
std::string budget_words(const record::Budget& budget);

}  // namespace pauc::report
