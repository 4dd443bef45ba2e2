#include "pauc/kernel/sigmoid.h"

#include <cmath>

#include "pauc/core/target_clones.h"
#include "pauc/kernel/vector_math.h"

namespace pauc::kernel {

namespace {

PAUC_CLONES void apply(double* scores, double* slopes, std::int64_t count) {
  for (std::int64_t k = 0; k < count; ++k) {
    const double small = quick_exp(-std::abs(scores[k]));
    const double high = 1 / (1 + small);
    slopes[k] = small * high * high;
    scores[k] = scores[k] < 0 ? small * high : high;
  }
}

}  // namespace

void sigmoid_in_place(Span<double> scores, Span<double> slopes) { apply(scores.data(), slopes.data(), scores.size()); }

}  // namespace pauc::kernel
