#pragma once

#include <string>

#include "pauc/record/hits.h"
#include "pauc/report/figure/figure.h"

namespace pauc::report {

// The share of actives found over the share of rows tested, the highest scores first, beside a perfect order and
// chance. With a budget, a line at its share of the rows.
std::string enrichment_svg(const record::Hits& hits, FigureUse use = FigureUse::page);

}  // namespace pauc::report
