#pragma once

#include <string>

#include "pauc/core/error.h"

namespace pauc {

/// The error of a training that has ended because a rank has failed; the message names that rank and its host. It is
/// another rank, or this one if rank 0 has not heard of it.
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
