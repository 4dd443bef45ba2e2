// What a run folder says of its model, in JSON that is changed anyhow: coefficients, scorecard, importance,
// contributions and the figures of several labels. Each is read and written back to the same, or a UserError.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "edited_file.h"
#include "input_file.h"
#include "pauc/core/error.h"
#include "pauc/record/coefficients.h"
#include "pauc/record/contributions.h"
#include "pauc/record/importance.h"
#include "pauc/record/run_paths.h"
#include "pauc/record/scorecard.h"
#include "pauc/record/task_metrics.h"

namespace {

using namespace pauc;
using namespace pauc::record;

std::string with_effects(const Importance& importance) {
  return importance_json(importance) + '\f' + effects_json(importance);
}

Importance importance_of(const std::string& text) {
  const std::size_t between = std::min(text.find('\f'), text.size());
  return importance_from_json(text.substr(0, between), "importance.json",
                              text.substr(std::min(between + 1, text.size())), "effects.json");
}

const RunPaths& paths_of_own() {
  static const RunPaths kPaths = [] {
    const std::string folder = fuzz::own_path() + "-run";
    std::filesystem::create_directories(folder);
    return RunPaths(folder);
  }();
  return kPaths;
}

SeveralMetrics tasks_of(const std::string& text) {
  fuzz::write_file(paths_of_own().metrics(), text);
  return read_several_metrics(paths_of_own());
}

std::string good_coefficients() {
  Coefficients good;
  good.intercept = -0.5;
  good.intercept_ci = Interval{-1, 0};
  good.weight_decay = 0.01;
  good.replicates = 200;
  good.terms = {{"a", Term::value, "", 0, 1, 0.5, 2, 0.6, Interval{1, 3}},
                {"c", Term::category, "red", 0, 0, 0, 1, 0.4, {}}};
  return coefficients_json(good);
}

std::string good_scorecard() {
  Scorecard good;
  good.measure = "pAUC";
  good.features = {
      {"a", 0.5, {{ScorecardBin::Kind::range, {}, 0.5, "", 0}, {ScorecardBin::Kind::range, 0.5, {}, "", 10}}},
      {"c", {}, {{ScorecardBin::Kind::category, {}, {}, "red", 3}, {ScorecardBin::Kind::other, {}, {}, "", 0}}}};
  return scorecard_json(good);
}

std::string good_importance() {
  Importance good;
  good.measure = "pAUC";
  good.value = 0.8;
  good.held_out = good.rows = 10;
  good.positives = 4;
  good.repeats = 5;
  good.entries = {{"a", Permuted::column, {}, 0.1, Interval{0, 0.2}}, {"both", Permuted::group, {"b", "c"}, 0, {}}};
  good.effects = {
      {"a", {{Bin::range, 0, 1, "", 9, 4, 0.1, Interval{0, 1}, 0.2}, {Bin::missing, 0, 0, "", 1, 0, 0, {}, 0}}}};
  return with_effects(good);
}

std::string good_contributions() {
  const std::vector<Contributions> good = {{3, 0, {0.5, -0.25}, {"image/svg+xml", "<svg/>"}}};
  return contributions_json(good, good);
}

std::string good_tasks() {
  const TaskPart part{5, 7, 1, ShownFigure{0.7, Interval{0.6, 0.8}}, ShownFigure{0.8, {}}};
  SeveralMetrics good;
  good.tasks = {{"A", "A", "1", part, part, part}, {"B", "", "yes", part, {}, {}, "sopa", 3}};
  good.train = good.valid = good.test = part;
  return several_metrics_json(good);
}

struct Format {
  std::string good;
  std::function<std::string(const std::string& text)> read_and_written;
};

const std::vector<Format>& formats() {
  static const std::vector<Format> kFormats = {
      {good_coefficients(),
       [](const std::string& text) { return coefficients_json(coefficients_from_json(text, "fuzz")); }},
      {good_scorecard(), [](const std::string& text) { return scorecard_json(scorecard_from_json(text, "fuzz")); }},
      {good_importance(), [](const std::string& text) { return with_effects(importance_of(text)); }},
      {good_contributions(),
       [](const std::string& text) {
         return contributions_json(contributions_from_json(text, "valid", "fuzz"),
                                   contributions_from_json(text, "test", "fuzz"));
       }},
      {good_tasks(), [](const std::string& text) { return several_metrics_json(tasks_of(text)); }}};
  return kFormats;
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const Format& format = formats()[data[0] % formats().size()];
  const bool edited = data[1] % 4 != 0;
  const std::string text = edited ? fuzz::edited_file({format.good}, data + 2, size - 2)
                                  : std::string(reinterpret_cast<const char*>(data + 2), size - 2);
  std::string written;
  try {
    written = format.read_and_written(text);
  } catch (const UserError&) {
    return 0;
  }
  if (format.read_and_written(written) != written) std::abort();  // a UserError here is a fault too
  return 0;
}
