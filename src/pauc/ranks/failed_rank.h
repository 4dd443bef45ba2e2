#pragma once

#include <string>

#include "pauc/core/error.h"

namespace pauc {

/// The error of a training that has ended because another rank has failed; the message names that rank and its host.
class FailedRank : public UserError {
 public:
  /// `rank` is the one that has failed.
  FailedRank(int rank, Fault fault, const std::string& message) : UserError(fault, message), rank_(rank) {}
  /// The rank that has failed.
  int rank() const { return rank_; }

 private:
  int rank_;
};

}  // namespace pauc
