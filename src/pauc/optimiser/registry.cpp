#include "pauc/optimiser/registry.h"

#include <algorithm>
#include <iterator>

namespace pauc {

const OptimiserInfo& optimiser_info(OptimiserName name) {
  static constexpr OptimiserInfo kRows[] = {
      {OptimiserName::adam, 1e-3, /*adaptive=*/true},
      {OptimiserName::momentum, 0.1},
      {OptimiserName::pesg, 0.1},
      {OptimiserName::proximal, 0.2, /*adaptive=*/false, /*growing_stages=*/true},
      {OptimiserName::lbfgs, 1, /*adaptive=*/false, /*growing_stages=*/false, /*full_batch=*/true},
      {OptimiserName::boosting, 1, /*adaptive=*/false, /*growing_stages=*/false, /*full_batch=*/true, /*grows=*/true},
      {OptimiserName::averaging, 1, /*adaptive=*/false, /*growing_stages=*/false, /*full_batch=*/true, /*grows=*/true},
  };
  return *std::find_if(std::begin(kRows), std::end(kRows), [&](const OptimiserInfo& row) { return row.name == name; });
}

}  // namespace pauc
