#pragma once

#include <string>

#include "pauc/metric/evaluation.h"
#include "pauc/report/table/text_table.h"

namespace pauc::report {

// The tables that `pauc evaluate` prints. Areas are on the headline's scale; the JSON has all scales.
// `width`: columns that the tables may take.
std::string evaluation_text(const Evaluation& evaluation, std::size_t width = kUsualWidth);

}  // namespace pauc::report
