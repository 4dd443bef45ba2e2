// train in the program that has LibTorch.
#include <c10/util/Logging.h>
#include <unistd.h>

#include <cmath>
#include <exception>
#include <nlohmann/json.hpp>

#include "bold.h"
#include "pauc/core/error.h"
#include "pauc/core/heap.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/core/parallel.h"
#include "pauc/core/text/shell_word.h"
#include "pauc/core/text/utf8.h"
#include "pauc/metric/names.h"
#include "pauc/record/card.h"
#include "pauc/record/evaluation_json.h"
#include "pauc/record/importance.h"
#include "pauc/record/run_paths.h"
#include "pauc/report/page/headline.h"
#include "pauc/report/page/label_pages.h"
#include "pauc/report/page/page.h"
#include "pauc/report/table/text_table.h"
#include "pauc/trainer/run/results.h"
#include "pauc/trainer/run/run.h"
#include "progress.h"
#include "rank_environment.h"
#include "rank_output.h"
#include "resume_folder.h"
#include "stop_request.h"
#include "train.h"

namespace pauc::cli {

namespace {

RunRequest request_of(const TrainArgs& args) {
  RunRequest request;
  request.asked = args.config;
  request.out = args.out;
  request.mode = args.resume ? OutputMode::resume : args.overwrite ? OutputMode::overwrite : OutputMode::fresh;
  request.cache = args.cache;
  request.image_memory = args.image_memory;
  request.changed_data = args.allow_changed_data ? ChangedData::allowed : ChangedData::refused;
  return request;
}

std::string shown(const Estimate& estimate) {
  char text[64];
  if (estimate.ci.interval) {
    std::snprintf(text, sizeof text, "%.4f [%.4f, %.4f]", estimate.value, estimate.ci.interval->lower,
                  estimate.ci.interval->upper);
  } else {
    std::snprintf(text, sizeof text, "%.4f", estimate.value);
  }
  return text;
}

std::string tpr_text(const OperatingEstimate& estimate) {
  if (!estimate.point.exists) return "-";
  char text[64];
  std::snprintf(text, sizeof text, "%.4f", estimate.point.tpr);
  return text;
}

std::string candidates_text(const RunSummary& summary) {
  if (summary.candidates.size() < 2) return "";
  report::TextTable table;
  const bool has_epochs = summary.best_epoch > 0;  // a blend has none
  table.add_row({"candidate", has_epochs ? "best epoch" : "", "validation", ""});
  for (std::size_t k = 0; k < summary.candidates.size(); ++k) {
    const TrainedCandidate& candidate = summary.candidates[k];
    table.add_row({candidate.name, has_epochs ? std::to_string(candidate.best_epoch) : "", shown(candidate.valid),
                   k == summary.kept           ? "kept"
                   : candidate.dropped.empty() ? ""
                                               : "dropped"});
  }
  std::string text = table.text(output_width());
  for (const TrainedCandidate& candidate : summary.candidates) {
    if (!candidate.dropped.empty()) text += joined(candidate.name, " was dropped: ", candidate.dropped, "\n");
  }
  return text + "\n";
}

// "looks most at: age (0.1210 [0.0912, 0.1507]), dose (0.0312 [...])": the columns whose interval excludes 0.
std::string importance_text(const record::ExplanationPaths& paths) {
  if (!is_there(paths.importance())) return "";
  constexpr std::size_t kShown = 3;
  std::string text;
  std::size_t count = 0;
  for (const record::ImportanceEntry& entry : record::read_importance(paths).entries) {
    const bool is_column = entry.kind == record::Permuted::column;
    if (!is_column || !entry.ci || entry.ci->lower <= 0 || count == kShown) continue;
    text += joined(count++ == 0 ? "looks most at: " : ", ", entry.column, " (",
                   shown({entry.drop, {entry.ci, ""}, std::nullopt}), ")");
  }
  return text.empty() ? "" : text + "; the drop when its values are permuted\n";
}

// "at FPR 0.1: score >= 1.2 (expected) lets through 15.3 % of the test negatives, score >= 1.9 (guaranteed, 95 %) 8.1
// %"
std::string thresholds_text(const RunSummary& summary) {
  const auto& card = record::read_card(record::RunPaths(summary.folder));
  const Evaluation& test = *summary.test;
  const double rate = report::headline_rate(test);
  const RocCurve& curve = test.scores[0].curve;
  const auto passed = [&](double threshold) {
    return joined(
        std::round(1000 * curve.vertices[vertex_at(curve, threshold)].negatives / curve.totals().negatives) / 10, " %");
  };
  for (const record::CardThreshold& at : card.thresholds) {
    if (at.fpr != rate) continue;
    const std::string expected = joined("at FPR ", rate, ": score >= ", at.threshold, " (expected rate) lets through ",
                                        passed(at.threshold), " of the test negatives");
    if (!at.guaranteed_threshold) return joined(expected, "; ", at.guarantee_reason, "\n");
    const char* kind = card.guarantee_basis == GuaranteeBasis::exact         ? "guaranteed"
                       : card.guarantee_basis == GuaranteeBasis::approximate ? "guaranteed approximately"
                                                                             : "cautious, not guaranteed";
    return joined(expected, "; score >= ", *at.guaranteed_threshold, " (", kind, ", ", 100 * at.confidence, " %) ",
                  passed(*at.guaranteed_threshold), "\n");
  }
  return "";
}

std::string shown(const std::optional<record::ShownFigure>& figure) {
  return figure ? shown(Estimate{figure->value, {figure->ci, ""}, std::nullopt}) : "-";
}

// A line for each label, and one for their means.
std::string labels_text(const RunSummary& summary, const std::string& page) {
  const record::SeveralMetrics& metrics = *summary.labels;
  report::TextTable table;
  const std::string measure = title_with_scale(headline_area(metrics.target));
  table.add_row({"label", joined(measure, ", validation"), joined(measure, ", test"), "AUC, test"});
  for (const record::TaskMetrics& task : metrics.tasks) {
    table.add_row({printable(task.name), shown(task.valid.target), shown(task.test.target), shown(task.test.auc)});
  }
  table.add_row({joined("mean of ", metrics.test.tasks), shown(metrics.valid.target), shown(metrics.test.target),
                 shown(metrics.test.auc)});
  const std::string epoch = metrics.shared ? joined(summary.objective, ", epoch ", summary.best_epoch, "; ") : "";
  return joined(candidates_text(summary), in_bold(printable(summary.positive), STDOUT_FILENO), "\n\n",
                table.text(output_width()), "\n", epoch, "everything is in ", summary.folder,
                page.empty() ? "" : joined("\nto look at: ", page), "\n");
}

std::string result_text(const RunSummary& summary, const std::string& page) {
  if (summary.labels) return labels_text(summary, page);
  const Evaluation& test = *summary.test;
  std::string text = candidates_text(summary) + in_bold(printable(summary.positive), STDOUT_FILENO) + "\n\n";
  report::TextTable table;
  std::vector<std::string> head = {
      "part", joined(area_title(test.areas[test.headline]), " (", choice_name(test.areas[test.headline].scale), ")"),
      "AUC"};
  for (const auto& at : test.scores[0].operating_points) head.push_back(joined("TPR at FPR ", at.point.fpr));
  table.add_row(head);
  for (const auto& [name, evaluation] : {std::pair("validation", &*summary.valid), std::pair("test", &*summary.test)}) {
    std::vector<std::string> row = {name, shown(headline_of(*evaluation)), shown(evaluation->scores[0].areas[0])};
    for (const auto& at : evaluation->scores[0].operating_points) row.push_back(tpr_text(at));
    table.add_row(row);
  }
  const std::string epoch = summary.best_epoch > 0 ? joined(", epoch ", summary.best_epoch) : "";
  text += joined(table.text(output_width()), thresholds_text(summary),
                 importance_text(record::ExplanationPaths(record::RunPaths(summary.folder))));
  return joined(text, "\n", summary.objective, epoch, "; everything is in ", summary.folder,
                page.empty() ? "" : joined("\nto look at: ", page), "\n");
}

std::string result_json(const RunSummary& summary, const std::string& page) {
  nlohmann::ordered_json json = {{"run", summary.folder},
                                 {"page", page.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(page)},
                                 {"objective", summary.objective},
                                 {"best_epoch", summary.best_epoch},
                                 {"candidates", nlohmann::ordered_json::array()}};
  for (const TrainedCandidate& candidate : summary.candidates) {
    json["candidates"].push_back(
        {{"name", candidate.name}, {"best_epoch", candidate.best_epoch}, {"valid", candidate.valid.value}});
    if (!candidate.dropped.empty()) json["candidates"].back()["dropped"] = candidate.dropped;
  }
  if (summary.labels) {
    json["labels"] = nlohmann::ordered_json::parse(record::several_metrics_json(*summary.labels));
    return json.dump(2) + "\n";
  }
  json["valid"] = record::evaluation_value(*summary.valid);
  json["test"] = record::evaluation_value(*summary.test);
  return json.dump(2) + "\n";
}

// The page of a run that was already finished is left as it is.
std::string page_of(const RunSummary& summary, const TrainArgs& args, const Global& global) {
  const record::RunPaths paths(summary.folder);
  const std::string page = paths.page();
  if (summary.was_finished && is_there(page) && !args.hide_ids) return page;
  report::ReportOptions options;
  options.hide_ids = args.hide_ids;
  options.evaluation.uncertainty.threads = global.threads > 0 ? global.threads : hardware_threads();
  std::vector<std::string> runs = {summary.folder};
  const bool compared = is_there(record::RunPaths(summary.folder).predictions("test-like"));
  if (compared && record::RunPaths(summary.like).finished()) runs.push_back(summary.like);
  const report::Report report = report::report_on_runs(runs, options);
  report::write_label_pages(paths, report, options);
  write_file_atomically(page, report::report_html(report));
  report::require_all_labels(paths, report);
  return page;
}

// What rank 0 does in the end: it says how the run went and writes the page.
int report_run(const RunSummary& summary, const TrainArgs& args, const Global& global) {
  if (summary.interrupted) {
    print_note(global, joined("stopped; a checkpoint is written. To resume: pauc train --resume --out ",
                              shell_word(summary.folder)));
    return static_cast<int>(Fault::interrupted);
  }
  if (summary.was_finished) print_note(global, joined(summary.folder, ": the run is already finished"));
  // The result is printed even if the page cannot be written.
  std::string page;
  std::exception_ptr failure;
  try {
    if (!args.no_report) page = page_of(summary, args, global);
  } catch (const UserError&) {
    failure = std::current_exception();
  }
  print_summary(global, global.json ? result_json(summary, page) : result_text(summary, page));
  if (failure) std::rethrow_exception(failure);
  return 0;
}

int train_as_first(const RunRequest& request, const TrainArgs& args, const Global& global) {
  ProgressShown progress(global);
  RunObserver observer = progress.observer();
  observer.note = [&](const std::string& text) {
    progress.clear();
    print_note(global, text);
  };
  observer.stop_requested = stop_requested;
  const RunSummary summary = train(request, observer);
  progress.clear();
  return report_run(summary, args, global);
}

int train_as_other(const RunRequest& request) {
  RankLog log(request.out, request.ranks->rank(), request.mode);
  RunObserver observer = log.observer();
  observer.stop_requested = stop_requested;
  const RunSummary summary = train(request, observer);
  log.write();
  return summary.interrupted ? static_cast<int>(Fault::interrupted) : 0;
}

}  // namespace

int run_train(const TrainArgs& given, const Global& global) {
  c10::initLogging();  // LibTorch without glog, such as that of Debian 13, reads TORCH_CPP_LOG_LEVEL only here
  keep_freed_memory();
  listen_for_stop();
  const auto ranks = std::make_shared<const Ranks>(ranks_of_environment(given.processes, given.rank_timeout));
  global.rank = ranks->rank();
  int code = 0;
  TrainArgs args = given;
  ranks->guarded([&] {
    find_data_of_run(args, global);
    RunRequest request = request_of(args);
    request.ranks = ranks;
    request.out = shared_folder(request.out, request.mode, *ranks);
    code = ranks->is_first() ? train_as_first(request, args, global) : train_as_other(request);
  });
  return code;
}

}  // namespace pauc::cli
