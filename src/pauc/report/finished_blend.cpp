#include "pauc/report/finished_blend.h"

#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"

namespace pauc::report {

namespace {

record::MemberScores members_on(const record::RunPaths& paths, const std::string& part, const record::Blend& blend,
                                const record::ScoredPart& rows) {
  record::MemberScores members = record::read_member_scores(paths, part, blend);
  require(members.numbers == rows.numbers && members.labels == rows.labels && members.ids == rows.ids,
          paths.member_scores(part), ": expected the rows of ", paths.predictions(part), ", got others");
  return members;
}

}  // namespace

FinishedBlend read_finished_blend(const record::RunPaths& paths) {
  FinishedBlend run;
  run.blend = record::read_blend(paths);
  run.held_out = record::read_predictions(paths, "valid");
  run.test = record::read_predictions(paths, "test");
  run.members_held_out = members_on(paths, "valid", run.blend, run.held_out);
  run.members_test = members_on(paths, "test", run.blend, run.test);
  if (is_there(paths.hardest())) run.hardest = record::read_hardest(paths, "valid");
  return run;
}

}  // namespace pauc::report
