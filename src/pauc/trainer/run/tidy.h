#pragma once

#include <cstdint>
#include <string>

namespace pauc {

/// What `tidy` has removed.
struct TidySummary {
  std::int64_t checkpoints = 0;  ///< folders of checkpoints
  std::int64_t bytes = 0;        ///< in their files
};

/// Removes the checkpoints of a finished run, of its candidates and of the models of a blend. The run still predicts
/// and reports; only training it further starts again. Refuses a run that is not finished, and one that another process
/// works on.
TidySummary tidy(const std::string& run);

// The same for a run whose lock the caller holds.
TidySummary remove_checkpoints(const std::string& run);

}  // namespace pauc
