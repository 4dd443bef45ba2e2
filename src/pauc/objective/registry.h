#pragma once

#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/core/option_needs.h"

namespace pauc {

/// Laws that the steps of a method obey; tests/contract tests each row for the laws that it lists.
enum class Law {
  full_batch_is_exact,     ///< all examples in one batch, no averaging: the gradient of the exact objective
  ignores_shifts,          ///< raw link: adding a constant to all scores changes nothing
  ignores_order,           ///< the order of the batch does not matter
  whole_region_is_auc,     ///< fpr_max = 1, lambda -> infinity: the same as auc-sh
  smallest_region_is_top,  ///< fpr_max = 1/n-, lambda -> 0: the infinite push
  rests_beyond_margin,     ///< a hinge, and every gap beyond the margin: gradient 0
  routes_agree,            ///< kernels and plain tensor operations give the same numbers
  needs_both_classes,      ///< refuses a batch with one class
  averages_repeats,        ///< an example that occurs twice in a batch counts with its mean
  value_is_objective,      ///< the value reported on a full batch is that of the exact objective
};

/// How a method treats a range with fpr_min > 0.
enum class Range {
  optimised,  ///< it optimises the range
  refused,    ///< it refuses the range
  no_region,  ///< it has no region at all, so any target may be evaluated
};

/// Examples for which a method keeps numbers in its state.
enum class Remembered {
  nothing,    ///< no per-example state
  positives,  ///< one entry per positive
  negatives,  ///< one entry per negative
};

/// An option that `auto` fits to the scores of the training set before each epoch, so that the soft estimate equals the
/// hard one at a bound of the region. The state has a number of the same name.
struct MatchedOption {
  /// Bound of the region that determines the option.
  enum class Bound {
    fpr_max,  ///< softness over the negatives
    tpr_min,  ///< softness over the positives
  };
  const char* name = "";         ///< of the option
  Bound bound = Bound::fpr_max;  ///< that determines it
};

/// Settings at which a limit law is tested, and the relative error that is allowed.
struct LawLimit {
  Settings settings;        ///< of the method
  double relative = 1e-12;  ///< largest error, relative to the largest gradient
};

/// A row of `pauc list objectives`: everything that other layers need to know about a method.
struct ObjectiveInfo {
  std::string name;                            ///< as users type it
  std::string summary;                         ///< one line
  std::vector<FieldInfo> options;              ///< with their defaults
  std::vector<OptionNeed> needs;               ///< options that have an effect only together with others
  Range range = Range::no_region;              ///< how it treats fpr_min > 0
  std::string optimiser;                       ///< the only optimiser it works with; empty: any
  Settings optimiser_when;                     ///< needs that optimiser only with these options; empty: always
  bool takes_weights = false;                  ///< whether it accepts weights of examples
  bool pretrains = false;                      ///< whether --pretrain-epochs uses it; true for one row
  bool logistic = false;                       ///< a weighted cross-entropy of each example by itself
  std::string fraction_diagnostic;             ///< diagnostic logged as realised_fraction; empty: none
  std::vector<MatchedOption> matched;          ///< options that `auto` fits to the scores, in this order
  Remembered remembers = Remembered::nothing;  ///< examples with per-example state
  Settings full_batch;                         ///< settings with which a step on all examples needs no state
  Settings when_searched;                      ///< options that a full-batch search sets if no other loss is asked for
  Settings when_tuned;         ///< options of some networks that go on from a trained one (objective_defaults.cpp)
  std::string against_search;  ///< why lbfgs cannot minimise it; empty: it can

  std::vector<Law> laws;                       ///< laws that it obeys
  std::vector<Settings> forms = {Settings{}};  ///< variants of the method for which the laws are tested
  LawLimit whole_region;                       ///< limit for Law::whole_region_is_auc
  LawLimit smallest_region;                    ///< limit for Law::smallest_region_is_top, with 20 negatives
};

/// All rows, in the order in which they are listed.
const std::vector<ObjectiveInfo>& objective_registry();

/// The row of a method; null if there is no such method.
const ObjectiveInfo* find_objective(const std::string& name);
/// The row that --pretrain-epochs uses.
const ObjectiveInfo& pretraining_objective();
/// Throws UserError if a value does not have the type of its option, such as a word for a number.
void check_options(const std::string& objective, const Settings& settings);
/// The options among these that have no effect together; those that are left to the data (auto) are not looked at.
std::vector<IdleOption> idle_options(const ObjectiveInfo& info, const Settings& settings);
/// Whether a method has an option of this name.
bool has_option(const ObjectiveInfo& info, const std::string& name);

/// The only optimiser that a method works with when it has these options; empty: any.
std::string optimiser_needed(const ObjectiveInfo& info, const Settings& settings);

/// Why a full-batch search cannot minimise a method with these options; empty if it can.
std::string reason_against_search(const ObjectiveInfo& info, const Settings& settings);

/// Whether adding a constant to all raw scores changes nothing with these options, which name the link.
bool ignores_shifts(const ObjectiveInfo& info, const Settings& settings);

/// Whether a method works on pairs and so cannot use a batch with one class.
bool needs_both_classes(const ObjectiveInfo& info);

}  // namespace pauc
