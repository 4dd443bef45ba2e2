#pragma once

#include <string>

#include "pauc/report/reported_blend.h"

namespace pauc::report {

// Whether the members of a blend agree, and the rows on which they disagree most. The blend has an agreement.
std::string agreement_html(const ReportedBlend& blend);

}  // namespace pauc::report
