#pragma once

#include <cstdint>

#include "pauc/core/span.h"
#include "pauc/data/content.h"

namespace pauc {

/// The content of these rows of the data, whichever processes hold them. All processes that share the rows call it with
/// the same ones; those that do not want the result get an empty content.
Content fetched_rows(const Content& content, Span<const std::int64_t> rows, bool wanted);

}  // namespace pauc
