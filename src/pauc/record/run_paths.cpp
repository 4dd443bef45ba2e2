#include "pauc/record/run_paths.h"

#include <algorithm>

#include "pauc/core/io/whole_file.h"
#include "pauc/record/explanation_paths.h"
#include "pauc/record/times.h"

namespace pauc::record {

std::vector<std::string> RunPaths::all() const {
  return {metrics(),
          config(),
          log(),
          model(),
          trees(),
          card(),
          predictions("valid"),
          predictions("test"),
          predictions("test-like"),
          seen_rows(),
          hardest(),
          coefficients(),
          coefficients_csv(),
          scorecard(),
          scorecard_csv(),
          ExplanationPaths(*this).importance(),
          ExplanationPaths(*this).effects(),
          ExplanationPaths(*this).contributions(),
          candidates_table(),
          times_path(*this),
          checkpoint(),
          blend(),
          members(),
          member_scores("valid"),
          member_scores("test"),
          candidates(),
          targets(),
          tasks(),
          calibrations(),
          start()};
}

std::string RunPaths::weights() const { return is_there(trees()) ? trees() : model(); }

bool RunPaths::has_run() const {
  const auto files = all();
  return std::any_of(files.begin(), files.end(), is_there);
}

bool RunPaths::finished() const { return is_there(metrics()); }

}  // namespace pauc::record
