#pragma once

#include <string>

#include "pauc/core/error.h"

namespace pauc {

/// The error of a training that has ended because a rank has failed; the message names that rank and its host. It is
/// another rank, or this one if rank 0 has not heard of it.
class FailedRank : public UserError {
 public:
  /// `rank` is the one that has failed, by an error of its own or, as the others find, by its silence.
  FailedRank(int rank, bool by_error, Fault fault, const std::string& message)
      : UserError(fault, message), rank_(rank), by_error_(by_error) {}
  /// Whether this rank is the one that says it: rank 0 speaks for the others, and rank 1 for a silent rank 0. A rank
  /// that rank 0 has not heard speaks for itself.
  bool is_said_by(int rank) const {
    if (rank == rank_) return true;
    return rank_ == 0 ? rank == 1 && !by_error_ : rank == 0;
  }

 private:
  int rank_;
  bool by_error_;
};

}  // namespace pauc
