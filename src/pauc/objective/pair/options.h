#pragma once

#include <optional>

#include "pauc/core/fields.h"
#include "pauc/kernel/surrogate.h"

namespace pauc {

/// How a step is computed. Both routes give the same numbers.
enum class Route {
  automatic,  ///< kernels for scores in CPU memory, else tensors
  kernels,    ///< pauc's kernels, in O(n log n)
  tensors,    ///< plain tensor operations, by sorting or on tiles of pairs, on the device of the scores
};

/// Function applied to raw scores before they are compared.
enum class Link {
  automatic,  ///< raw for the sigmoid surrogate, sigmoid for all others
  sigmoid,    ///< 1 / (1 + exp(-score))
  raw,        ///< none
};

/// Names of Link.
template <>
struct Choices<Link> {
  /// value, name
  static constexpr NamedChoice<Link> kNames[] = {
      {Link::automatic, "auto"}, {Link::sigmoid, "sigmoid"}, {Link::raw, "raw"}};
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
                                                          {SurrogateKind::squared, "squared"},
                                                          {SurrogateKind::sigmoid, "sigmoid"}};
};

/// Options of all methods on pairs.
struct PairOptions {
  Link link = Link::automatic;                             ///< function applied to the raw scores
  SurrogateKind surrogate = SurrogateKind::squared_hinge;  ///< loss of a pair
  double margin = 1;                                       ///< desired gap, for the hinges and the squared loss
  /// Of the logistic loss, log(1 + exp(-gap / temperature)), and of the sigmoid loss, 1 / (1 + exp(gap / c)), where c
  /// is temperature x the standard deviation of the raw scores that training starts from (number "score_scale" of the
  /// state). Without a value: 1 for logistic, 0.3 for sigmoid.
  std::optional<double> temperature;
};

/// The options with the link and the temperature that their surrogate has by default, where they were left open. Throws
/// UserError (wrong usage) if surrogate and link do not go together.
inline PairOptions completed(PairOptions options) {
  const bool bounded = options.surrogate == SurrogateKind::sigmoid;
  require_usage(!bounded || options.link != Link::sigmoid,
                "link: expected raw for the sigmoid surrogate, whose scale is that of the raw scores, got sigmoid");
  if (options.link == Link::automatic) options.link = bounded ? Link::raw : Link::sigmoid;
  if (!options.temperature) options.temperature = bounded ? 0.3 : 1;
  return options;
}

/// Appends the fields of PairOptions to a method's own fields.
template <class Options>
Fields<Options> with_pair_fields(Fields<Options> own) {
  own.push_back({"link", &Options::link,
                 "function applied to the raw scores: sigmoid, raw (none); auto: raw for the sigmoid surrogate, else "
                 "sigmoid"});
  own.push_back({"surrogate", &Options::surrogate, "loss of a pair: squared-hinge, hinge, logistic, squared, sigmoid"});
  own.push_back({"margin", &Options::margin, "desired gap between a positive and a negative (hinges and squared)"});
  own.push_back(
      {"temperature", &Options::temperature,
       "scale c of logistic, log(1 + exp(-gap / c)), and of sigmoid, 1 / (1 + exp(gap / c)), there in standard "
       "deviations of the scores at the start (default: 1 for logistic, 0.3 for sigmoid)"});
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
