#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "pauc/data/examples.h"
#include "pauc/data/options.h"

namespace pauc {

// The examples as the members of a blend read them: those of the run, or the same rows with features computed from
// their molecules, which are read when they are first asked for.
class MemberExamples {
 public:
  // `options` are those of the run's own examples.
  MemberExamples(std::shared_ptr<const Examples> examples, DataOptions options);

  // With these features of molecules, as in DataOptions. Fails with failed_run if they cannot be computed: that is a
  // reason to leave out a member, not to give up the run.
  std::shared_ptr<const Examples> with_features(const std::string& features_from);

 private:
  std::shared_ptr<const Examples> loaded(const std::string& features_from) const;

  DataOptions options_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Examples>> by_features_;
};

}  // namespace pauc
