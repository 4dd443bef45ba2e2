#include "pauc/trainer/run/member_examples.h"

#include <utility>

#include "pauc/core/error.h"

namespace pauc {

MemberExamples::MemberExamples(std::shared_ptr<const Examples> examples, DataOptions options)
    : options_(std::move(options)) {
  by_features_[options_.features_from] = std::move(examples);
}

std::shared_ptr<const Examples> MemberExamples::with_features(const std::string& features_from) {
  const std::lock_guard guard(mutex_);
  std::shared_ptr<const Examples>& examples = by_features_[features_from];
  if (!examples) examples = loaded(features_from);
  return examples;
}

std::shared_ptr<const Examples> MemberExamples::loaded(const std::string& features_from) const {
  DataOptions options = options_;
  options.features_from = features_from;
  try {
    return std::make_shared<const Examples>(load_examples(options));
  } catch (const UserError& error) {
    fail(Fault::failed_run, error.what());
  }
}

}  // namespace pauc
