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
  std::vector<record::LeftOutMember> left_out;
  std::vector<std::string> notes;  // on trainings that ended early
  std::size_t possible = 0;        // members that these data and this build allow
};

// How members are trained.
struct MemberTraining {
  int at_once = 1;                             // models at a time, with one thread each
  std::vector<record::LeftOutMember> without;  // members that stay left out
  // Called when nothing is refused; may write. Gets notes on the folds.
  std::function<void(const std::vector<std::string>& notes)> begin;
};

// Refuses options that a member would refuse, and trains all members on all folds. Members that fail are left out. With
// a limit of time (TimeShares) the trainings of the first member end early where they have to; any other member is left
// out as soon as its folds will not fit.
TrainedMembers train_members(const EnsembleRequest& request, const FoldedRows& rows, MemberExamples& examples,
                             const MemberTraining& how, const RunObserver& observer);

}  // namespace pauc
