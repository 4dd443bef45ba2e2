#include "pauc/report/report.h"

#include <algorithm>
#include <filesystem>

#include "pauc/core/error.h"
#include "pauc/core/shell_word.h"
#include "pauc/report/names.h"
#include "pauc/report/run_paths.h"

namespace pauc {

namespace {

// A model of the page before it is judged.
struct Contender {
  std::string name;
  RunRecord run;
};

std::string folder_name(const std::string& folder) {
  std::error_code ignored;
  auto path = std::filesystem::weakly_canonical(folder, ignored);
  if (ignored || path.empty()) path = folder;
  return path.filename().empty() ? path.parent_path().filename().string() : path.filename().string();
}

// Folders of the same name are told apart by the way that leads to them.
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

void require_different(const std::vector<std::string>& names) {
  for (std::size_t k = 0; k < names.size(); ++k) {
    require_usage(std::count(names.begin(), names.end(), names[k]) == 1, "report: expected different runs, got ",
                  names[k], " twice");
  }
}

// Somebody may have thrown away what was not kept.
bool candidates_are_there(const RunRecord& run) {
  return std::all_of(run.candidates.begin(), run.candidates.end(), [&](const CandidateRecord& candidate) {
    return RunPaths(RunPaths(run.folder).candidate(candidate.name)).finished();
  });
}

// The candidates of an auto run, the kept one first.
std::vector<Contender> candidates_of(const RunRecord& run, const std::string& part) {
  std::vector<Contender> contenders;
  for (const bool kept : {true, false}) {
    for (const CandidateRecord& candidate : run.candidates) {
      if (candidate.kept != kept) continue;
      contenders.push_back({candidate.name, read_run(RunPaths(run.folder).candidate(candidate.name), part)});
    }
  }
  return contenders;
}

std::vector<Contender> contenders_of(const std::vector<std::string>& folders, const std::string& part) {
  const std::vector<std::string> names = names_of(folders);
  require_different(names);
  std::vector<Contender> contenders;
  for (std::size_t k = 0; k < folders.size(); ++k) contenders.push_back({names[k], read_run(folders[k], part)});
  return contenders;
}

bool same_rows(const ScoredPart& a, const ScoredPart& b) {
  return a.numbers == b.numbers && a.labels == b.labels && a.ids == b.ids && a.weights == b.weights &&
         a.groups == b.groups;
}

bool all_same_rows(const std::vector<Contender>& contenders) {
  return std::all_of(contenders.begin(), contenders.end(), [&](const Contender& contender) {
    return same_rows(contender.run.part, contenders.front().run.part);
  });
}

EvaluationOptions with_region(EvaluationOptions options, const Region& target) {
  options.band_points = kBandPoints;
  if (options.fpr_min || options.fpr_max || options.tpr_min || options.tpr_band) return options;
  if (target.fpr_min > 0) options.fpr_min = target.fpr_min;
  options.fpr_max = target.fpr_max;
  if (target.tpr_min > 0) options.tpr_min = target.tpr_min;
  return options;
}

ScoredRows rows_of(const ScoredPart& part) {
  ScoredRows rows;
  rows.labels = part.labels;
  rows.weights = part.weights;
  rows.groups = part.groups;
  rows.group_count = static_cast<std::int64_t>(part.group_names.size());
  return rows;
}

void add_column(const Contender& contender, ScoredRows& rows) {
  rows.names.push_back(contender.name);
  rows.columns.push_back(contender.run.part.scores);
}

// Columns of one table where all have the same rows; else each by itself, and nothing is compared.
Evaluation judged(const std::vector<Contender>& contenders, const EvaluationOptions& options) {
  if (all_same_rows(contenders)) {
    ScoredRows rows = rows_of(contenders.front().run.part);
    for (const Contender& contender : contenders) add_column(contender, rows);
    return evaluate(std::move(rows), options);
  }
  Evaluation together;
  for (const Contender& contender : contenders) {
    ScoredRows rows = rows_of(contender.run.part);
    add_column(contender, rows);
    Evaluation alone = evaluate(std::move(rows), options);
    if (together.scores.empty()) {
      together = std::move(alone);
    } else {
      together.scores.push_back(std::move(alone.scores.front()));
    }
  }
  return together;
}

ReportedModel model_of(const Contender& contender) {
  const ScoredPart& part = contender.run.part;
  ReportedModel model;
  model.name = contender.name;
  model.objective = contender.run.objective;
  model.positives = std::count(part.labels.begin(), part.labels.end(), 1);
  model.negatives = static_cast<std::int64_t>(part.labels.size()) - model.positives;
  model.histogram = histogram_of({part.labels, part.scores, part.weights});
  model.hardest = contender.run.hardest;
  model.thresholds = contender.run.thresholds;
  return model;
}

std::string measure_text(const Region& target) {
  return joined("pAUC ", region_text(target), target.tpr_min > 0 ? " (normalised)" : " (mcclish)");
}

bool same_region(const Region& a, const Region& b) {
  return a.fpr_min == b.fpr_min && a.fpr_max == b.fpr_max && a.tpr_min == b.tpr_min;
}

std::vector<std::string> notes_on(const std::vector<Contender>& contenders) {
  std::vector<std::string> notes;
  if (!all_same_rows(contenders)) {
    notes.emplace_back(
        "The runs were judged on different rows: their figures stand side by side but cannot be "
        "compared pair by pair.");
  }
  const Region& target = contenders.front().run.target;
  const bool one_target = std::all_of(contenders.begin(), contenders.end(), [&](const Contender& contender) {
    return same_region(contender.run.target, target);
  });
  if (!one_target) notes.emplace_back("The runs were trained for different regions.");
  return notes;
}

void add_runs(const std::vector<Contender>& contenders, Report& report) {
  for (const Contender& contender : contenders) {
    const RunRecord& run = contender.run;
    report.models.push_back(model_of(contender));
    report.trainings.push_back({contender.name, {measure_text(run.target), run.best_epoch, run.epochs}});
  }
}

void add_details(const std::vector<Contender>& contenders, Report& report) {
  for (const Contender& contender : contenders) {
    const RunRecord& run = contender.run;
    const std::string command = run.command.empty() ? "" : joined(run.command, " --out ", shell_word(run.folder));
    report.runs.push_back({contender.name, command, run.config, run.facts});
  }
}

}  // namespace

Report report_on_runs(const std::vector<std::string>& folders, const ReportOptions& options) {
  require_usage(options.part == "valid" || options.part == "test", "part: expected valid or test, got ", options.part);
  std::vector<Contender> runs = contenders_of(folders, options.part);
  const RunRecord& first = runs.front().run;
  Report report;
  report.title = runs.size() == 1 ? joined(runs.front().name, ": ", first.data) : first.data;
  report.judged_on = joined("the ", options.part == "test" ? "test" : "validation", " part of ", first.data);
  report.positive = first.positive;
  const bool is_auto = runs.size() == 1 && !first.candidates.empty() && candidates_are_there(first);
  report.candidates = is_auto ? first.candidates : std::vector<CandidateRecord>();
  add_details(runs, report);
  const std::vector<Contender> contenders = is_auto ? candidates_of(first, options.part) : std::move(runs);
  report.notes = notes_on(contenders);
  report.evaluation = judged(contenders, with_region(options.evaluation, contenders.front().run.target));
  add_runs(contenders, report);
  return report;
}

Report report_on_scores(const std::string& file, const ScoreTable& table, Evaluation evaluation) {
  Report report;
  report.title = file == "-" ? "scores" : folder_name(file);
  report.judged_on = report.title;
  report.positive = table.positive;
  report.notes = table.notes;
  for (std::size_t c = 0; c < table.rows.columns.size(); ++c) {
    ScoredPart part;
    part.numbers = table.numbers;
    part.ids = table.ids;
    part.labels = table.rows.labels;
    part.scores = table.rows.columns[c];
    ReportedModel model;
    model.name = table.rows.names[c];
    model.positives = evaluation.positives;
    model.negatives = evaluation.negatives;
    model.histogram = histogram_of(table.rows.cases(c));
    model.hardest = hardest_of(part);
    report.models.push_back(std::move(model));
  }
  report.evaluation = std::move(evaluation);
  return report;
}

}  // namespace pauc
