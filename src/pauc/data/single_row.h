#pragma once

#include <cstdint>

#include "pauc/data/content.h"

namespace pauc {

// A copy of one row of a table or of molecules, which needs no other rows.
Content single_row(const Content& content, std::int64_t row);

}  // namespace pauc
