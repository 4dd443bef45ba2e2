#pragma once

#include <string>
#include <vector>

#include "pauc/core/fields.h"

namespace pauc {

/// An option that has no effect unless another option of the same struct has a certain value.
struct OptionNeed {
  /// Another option has one of some values.
  struct Condition {
    std::string other;                ///< the other option
    std::vector<std::string> values;  ///< its values; empty: all but its default
  };
  std::string option;             ///< that has no effect otherwise
  std::vector<Condition> any_of;  ///< one of these is enough
};

/// An option that was given and has no effect.
struct IdleOption {
  std::string name;    ///< of the option
  std::string reason;  ///< "threshold_lr: expected thresholds own, got shared, with which it has no effect"
};

/// The options in `given` that have no effect. `all` has the values of all options, `defaults` their defaults. `where`
/// is what they are options of; messages call an option `name` so, as flags do.
std::vector<IdleOption> idle_options(const Settings& given, const Settings& all, const Settings& defaults,
                                     const std::vector<OptionNeed>& needs, const std::string& where);

/// The same for options that are not given and have their defaults.
template <class Options>
std::vector<IdleOption> idle_options(const Settings& given, const Fields<Options>& fields,
                                     const std::vector<OptionNeed>& needs, const std::string& where) {
  const Settings all = write_settings(read_settings(given, fields, where), fields);  // writes 0.0 as 0
  return idle_options(given, all, write_settings(Options(), fields), needs, where);
}

}  // namespace pauc
