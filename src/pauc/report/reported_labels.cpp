#include "pauc/report/reported_labels.h"

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

}  // namespace

Report report_on_labels(const std::string& folder) {
  const record::RunPaths paths(folder);
  Report report;
  report.title = folder_name(folder);
  report.evaluated_on = "the test part";
  report.labels = ReportedLabels{record::read_several_metrics(paths), "tasks/"};
  ReportedRun run;
  run.name = report.title;
  if (is_there(paths.start())) run.command = record::read_run_start(paths).command;
  run.config = content_of_folder_file(paths.folder, paths.config(), record::kMostConfigBytes);
  if (report.labels->metrics.shared) add_network(paths, run, report);
  report.runs.push_back(std::move(run));
  return report;
}

}  // namespace pauc::report
