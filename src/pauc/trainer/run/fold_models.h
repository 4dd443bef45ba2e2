#pragma once

#include <string>
#include <vector>

#include "pauc/trainer/run/ensemble.h"

namespace pauc {

// One family of models of an ensemble.
struct Member {
  std::string name;
  Config asked;  // without folds
};

// The scores that the models of one member gave.
struct MemberScores {
  std::string failure;           // why it could not be trained; empty: it was
  std::vector<double> held_out;  // [pool] of each row from the model that has not seen it
  std::vector<double> of_pool;   // [pool] mean of all models
  std::vector<double> of_test;   // [test] mean of all models
};

// The rows that the folds divide, in the order of the file, and the fold, from 1, that leaves each one out.
struct FoldedRows {
  std::vector<std::int64_t> pool;
  std::vector<std::int64_t> folds;
};

FoldedRows folded_rows(const PreparedData& data);

struct TrainedMembers {
  bool interrupted = false;
  bool were_finished = true;  // nothing had to be trained
  std::vector<MemberScores> members;
};

// Trains all members on all folds, `at_once` models at a time with one thread each.
TrainedMembers train_members(const EnsembleRequest& request, const std::vector<Member>& members, const FoldedRows& rows,
                             int at_once, const RunObserver& observer);

}  // namespace pauc
