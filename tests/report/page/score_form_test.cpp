#include "pauc/report/page/score_form.h"

#include <gmock/gmock.h>

namespace pauc::report {
namespace {

using testing::HasSubstr;

TEST(ScoreFormPage, SaysWhatIsLookedForAsThePageOfARunDoes) {
  ScoreForm form;
  form.label = "outcome";
  form.positive = "1";
  EXPECT_THAT(score_form_html(form), HasSubstr("looks like <bdi>outcome</bdi> = <bdi>1</bdi>"));
  form.positive = ">=7.5";
  EXPECT_THAT(score_form_html(form), HasSubstr("looks like <bdi>outcome</bdi> <bdi>&gt;=7.5</bdi>"));
}

}  // namespace
}  // namespace pauc::report
