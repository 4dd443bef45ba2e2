#include "pauc/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "pauc/core/error.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/text/shell_word.h"
#include "pauc/metric/names.h"
#include "pauc/record/run_paths.h"
#include "pauc/report/earlier_runs.h"

namespace pauc::report {

namespace {

// A model of the page before it is evaluated.
struct Contender {
  std::string name;
  FinishedRun run;
};

// Folders with the same name are shown with their paths.
std::vector<std::string> names_of(const std::vector<std::string>& folders) {
  std::vector<std::string> names;
  for (const std::string& folder : folders) names.push_back(folder_name(folder));
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (std::count(names.begin(), names.end(), names[k]) == 1) continue;
    for (std::size_t other = k + 1; other < names.size(); ++other) {
      if (names[other] == names[k]) names[other] = folders[other];
    }
    names[k] = folders[k];
  }
  return names;
}

void require_different(const std::vector<std::string>& folders) {
  std::vector<std::string> seen;
  for (const std::string& folder : folders) {
    std::error_code ignored;
    const std::string place = std::filesystem::weakly_canonical(folder + "/.", ignored).string();
    require_usage(std::find(seen.begin(), seen.end(), place) == seen.end(), "report: expected different runs, got ",
                  folder, " twice");
    seen.push_back(place);
  }
}

// The user may have deleted the candidates that were not kept.
bool candidates_are_there(const FinishedRun& run) {
  return std::all_of(run.candidates.begin(), run.candidates.end(), [&](const record::CandidateResult& candidate) {
    return record::RunPaths(record::RunPaths(run.folder).candidate(candidate.name)).finished();
  });
}

// The candidates of an auto run, the kept one first.
std::vector<Contender> candidates_of(const FinishedRun& run, const ReportOptions& options) {
  std::vector<Contender> contenders;
  for (const bool kept : {true, false}) {
    for (const record::CandidateResult& candidate : run.candidates) {
      if (candidate.kept != kept) continue;
      contenders.push_back(
          {candidate.name, read_run(record::RunPaths(run.folder).candidate(candidate.name), options.part)});
      if (options.hide_ids) hide_ids(contenders.back().run);
      if (!kept) continue;
      contenders.back().run.contributions = run.contributions;  // only the run has them
      contenders.back().run.card = run.card;                    // it may have been calibrated since
      contenders.back().run.folder = run.folder;
    }
  }
  return contenders;
}

std::vector<Contender> contenders_of(const std::vector<std::string>& folders, const ReportOptions& options) {
  const std::string& part = options.part;
  require_different(folders);
  const std::vector<std::string> names = names_of(folders);
  std::vector<Contender> contenders;
  for (std::size_t k = 0; k < folders.size(); ++k) contenders.push_back({names[k], read_run(folders[k], part)});
  for (std::size_t k = 1; part == "test" && k < contenders.size(); ++k) {
    take_rows_of_successor(contenders.front().run, contenders[k].run);
  }
  for (Contender& contender : contenders) {
    if (options.hide_ids) hide_ids(contender.run);
  }
  return contenders;
}

bool same_rows(const record::ScoredPart& a, const record::ScoredPart& b) {
  return a.numbers == b.numbers && a.labels == b.labels && a.ids == b.ids && a.weights == b.weights &&
         a.groups == b.groups;
}

// The index of the first contender with the same rows, for each contender.
std::vector<std::size_t> rows_in_common(const std::vector<Contender>& contenders) {
  std::vector<std::size_t> numbers;
  for (std::size_t k = 0; k < contenders.size(); ++k) {
    std::size_t first = 0;
    while (first < k && !same_rows(contenders[first].run.part, contenders[k].run.part)) ++first;
    numbers.push_back(first);
  }
  return numbers;
}

EvaluationOptions with_region(EvaluationOptions options, const Region& target) {
  options.band_points = kBandPoints;
  if (options.fpr_min || options.fpr_max || options.tpr_min || options.tpr_band) return options;
  set_region(target, options);
  return options;
}

void add_column(const Contender& contender, ScoredRows& rows) {
  rows.names.push_back(contender.name);
  rows.columns.push_back(contender.run.part.scores);
}

// Adds the pairs of another table, measure by measure.
void add_comparisons(std::vector<ComparedMeasure> more, std::vector<ComparedMeasure>& all) {
  if (all.empty()) {
    all = std::move(more);
    return;
  }
  for (std::size_t m = 0; m < more.size(); ++m) {
    all[m].pairs.insert(all[m].pairs.end(), more[m].pairs.begin(), more[m].pairs.end());
  }
}

// Without intervals every figure has the same reason for that. A page need not repeat the reader's own choice.
Evaluation without_needless_reasons(Evaluation evaluation) {
  if (evaluation.uncertainty.method != IntervalMethod::none) return evaluation;
  for (ScoreEvaluation& score : evaluation.scores) {
    for (Estimate& area : score.areas) area.ci.reason.clear();
    for (OperatingEstimate& point : score.operating_points) point.tpr_ci.reason.clear();
  }
  for (ComparedMeasure& measure : evaluation.comparisons) {
    for (ComparedPair& pair : measure.pairs) pair.ci.reason.clear();
  }
  return evaluation;
}

// Models with the same rows are columns of one table and compared with one another.
void evaluate_models(const std::vector<Contender>& contenders, const EvaluationOptions& options, Report& report) {
  Evaluation together;
  std::vector<ScoreEvaluation> scores(contenders.size());
  for (std::size_t first = 0; first < contenders.size(); ++first) {
    if (report.models[first].rows != first) continue;
    ScoredRows rows = record::rows_of(contenders[first].run.part);
    std::vector<std::size_t> members;
    for (std::size_t k = first; k < contenders.size(); ++k) {
      if (report.models[k].rows == first) members.push_back(k);
    }
    for (const std::size_t member : members) add_column(contenders[member], rows);
    Evaluation table = evaluate(std::move(rows), options);
    for (std::size_t c = 0; c < members.size(); ++c) {
      report.models[members[c]].positives = table.positives;
      report.models[members[c]].negatives = table.negatives;
      scores[members[c]] = std::move(table.scores[c]);
    }
    add_comparisons(std::move(table.comparisons), together.comparisons);
    if (first == 0) {
      table.comparisons = std::move(together.comparisons);
      together = std::move(table);
    }
  }
  together.scores = std::move(scores);
  report.evaluation = without_needless_reasons(std::move(together));
}

bool has_exact_intervals(const std::vector<double>& weights, const std::vector<std::uint32_t>& groups,
                         const UncertaintyOptions& options) {
  return weights.empty() && groups.empty() && options.method != IntervalMethod::none;
}

// In bins of at least 20 rows on average.
ReportedProbabilities probabilities_of(const FinishedRun& run, double confidence) {
  constexpr std::int64_t kBins = 10;
  constexpr std::int64_t kLeastRows = 20;
  ScoredRows rows = record::rows_of(run.part);
  rows.names = {"probability"};
  rows.columns.emplace_back();
  for (const double score : run.part.scores) rows.columns[0].push_back(run.card.probabilities.probability(score));
  const auto count = static_cast<std::int64_t>(run.part.scores.size());
  return {run.card.probabilities,
          reliability(rows, std::clamp<std::int64_t>(count / kLeastRows, 1, kBins), confidence)};
}

ReportedModel model_of(const Contender& contender) {
  const record::ScoredPart& part = contender.run.part;
  ReportedModel model;
  model.name = contender.name;
  model.objective = contender.run.card.objective;
  model.data = data_names(contender.run.card);
  model.positive = contender.run.card.positive;
  model.endpoint = endpoint_of(contender.run.card);
  model.folder = contender.run.folder;
  model.histogram = histogram_of({part.labels, part.scores, part.weights});
  model.hardest = contender.run.hardest;
  model.guarantee_basis = contender.run.card.guarantee_basis;
  model.card_thresholds = contender.run.card.thresholds;
  model.also_chosen = also_chosen(contender.run);
  model.calibrated_on = contender.run.card.calibration ? contender.run.card.calibration->file.name
                        : contender.run.blend          ? "the rows left out of training"
                                                       : "the validation part";
  if (contender.run.blend && !contender.run.card.calibration)
    model.new_rows = record::new_rows_of(contender.run.blend->blend);
  model.contributions = contender.run.contributions;
  return model;
}

bool same_region(const Region& a, const Region& b) {
  return a.fpr_min == b.fpr_min && a.fpr_max == b.fpr_max && a.tpr_min == b.tpr_min;
}

// "SENTENCE: a, b."
void note_all(const std::string& sentence, const std::vector<std::string>& names, std::vector<std::string>& notes) {
  if (names.empty()) return;
  std::string list;
  for (const std::string& name : names) list += joined(list.empty() ? "" : ", ", name);
  notes.push_back(joined(sentence, ": ", list, "."));
}

void note_differences(const std::vector<Contender>& contenders, const Report& report, std::vector<std::string>& notes) {
  const FinishedRun& first = contenders.front().run;
  std::vector<std::string> other_rows, other_data, other_region;
  for (std::size_t k = 1; k < contenders.size(); ++k) {
    const FinishedRun& run = contenders[k].run;
    if (report.models[k].rows != 0) other_rows.push_back(contenders[k].name);
    const std::string data = data_names(run.card);
    if (data != data_names(first.card) || run.card.positive != first.card.positive) {
      other_data.push_back(joined(contenders[k].name, " (", data, ", positive means ", run.card.positive, ")"));
    }
    if (!same_region(run.card.target, first.card.target)) {
      other_region.push_back(joined(contenders[k].name, " (", region_text(run.card.target), ")"));
    }
  }
  const std::string& name = contenders.front().name;
  note_all(joined("Evaluated on other rows than ", name, " and not compared with it"), other_rows, notes);
  note_all("Trained on other data", other_data, notes);
  note_all(joined("Trained for another region than ", name), other_region, notes);
}

// About the data of a run, each once.
void note_warnings(const std::vector<Contender>& contenders, std::vector<std::string>& notes) {
  for (const Contender& contender : contenders) {
    for (const std::string& warning : contender.run.card.warnings) {
      const std::string note = joined("Warning: ", warning, ".");
      if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    }
  }
}

void note_weights_and_groups(const ScoredRows& rows, std::vector<std::string>& notes) {
  if (!rows.weights.empty()) {
    notes.emplace_back(
        "Rows are weighted: rates are shares of the weight, and counts are weights scaled to a mean of 1.");
  }
  if (!rows.groups.empty()) notes.emplace_back("Intervals take the rows of one group as one case.");
}

void add_runs(const std::vector<Contender>& contenders, const ReportOptions& options, Report& report) {
  const std::vector<std::size_t> rows = rows_in_common(contenders);
  for (std::size_t k = 0; k < contenders.size(); ++k) {
    const FinishedRun& run = contenders[k].run;
    report.models.push_back(model_of(contenders[k]));
    report.models.back().rows = rows[k];
    report.models.back().probabilities = probabilities_of(run, options.evaluation.uncertainty.confidence);
    report.models.back().exact_intervals =
        has_exact_intervals(run.part.weights, run.part.groups, options.evaluation.uncertainty);
    report.trainings.push_back(
        {contenders[k].name, {title_with_scale(headline_area(run.card.target)), run.card.best_epoch, run.epochs}});
  }
  evaluate_models(contenders, with_region(options.evaluation, contenders.front().run.card.target), report);
  for (std::size_t k = 0; options.part == "test" && k < contenders.size(); ++k) {
    report.models[k].applied =
        applied_thresholds(contenders[k].run.card, report.evaluation->scores[k].curve,
                           report.models[k].exact_intervals ? RateIntervals::exact : RateIntervals::none,
                           options.evaluation.uncertainty.confidence);
  }
}

void add_notes(const std::vector<Contender>& contenders, const ReportOptions& options, Report& report) {
  if (options.part == "valid") {
    report.notes.emplace_back(
        contenders.front().run.blend
            ? "Each row is scored by a model that has not seen it; the blend was chosen and thresholds were found on "
              "these same rows, so the figures are slightly optimistic."
            : "Epochs and candidates were chosen on these same rows: the figures are slightly optimistic.");
  }
  note_warnings(contenders, report.notes);
  note_differences(contenders, report, report.notes);
  note_weights_and_groups(record::rows_of(contenders.front().run.part), report.notes);
  for (const std::string& note : notes_on_reversed_scores(*report.evaluation)) report.notes.push_back(note);
}

void add_details(const std::vector<Contender>& contenders, Report& report) {
  for (const Contender& contender : contenders) {
    const FinishedRun& run = contender.run;
    const std::string command = run.command.empty() ? "" : joined(run.command, " --out ", shell_word(run.folder));
    report.runs.push_back(
        {contender.name, command, run.config, facts_of(run), run.coefficients, run.scorecard, {}, run.importance});
    report.runs.back().columns = record::columns_of(run.card, record::RunPaths(run.folder).card());
  }
}

// On the region of the page.
void add_blends(const std::vector<Contender>& runs, const ReportOptions& options, Report& report) {
  const EvaluationOptions evaluation = with_region(options.evaluation, runs.front().run.card.target);
  for (std::size_t k = 0; k < runs.size(); ++k) {
    const FinishedRun& run = runs[k].run;
    if (!run.blend) continue;
    ReportedBlend blend = reported_blend(*run.blend, run.card, run.candidates, evaluation);
    blend.held_out = without_needless_reasons(std::move(blend.held_out));
    blend.test = without_needless_reasons(std::move(blend.test));
    report.runs[k].blend = std::move(blend);
  }
}

// "outcome in patients.csv (run)": what is looked for, where, and by which run.
std::string title_of(const std::vector<Contender>& runs) {
  const record::ModelCard& card = runs.front().run.card;
  const std::string data = data_names(card);
  if (card.label.empty()) return runs.size() == 1 ? joined(runs.front().name, ": ", data) : data;
  return joined(card.label, " in ", data, runs.size() == 1 ? joined(" (", runs.front().name, ")") : std::string());
}

std::string part_words(const FinishedRun& run, const std::string& part) {
  if (part == "test") return "test part";
  return run.blend ? "rows left out of training, fold by fold," : "validation part";
}

}  // namespace

Report report_on_runs(const std::vector<std::string>& folders, const ReportOptions& options) {
  require_usage(options.part == "valid" || options.part == "test", "part: expected valid or test, got ", options.part);
  if (folders.size() == 1 && record::has_several_labels(record::RunPaths(folders.front()))) {
    return report_on_labels(folders.front(), options);
  }
  std::vector<Contender> runs = contenders_of(folders, options);
  const FinishedRun& first = runs.front().run;
  Report report;
  const std::string data = data_names(first.card);
  report.title = title_of(runs);
  report.evaluated_on = options.part == "test" && !first.test_file.empty()
                            ? joined(first.test_file, ", a separate test file")
                            : joined("the ", part_words(first, options.part), " of ", data);
  // Those of a blend are its members, which are shown with it.
  if (runs.size() == 1 && !first.blend) report.candidates = first.candidates;
  report.candidates_measure = title_with_scale(headline_area(first.card.target));
  add_details(runs, report);
  add_blends(runs, options, report);
  const bool are_there = !report.candidates.empty() && candidates_are_there(first);
  const std::vector<Contender> contenders = are_there ? candidates_of(first, options) : std::move(runs);
  if (are_there) report.runs.front().config = contenders.front().run.config;
  add_runs(contenders, options, report);
  add_notes(contenders, options, report);
  return report;
}

std::vector<std::string> notes_on_reversed_scores(const Evaluation& evaluation) {
  std::vector<std::string> notes;
  for (const ScoreEvaluation& score : evaluation.scores) {
    const Estimate& auc = score.areas[0];
    if (auc.ci.interval ? auc.ci.interval->upper >= 0.5 : auc.value >= 0.5) continue;
    notes.push_back(fmt::format("score {}: AUC is {:.4f}: does a larger score mean negative?", score.name, auc.value));
  }
  return notes;
}

Report report_on_scores(const std::string& file, const ScoreTable& table, Evaluation evaluation) {
  Report report;
  report.title = file == "-" ? "scores" : folder_name(file);
  report.evaluated_on = report.title;
  report.notes = table.notes;
  note_weights_and_groups(table.rows, report.notes);
  for (const std::string& note : notes_on_reversed_scores(evaluation)) report.notes.push_back(note);
  for (std::size_t c = 0; c < table.rows.columns.size(); ++c) {
    record::ScoredPart part;
    part.numbers = table.numbers;
    part.ids = table.ids;
    part.labels = table.rows.labels;
    part.scores = table.rows.columns[c];
    part.weights = table.rows.weights;
    ReportedModel model;
    model.name = table.rows.names[c];
    model.data = report.title;
    model.positive = table.positive;
    model.positives = evaluation.positives;
    model.negatives = evaluation.negatives;
    model.exact_intervals = has_exact_intervals(table.rows.weights, table.rows.groups, evaluation.uncertainty);
    model.histogram = histogram_of(table.rows.cases(c));
    model.hardest = record::hardest_of(part);
    report.models.push_back(std::move(model));
  }
  report.evaluation = without_needless_reasons(std::move(evaluation));
  return report;
}

}  // namespace pauc::report
