#pragma once

#include <string>

#include "pauc/record/blend.h"
#include "pauc/record/hardest.h"
#include "pauc/record/member_scores.h"
#include "pauc/record/predictions.h"

namespace pauc::report {

// The files of a finished run with folds, with or without several members, that a report is made from.
struct FinishedBlend {
  record::Blend blend;
  record::ScoredPart held_out, test;  // scores of the whole
  record::MemberScores members_held_out, members_test;
  record::HardestExamples hardest;  // held out, with pictures
};

// Refuses members that were scored on other rows than the whole.
FinishedBlend read_finished_blend(const record::RunPaths& paths);

}  // namespace pauc::report
