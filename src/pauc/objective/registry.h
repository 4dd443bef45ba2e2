#pragma once

#include <string>
#include <vector>

#include "pauc/core/fields.h"

namespace pauc {

// What every step of a method obeys; tests/contract walks the list of each.
enum class Law {
  full_batch_is_exact,     // all examples in one batch, nothing averaged: the gradient of the exact objective
  ignores_shifts,          // raw link: a constant added to all scores changes nothing
  ignores_order,           // nor does the order of the batch
  whole_region_is_auc,     // fpr_max = 1, lambda -> infinity: auc-sh
  smallest_region_is_top,  // fpr_max = 1/n-, lambda -> 0: the infinite push
  rests_beyond_margin,     // a hinge and every gap beyond the margin: gradient 0
  routes_agree,            // kernels and plain tensor operations give the same numbers
  needs_both_classes,      // refuses a batch of one class
  averages_repeats,        // an example that stands twice in a batch counts with its mean
  value_is_objective,      // the value reported on a full batch is the exact objective's
};

// What a method does with a range fpr_min > 0.
enum class Range { optimised, refused, no_region };

// The examples of which a method keeps numbers in its state.
enum class Remembered { nothing, positives, negatives };

// An option that `auto` chooses for the scores of the training set, before each epoch, so that the soft estimate equals
// the hard one at a bound of the region. It is a number of the state with the same name.
struct MatchedOption {
  enum class Bound { fpr_max, tpr_min };
  const char* name = "";
  Bound bound = Bound::fpr_max;
};

// Settings with which a law is tested at a limit, and how near it comes.
struct LawLimit {
  Settings settings;
  double relative = 1e-12;
};

// A row of `pauc list objectives`: all that the other layers have to know about a method.
struct ObjectiveInfo {
  std::string name;
  std::string summary;
  std::vector<FieldInfo> options;
  Range range = Range::no_region;
  std::string optimiser;               // the only one that it works with; empty: any
  bool takes_weights = false;          // of examples
  bool pretrains = false;              // the method of --pretrain-epochs
  std::string fraction_diagnostic;     // the diagnostic that the epoch log keeps as realised_fraction; empty: none
  std::vector<MatchedOption> matched;  // in the order in which they are chosen
  Remembered remembers = Remembered::nothing;

  std::vector<Law> laws;
  std::vector<Settings> forms = {Settings{}};  // that differ in kind; the laws are tested with each
  LawLimit whole_region;               // for Law::whole_region_is_auc
  LawLimit smallest_region;            // for Law::smallest_region_is_top, with 20 negatives
};

const std::vector<ObjectiveInfo>& objective_registry();

// None: there is no such method.
const ObjectiveInfo* find_objective(const std::string& name);
// The row of --pretrain-epochs.
const ObjectiveInfo& pretraining_objective();
// Refuses values that are none of their option's kind: a word for a number.
void check_options(const std::string& objective, const Settings& settings);
bool has_option(const ObjectiveInfo& info, const std::string& name);

// Whether a method is on pairs, so that a batch of one class is of no use to it.
bool needs_both_classes(const ObjectiveInfo& info);

}  // namespace pauc
