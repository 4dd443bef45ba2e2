// calibrate in the program that has LibTorch.
#include <nlohmann/json.hpp>

#include "calibrate.h"
#include "pauc/core/parallel.h"
#include "pauc/record/evaluation_json.h"
#include "pauc/record/run_paths.h"
#include "pauc/report/table/text_table.h"
#include "pauc/trainer/run/calibrate.h"

namespace pauc::cli {

namespace {

std::string threshold_text(const std::optional<double>& threshold) { return threshold ? joined(*threshold) : "-"; }

std::optional<record::CardThreshold> threshold_at(const record::ModelCard& card, double fpr) {
  for (const record::CardThreshold& at : card.thresholds) {
    if (at.fpr == fpr) return at;
  }
  return std::nullopt;
}

std::string result_text(const CalibrateSummary& summary, const std::string& folder) {
  const record::CardCalibration& calibration = *summary.card.calibration;
  report::TextTable table;
  table.add_row({"FPR", "threshold before", "threshold", "guaranteed before", "guaranteed"});
  for (const record::CardThreshold& at : summary.card.thresholds) {
    const auto before = threshold_at(summary.before, at.fpr);
    table.add_row({joined(at.fpr), before ? joined(before->threshold) : "-", joined(at.threshold),
                   threshold_text(before ? before->guaranteed_threshold : std::nullopt),
                   at.guaranteed_threshold ? joined(*at.guaranteed_threshold) : "- " + at.guarantee_reason});
  }
  const record::RunPaths paths(folder);
  return joined(calibration.part.rows, " rows, ", calibration.part.positives, " positive\n\n",
                table.text(output_width()), "\nprobabilities: ", summary.card.probabilities.method(), "\n",
                paths.card(), " is version ", calibration.version, "; the one before is ",
                paths.card_before(calibration.version - 1), "\n");
}

std::string result_json(const CalibrateSummary& summary, const std::string& folder) {
  const record::CardCalibration& calibration = *summary.card.calibration;
  const record::RunPaths paths(folder);
  const auto card = nlohmann::ordered_json::parse(record::card_json(summary.card));
  nlohmann::ordered_json json = {{"card", paths.card()},
                                 {"card_before", paths.card_before(calibration.version - 1)},
                                 {"version", calibration.version},
                                 {"rows", calibration.part.rows},
                                 {"positive", calibration.part.positives},
                                 {"left_out", summary.left_out},
                                 {"known_rows", summary.known_rows},
                                 {"thresholds", card["thresholds"]},
                                 {"guarantee_basis", card["guarantee_basis"]},
                                 {"probabilities", card["probabilities"]},
                                 {"evaluation", record::evaluation_value(summary.evaluation)}};
  return json.dump(2) + "\n";
}

}  // namespace

int run_calibrate(const CalibrateArgs& args, const Global& global) {
  CalibrateOptions options{args.run, args.data, args.labels, args.member, args.guarantee, global.threads};
  options.labels.threads = global.threads > 0 ? global.threads : hardware_threads();
  const CalibrateSummary summary = calibrate(options, [&](const std::string& text) { print_note(global, text); });
  if (summary.left_out > 0) {
    print_note(global, joined(summary.left_out, " rows without a label or a score are left out"));
  }
  print_summary(global, global.json ? result_json(summary, args.run) : result_text(summary, args.run));
  return 0;
}

}  // namespace pauc::cli
