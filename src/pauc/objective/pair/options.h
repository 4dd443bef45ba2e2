#pragma once

#include "pauc/core/fields.h"
#include "pauc/kernel/surrogate.h"

namespace pauc {

// How a step is computed: by the kernels where scores lie in ordinary memory, else by plain tensor operations on the
// P x N matrix, on whatever device the scores are. Both give the same numbers.
enum class Route { automatic, kernels, tensors };

// What raw scores go through before they are compared.
enum class Link { sigmoid, raw };

template <>
struct Choices<Link> {
  static constexpr NamedChoice<Link> kNames[] = {{Link::sigmoid, "sigmoid"}, {Link::raw, "raw"}};
};

// The loss of a pair.
using SurrogateKind = kernel::Surrogate::Kind;

template <>
struct Choices<SurrogateKind> {
  static constexpr NamedChoice<SurrogateKind> kNames[] = {{SurrogateKind::squared_hinge, "squared-hinge"},
                                                          {SurrogateKind::hinge, "hinge"},
                                                          {SurrogateKind::logistic, "logistic"},
                                                          {SurrogateKind::squared, "squared"}};
};

// What all methods on pairs have in common.
struct PairOptions {
  Link link = Link::sigmoid;
  SurrogateKind surrogate = SurrogateKind::squared_hinge;
  double margin = 1;
  double temperature = 1;
};

template <class Options>
Fields<Options> with_pair_fields(Fields<Options> own) {
  own.push_back({"link", &Options::link, "what the raw scores go through first: sigmoid, raw"});
  own.push_back({"surrogate", &Options::surrogate, "loss of a pair: squared-hinge, hinge, logistic, squared"});
  own.push_back(
      {"margin", &Options::margin, "the hinges and the squared loss want positives this far above negatives"});
  own.push_back({"temperature", &Options::temperature, "the logistic loss is log(1 + exp(-gap / temperature))"});
  return own;
}

kernel::Surrogate surrogate_of(const PairOptions& options);

// The same for methods that take the negatives with the highest scores for those with the largest losses.
kernel::Surrogate monotone_surrogate_of(const PairOptions& options);

// The options of pairs among all options of a method; defaults for those that are not given.
PairOptions pair_options_in(const Settings& settings);

// Refused as wrong usage: outside (0, 1], outside (0, infinity), outside [0, 1).
void require_share(const char* name, double value);
void require_above_zero(const char* name, double value);
void require_tpr_min(double tpr_min);

}  // namespace pauc
