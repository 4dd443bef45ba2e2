#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pauc/trainer/run/blend_choice.h"
#include "pauc/trainer/run/ensemble.h"
#include "pauc/trainer/run/member_examples.h"

namespace pauc {

// The rows that the models of an ensemble are trained and evaluated on, in the order of the file.
struct FoldedRows {
  std::vector<std::int64_t> held_out;  // rows that some model has not seen; several folds: all of train and valid
  std::vector<std::int64_t> folds;     // the fold, from 1, that leaves each of them out
  std::vector<std::int64_t> trained;   // rows that models are trained on
};

FoldedRows folded_rows(const PreparedData& data, std::int64_t folds);

struct TrainedMembers {
  bool interrupted = false;
  bool were_finished = true;          // nothing had to be trained
  std::vector<MemberScores> members;  // those that were trained
  std::vector<std::string> left_out;  // a sentence for each other one
};

// Refuses options that a member would refuse, calls `begin`, which may write, and trains all members on all folds,
// `at_once` models at a time with one thread each. Members that fail, or that are not done when the time is up, are
// left out; the first is trained however long it takes.
TrainedMembers train_members(const EnsembleRequest& request, const FoldedRows& rows, MemberExamples& examples,
                             int at_once, const std::function<void()>& begin, const RunObserver& observer);

}  // namespace pauc
