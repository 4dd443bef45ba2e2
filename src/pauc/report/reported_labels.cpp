#include "pauc/report/reported_labels.h"

#include <algorithm>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/io/folder_file.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/record/card.h"
#include "pauc/record/epoch_log.h"
#include "pauc/record/limits.h"
#include "pauc/record/run_start.h"
#include "pauc/report/finished_run.h"
#include "pauc/report/report.h"

namespace pauc::report {

namespace {

// Of the network that all labels share.
void add_network(const record::RunPaths& paths, ReportedRun& run, Report& report) {
  const record::ModelCard card = record::read_any_card(paths);
  FinishedRun network;
  network.folder = paths.folder;
  network.card = card;
  network.card.positive.clear();
  for (const auto& fact : facts_of(network)) {
    if (fact.first != "positive label") run.facts.push_back(fact);
  }
  run.facts.emplace_back("positive rows", "those with any positive label");
  report.evaluated_on = "the test part of " + data_names(card);
  for (const std::string& warning : card.warnings) report.notes.push_back(warning);
}

std::string unread_text(const UnreadLabel& label, const ReportOptions& options) {
  return joined("Label ", shown(label.name),
                " has no section and no page of its own: ", options.hide_ids ? "it cannot be read" : label.why);
}

// What a section needs, which is little of a page: there may be a hundred.
Report section_of(const std::string& name, const std::string& folder, const ReportOptions& options) {
  Report report = report_on_runs({folder}, options);
  Report section;
  section.title = name;
  section.evaluated_on = report.evaluated_on;
  section.evaluation = std::move(report.evaluation);
  section.models = std::move(report.models);
  for (ReportedModel& model : section.models) {
    model.hardest = {};
    model.contributions.clear();
  }
  return section;
}

}  // namespace

bool ReportedLabels::has_page(const record::TaskMetrics& task) const {
  const auto is_it = [&](const UnreadLabel& label) { return label.name == task.name; };
  return !task.folder.empty() && std::none_of(unread.begin(), unread.end(), is_it);
}

Report report_on_labels(const std::string& folder, const ReportOptions& options) {
  const record::RunPaths paths(folder);
  Report report;
  report.title = folder_name(folder);
  report.evaluated_on = "the test part";
  report.labels = ReportedLabels{record::read_several_metrics(paths), "tasks/"};
  for (const record::TaskMetrics& task : report.labels->metrics.tasks) {
    if (task.folder.empty()) continue;
    try {
      report.label_sections.push_back(section_of(task.name, paths.task(task.folder), options));
    } catch (const UserError& error) {
      report.labels->unread.push_back({task.name, error.fault(), error.what()});
      report.notes.push_back(unread_text(report.labels->unread.back(), options));
    }
  }
  ReportedRun run;
  run.name = report.title;
  if (is_there(paths.start())) run.command = record::read_run_start(paths).command;
  run.config = content_of_folder_file(paths.folder, paths.config(), record::kMostConfigBytes);
  if (report.labels->metrics.shared) add_network(paths, run, report);
  report.runs.push_back(std::move(run));
  return report;
}

}  // namespace pauc::report
