// predict in the program that has LibTorch.
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/parallel.h"
#include "pauc/record/evaluation_json.h"
#include "pauc/report/page/hits.h"
#include "pauc/report/table/evaluation_text.h"
#include "pauc/trainer/run/predict.h"
#include "train.h"

namespace pauc::cli {

namespace {

using Json = nlohmann::ordered_json;

// "threshold" is the one from which on a case is positive.
void add_rule(const PredictSummary& summary, Json& json) {
  const DecisionRule& rule = *summary.rule;
  json["threshold"] = rule.positive_from;
  json["negative_below"] = rule.negative_below;
  if (rule.thresholds.empty()) {
    json["realised_fpr"] = rule.given ? Json(rule.given->fpr) : Json();
    json["realised_tpr"] = rule.given ? Json(rule.given->tpr) : Json();
  }
  json["called"] = summary.called;
  json["unsure"] = summary.unsure;
  json["thresholds"] = Json::array();
  for (const WantedThreshold& at : rule.thresholds) {
    json["thresholds"].push_back({{at.kind == PromisedRate::fpr ? "fpr" : "tpr", at.rate},
                                  {"confidence", at.confidence ? Json(*at.confidence) : Json()},
                                  {"threshold", at.threshold},
                                  {"realised_fpr", at.realised_fpr},
                                  {"realised_tpr", at.realised_tpr},
                                  {"guarantee_basis", choice_name(at.basis)},
                                  {"rows_chose_model", at.rows_chose_model}});
  }
}

Json unlike_json(const UnlikeColumn& column) {
  Json json = {{"column", column.name}, {"rows", column.rows}};
  if (column.kind == Column::Kind::number) {
    json["range"] = {column.seen.low, column.seen.high};
    json["outside"] = column.outside;
    json["outside_range"] = column.outside > 0 ? Json({column.least, column.most}) : Json();
  } else {
    json["unknown"] = column.unknown;
    json["unknown_before"] = column.seen.others;
    json["example"] = column.unknown > 0 ? Json(column.example) : Json();
  }
  json["missing"] = column.missing;
  json["missing_before"] = column.seen.missing;
  return json;
}

Json decided_json(const DecidedRows& decided) {
  return {{"positives", decided.positives},
          {"found", decided.found},
          {"negatives", decided.negatives},
          {"false_alarms", decided.false_alarms}};
}

Json budget_json(const record::Budget& budget) {
  return {{"tested", budget.tested},
          {"rows", budget.rows},
          {"expected", budget.expected},
          {"deviation", budget.deviation},
          {"by_chance", budget.by_chance},
          {"found", budget.found ? Json(*budget.found) : Json()},
          {"labelled", budget.labelled ? Json(*budget.labelled) : Json()}};
}

Json summary_json(const PredictSummary& summary, const std::string& out) {
  Json json = {{"rows", summary.rows}, {"unscored", summary.unscored}, {"written", summary.written}, {"out", out}};
  if (summary.rule) add_rule(summary, json);
  if (summary.unlike) {
    json["unlike_rows"] = summary.unlike_rows;
    json["unlike"] = Json::array();
    for (const UnlikeColumn& column : *summary.unlike) json["unlike"].push_back(unlike_json(column));
  }
  if (summary.budget) json["budget"] = budget_json(*summary.budget);
  if (summary.decided) json["decided"] = decided_json(*summary.decided);
  if (summary.evaluation) {
    json["evaluation"] = record::evaluation_value(*summary.evaluation);
    json["not_evaluated"] = summary.not_evaluated;
    json["known_rows"] = summary.known_rows;
  }
  return json;
}

std::string share_text(std::int64_t count, std::int64_t of) {
  if (of == 0) return "0 of 0";
  const double share = static_cast<double>(count) / static_cast<double>(of);
  return joined(count, " of ", of, " (", std::round(1000 * share) / 10, " %)");
}

void print_notes(const PredictSummary& summary, const Global& global) {
  for (const std::string& complaint : summary.complaints) print_note(global, complaint);
  if (summary.unscored > 0) {
    const char* outcome = summary.written < summary.rows ? "; they are left out" : "; their score is empty";
    print_note(global, joined(summary.unscored, " of ", summary.rows, " rows could not be scored", outcome));
  }
  const std::int64_t scored = summary.rows - summary.unscored;
  if (summary.rule) print_note(global, joined("called positive: ", share_text(summary.called, scored), " rows"));
  if (summary.unsure > 0) print_note(global, joined(summary.unsure, " of ", summary.rows, " rows are unsure"));
  if (summary.decided) {
    print_note(global, joined("decided: ", share_text(summary.decided->false_alarms, summary.decided->negatives),
                              " negatives and ", share_text(summary.decided->found, summary.decided->positives),
                              " positives are called positive"));
  }
  if (summary.budget) print_note(global, report::budget_words(*summary.budget));
  if (summary.evaluation && summary.not_evaluated > 0) {
    print_note(global, joined(summary.not_evaluated, " rows without a label or a score are not evaluated"));
  }
}

PredictOptions options_of(const PredictArgs& args, const Global& global) {
  PredictOptions options;
  options.run = args.run;
  options.data = args.data;
  options.kind = args.kind;
  options.header = args.no_header ? "no" : "";
  options.id = args.id;
  options.smiles = args.smiles;
  options.image = args.image;
  options.image_root = args.image_root;
  options.rates = args.rates;
  options.threshold = args.threshold;
  options.probability = args.probability;
  options.members = args.members;
  options.member = args.member;
  options.keep = args.keep;
  options.label = args.label;
  options.evaluate = args.evaluate;
  options.sort = args.sort;
  options.top = args.top;
  options.diverse = args.diverse;
  options.hits = !args.page.empty();
  options.budget = args.budget;
  options.strict = args.strict;
  options.uncertainty = args.uncertainty;
  options.nearest = args.nearest;
  options.threads = global.threads;
  options.reading_threads = global.threads > 0 ? global.threads : hardware_threads();
  return options;
}

}  // namespace

int run_predict(const PredictArgs& args, const Global& global) {
  require_usage(!global.json || !args.out.empty(), "json: expected --out FILE for the scores, got none");
  std::error_code failed;
  require_usage(args.out.empty() || args.data == "-" || !std::filesystem::equivalent(args.out, args.data, failed),
                "out: expected another file than the data, got ", args.out);
  require_usage(args.page.empty() || args.page != args.out, "page: expected another file than --out, got ", args.page);
  std::optional<AtomicFile> page;
  if (!args.page.empty()) page.emplace(args.page);
  std::optional<AtomicFile> file;
  if (!args.out.empty()) file.emplace(args.out);
  std::string held;  // --strict: what is printed cannot be taken back
  const auto write = [&](const std::string& text) {
    if (file) {
      file->write(text);
    } else if (args.strict) {
      held += text;
    } else {
      print_result(text);
    }
  };
  const PredictSummary summary =
      predict(options_of(args, global), write, [&](const std::string& note) { print_note(global, note); });
  if (page) page->write(report::hits_html(*summary.hits));
  if (file) file->commit();
  if (page) page->commit();
  if (!held.empty()) print_result(held);
  print_notes(summary, global);
  if (global.json) {
    print_result(summary_json(summary, args.out).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  } else if (summary.evaluation) {
    const std::string text = report::evaluation_text(*summary.evaluation);
    file ? print_result(text) : print_note(global, text);
  }
  return 0;
}

}  // namespace pauc::cli
