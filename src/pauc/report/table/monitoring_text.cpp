#include "pauc/report/table/monitoring_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "pauc/core/error.h"

namespace pauc::report {

namespace {

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

std::string drift_words(const Drift& drift) {
  return drift.is_large() ? "large" : drift.is_notable() ? "notable" : "small";
}

std::string verdict_words(const record::PromiseCheck& check, double level) {
  if (!check.untested.empty()) return "not tested: " + check.untested;
  if (check.evidence.broken_at) {
    return fmt::format("the promise is broken: evident since {} {} (p {:.2g}, test at {:g})",
                       check.units == check.cases ? "case" : "group", *check.evidence.broken_at, check.evidence.p(),
                       level);
  }
  return fmt::format("nothing speaks against the promise beyond chance (p {:.2g}, test at {:g})", check.evidence.p(),
                     level);
}

}  // namespace

std::string promise_sentence(const record::PromiseCheck& check, double level) {
  const bool of_fpr = check.kind == PromisedRate::fpr;
  std::string text = of_fpr ? joined("FPR at most ", check.rate) : joined("TPR at least ", check.rate);
  text += check.confidence ? fmt::format(", threshold guaranteed with {:g} %", 100 * *check.confidence)
                           : std::string(", threshold of the expected rate");
  if (check.cases == 0) return text + (of_fpr ? ": no negatives yet" : ": no positives yet");
  text += fmt::format(": {} of {} {}, {} [{}, {}]", check.broken, check.cases,
                      of_fpr ? "negatives raised a false alarm" : "positives were missed",
                      percent(check.broken_share()), percent(check.ci.lower), percent(check.ci.upper));
  if (check.weighted_share) text += " by weight";
  if (check.units != check.cases) text += fmt::format(" in {} groups", check.units);
  return fmt::format("{}; {}", text, verdict_words(check, level));
}

std::string change_words(const record::CalledShare& called, double level) {
  if (!called.untested.empty()) return "whether that has changed was not tested: " + called.untested;
  return called.changed_at
             ? fmt::format("it has changed: evident since case {} (test at {:g})", *called.changed_at, level)
             : fmt::format("no change beyond chance (test at {:g})", level);
}

std::string called_sentence(const record::Monitoring& monitoring) {
  const record::CalledShare& called = monitoring.called;
  return fmt::format("{} [{}, {}] of {} rows are called positive; of the rows {} it was {} [{}, {}]; {}",
                     percent(called.share()), percent(called.ci.lower), percent(called.ci.upper), called.rows,
                     called.of_test ? "of the test part" : "where the threshold was found",
                     percent(called.share_before()), percent(called.ci_before.lower), percent(called.ci_before.upper),
                     change_words(called, monitoring.level));
}

std::string more_columns_sentence(const record::Monitoring& monitoring) {
  if (monitoring.columns.size() <= kShownColumns) return "";
  const std::size_t more = monitoring.columns.size() - kShownColumns;
  return joined(more, " more column", more == 1 ? "" : "s", " with a smaller drift; --json has all of them");
}

std::string monitoring_text(const record::Monitoring& monitoring, std::size_t width) {
  std::string text = joined(monitoring.verdict(), "\n");
  for (const record::PromiseCheck& check : monitoring.promises) {
    text += promise_sentence(check, monitoring.level) + "\n";
  }
  if (!monitoring.no_labels.empty()) text += joined("promises were not checked: ", monitoring.no_labels, "\n");
  for (const record::UnlabelledFile& one : monitoring.unlabelled) text += "without labels: " + one.reason + "\n";
  text += called_sentence(monitoring) + "\n\n";
  TextTable table;
  table.add_row({"drift of", "stability index", "by chance", "p", ""});
  const auto add = [&](const std::string& name, const Drift& drift) {
    table.add_row({name, fmt::format("{:.4f}", drift.index), fmt::format("{:.4f}", drift.by_chance),
                   fmt::format("{:.2g}", drift.p), drift_words(drift)});
  };
  add("scores", monitoring.scores);
  const std::size_t shown = std::min(kShownColumns, monitoring.columns.size());
  for (std::size_t k = 0; k < shown; ++k) add("column " + monitoring.columns[k].name, monitoring.columns[k].drift);
  text += table.text(width);
  if (const std::string more = more_columns_sentence(monitoring); !more.empty()) text += more + "\n";
  if (!monitoring.no_columns.empty()) text += joined("columns were not compared: ", monitoring.no_columns, "\n");
  return text;
}

}  // namespace pauc::report
