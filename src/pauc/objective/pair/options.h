#pragma once

#include "pauc/core/fields.h"
#include "pauc/kernel/surrogate.h"

namespace pauc {

/// How a step is computed. Both routes give the same numbers.
enum class Route {
  automatic,  ///< kernels for scores in CPU memory, else tensors
  kernels,    ///< pauc's kernels, in O(n log n)
  tensors,    ///< plain tensor operations on the P x N matrix, on the device of the scores
};

/// Function applied to raw scores before they are compared.
enum class Link {
  sigmoid,  ///< 1 / (1 + exp(-score))
  raw,      ///< none
};

/// Names of Link.
template <>
struct Choices<Link> {
  /// value, name
  static constexpr NamedChoice<Link> kNames[] = {{Link::sigmoid, "sigmoid"}, {Link::raw, "raw"}};
};

/// Loss of a pair, as a function of the gap between the scores of its positive and its negative.
using SurrogateKind = kernel::Surrogate::Kind;

/// Names of SurrogateKind.
template <>
struct Choices<SurrogateKind> {
  /// value, name
  static constexpr NamedChoice<SurrogateKind> kNames[] = {{SurrogateKind::squared_hinge, "squared-hinge"},
                                                          {SurrogateKind::hinge, "hinge"},
                                                          {SurrogateKind::logistic, "logistic"},
                                                          {SurrogateKind::squared, "squared"}};
};

/// Options of all methods on pairs.
struct PairOptions {
  Link link = Link::sigmoid;                               ///< function applied to the raw scores
  SurrogateKind surrogate = SurrogateKind::squared_hinge;  ///< loss of a pair
  double margin = 1;                                       ///< desired gap, for the hinges and the squared loss
  double temperature = 1;                                  ///< of the logistic loss, log(1 + exp(-gap / temperature))
};

/// Appends the fields of PairOptions to a method's own fields.
template <class Options>
Fields<Options> with_pair_fields(Fields<Options> own) {
  own.push_back({"link", &Options::link, "function applied to the raw scores: sigmoid, raw (none)"});
  own.push_back({"surrogate", &Options::surrogate, "loss of a pair: squared-hinge, hinge, logistic, squared"});
  own.push_back({"margin", &Options::margin, "desired gap between a positive and a negative (not for logistic)"});
  own.push_back({"temperature", &Options::temperature, "the logistic loss is log(1 + exp(-gap / temperature))"});
  return own;
}

/// The surrogate with its parameters; throws UserError if one is out of range.
kernel::Surrogate surrogate_of(const PairOptions& options);

/// The same for methods that identify the highest negatives with the largest losses; refuses the squared loss.
kernel::Surrogate monotone_surrogate_of(const PairOptions& options);

/// The pair options among all options of a method; defaults where they are not given.
PairOptions pair_options_in(const Settings& settings);

/// Throws UserError (wrong usage) unless 0 < value <= 1.
void require_share(const char* name, double value);
/// Throws UserError (wrong usage) unless 0 < value < infinity.
void require_above_zero(const char* name, double value);
/// Throws UserError (wrong usage) unless 0 <= tpr_min < 1.
void require_tpr_min(double tpr_min);

}  // namespace pauc
