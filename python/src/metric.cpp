#include "metric.h"

#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "columns.h"
#include "options.h"
#include "pauc/core/error.h"
#include "pauc/core/io/csv_values.h"
#include "pauc/core/parallel.h"
#include "pauc/metric/partial_auc.h"
#include "result.h"
#include "saved_result.h"

namespace py = pybind11;

namespace pauc::python {

namespace {

template <class Options>
void append(const Fields<Options>& fields, std::vector<FieldInfo>& infos) {
  const std::vector<FieldInfo> more = describe(fields);
  infos.insert(infos.end(), more.begin(), more.end());
}

template <class Options>
void read_into(Options& options, const Settings& settings, const Fields<Options>& fields) {
  for (const auto& [name, text] : settings) {
    for (const auto& field : fields) {
      if (name == field.name) field.read(options, text, name);
    }
  }
}

std::vector<FieldInfo> area_fields() {
  std::vector<FieldInfo> infos;
  append(kEvaluationFields, infos);
  infos.push_back({"tpr_band", "NUMBER,NUMBER", "", "area over a band of true-positive rates, such as (0.8, 1)"});
  append(kScaleFields, infos);
  return infos;
}

std::vector<FieldInfo> evaluation_fields() {
  std::vector<FieldInfo> infos = area_fields();
  append(kGuaranteeFields, infos);
  append(kUncertaintyFields, infos);
  infos.push_back({"seed", "INTEGER", "0", "seed of the bootstrap"});
  return infos;
}

std::string setting_in(const Settings& settings, const std::string& name) {
  for (const auto& [known, text] : settings) {
    if (known == name) return text;
  }
  return "";
}

std::optional<TprBand> band_in(const Settings& settings) {
  const std::string text = setting_in(settings, "tpr_band");
  if (text.empty()) return std::nullopt;
  const auto comma = text.find(',');
  const bool is_pair = comma != std::string::npos && text.find(',', comma + 1) == std::string::npos;
  require_usage(is_pair, "tpr_band: expected two rates such as (0.8, 1), got ", text);
  TprBand band;
  read_setting(band.min, text.substr(0, comma), "tpr_band");
  read_setting(band.max, text.substr(comma + 1), "tpr_band");
  return band;
}

int threads_of(py::handle threads) {
  if (threads.is_none()) return hardware_threads();
  const std::int64_t count = whole_number(threads, "threads");
  require_usage(count >= 1 && count <= 4096, "threads: expected a number from 1 to 4096, got ", count);
  return static_cast<int>(count);
}

EvaluationOptions options_of(const Settings& settings) {
  EvaluationOptions options;
  read_into(options, settings, kEvaluationFields);
  read_into(options, settings, kScaleFields);
  read_into(options, settings, kGuaranteeFields);
  read_into(options.uncertainty, settings, kUncertaintyFields);
  options.tpr_band = band_in(settings);
  std::int64_t seed = 0;
  if (!setting_in(settings, "seed").empty()) read_setting(seed, setting_in(settings, "seed"), "seed");
  require_usage(seed >= 0, "seed: expected a number from 0 on, got ", seed);
  options.uncertainty.seed = static_cast<std::uint64_t>(seed);
  check_options(options);
  return options;
}

void require_rows(const std::string& name, std::int64_t size, std::int64_t rows) {
  require(size == rows, name, ": expected ", rows, " values, one for each label, got ", size);
}

// Names the parameter that the library refused. It checks while it works, so the happy path has no pass of its own.
void refuse_rows(const Cases& cases, const std::string& scores) {
  for (std::int64_t row = 0; row < cases.scores.size(); ++row) {
    const double score = cases.scores[row];
    require(std::isfinite(score), scores, ": expected finite numbers, got ", score, " in row ", row);
  }
  for (std::int64_t row = 0; row < cases.weights.size(); ++row) {
    const double weight = cases.weights[row];
    require(std::isfinite(weight) && weight >= 0, "weights: expected finite numbers from 0 on, got ", weight,
            " in row ", row);
  }
  try {
    check(cases);
  } catch (const UserError& error) {
    fail(error.fault(), "labels: ", error.what());
  }
}

double area_of(const Cases& cases, const EvaluationOptions& options, int threads) {
  if (options.tpr_band) {
    return partial_auc(cases, *options.tpr_band, options.scale.value_or(Scale::mcclish), threads);
  }
  const Region region{options.fpr_min.value_or(0), options.fpr_max.value_or(1), options.tpr_min.value_or(0)};
  const Scale usual = region.tpr_min > 0 ? Scale::normalised : Scale::mcclish;
  return partial_auc(cases, region, options.scale.value_or(usual), threads);
}

// Options and parameters, so that a misspelt parameter finds its name too.
std::vector<std::string> keywords_of(const std::vector<FieldInfo>& fields, std::vector<std::string> parameters) {
  std::vector<std::string> names = names_of(fields);
  names.insert(names.end(), parameters.begin(), parameters.end());
  return names;
}

double bound_partial_auc(const py::object& labels, const py::object& scores, const py::object& weights,
                         const std::string& positive, const py::object& threads, const py::dict& keywords) {
  const Settings settings =
      settings_of(keywords, keywords_of(area_fields(), {"weights", "positive", "threads"}), "partial_auc");
  const EvaluationOptions options = options_of(settings);
  require_usage(!options.tpr_band || (!options.fpr_max && !options.fpr_min && !options.tpr_min),
                "tpr_band: expected no other bound beside it, got one");
  const int workers = threads_of(threads);
  const Labels own_labels(labels, positive);
  const Numbers own_scores(scores, "scores");
  const Numbers own_weights(weights, "weights");
  require_rows("scores", own_scores.span().size(), own_labels.span().size());
  if (!weights.is_none()) require_rows("weights", own_weights.span().size(), own_labels.span().size());
  const Cases cases{own_labels.span(), own_scores.span(), own_weights.span()};
  const py::gil_scoped_release unlocked;
  try {
    return area_of(cases, options, workers);
  } catch (const UserError&) {
    refuse_rows(cases, "scores");
    throw;
  }
}

void add_columns(const py::list& names, const py::list& columns, ScoredRows& rows) {
  for (std::size_t c = 0; c < names.size(); ++c) {
    const std::string name = py::str(names[c]);
    const std::string shown = names.size() == 1 ? "scores" : joined("scores[\"", name, "\"]");
    const Numbers numbers(columns[c], shown);
    require_rows(shown, numbers.span().size(), static_cast<std::int64_t>(rows.labels.size()));
    rows.names.push_back(name);
    rows.columns.push_back(numbers.copied());
  }
}

void add_groups(const py::object& groups, ScoredRows& rows) {
  if (groups.is_none()) return;
  GroupNumbers numbers;
  for (const std::string& group : texts_of(groups, "groups")) rows.groups.push_back(numbers.of(group));
  require_rows("groups", static_cast<std::int64_t>(rows.groups.size()), static_cast<std::int64_t>(rows.labels.size()));
  rows.group_count = numbers.count();
}

ScoreTable table_of(const py::object& labels, const py::list& names, const py::list& columns, const py::dict& facts) {
  const Labels own_labels(labels, facts["positive"].cast<std::string>());
  const auto count = own_labels.span().size();
  ScoreTable table;
  table.rows.labels = own_labels.copied();
  table.positive = own_labels.positive();
  if (!own_labels.note().empty()) table.notes.push_back(own_labels.note());
  add_columns(names, columns, table.rows);
  if (!facts["weights"].is_none()) {
    table.rows.weights = Numbers(facts["weights"], "weights").copied();
    require_rows("weights", static_cast<std::int64_t>(table.rows.weights.size()), count);
  }
  add_groups(facts["groups"], table.rows);
  if (!facts["ids"].is_none()) {
    table.ids = texts_of(facts["ids"], "ids");
    require_rows("ids", static_cast<std::int64_t>(table.ids.size()), count);
  }
  for (std::int64_t row = 1; row <= count; ++row) table.numbers.push_back(row);
  return table;
}

EvaluationOptions options_of(const EvaluateCall& call) {
  EvaluationOptions options = options_of(call.settings);
  options.uncertainty.threads = call.threads;
  return options;
}

std::unique_ptr<Result> unpickled(const py::tuple& saved) {
  ResultParts parts = parts_of(saved);
  const EvaluationOptions options = options_of(parts.call);
  const py::gil_scoped_release unlocked;
  return std::make_unique<Result>(std::make_shared<const ScoreTable>(std::move(parts.table)), options,
                                  std::move(parts.call));
}

std::unique_ptr<Result> bound_evaluate(const py::object& labels, const py::list& names, const py::list& columns,
                                       const py::dict& facts, const py::dict& keywords, const std::string& call) {
  const Settings settings = settings_of(
      keywords, keywords_of(evaluation_fields(), {"weights", "groups", "ids", "positive", "threads"}), "evaluate");
  const EvaluateCall made{settings, threads_of(facts["threads"]), call};
  const EvaluationOptions options = options_of(made);
  const auto table = std::make_shared<const ScoreTable>(table_of(labels, names, columns, facts));
  const py::gil_scoped_release unlocked;
  try {
    return std::make_unique<Result>(table, options, made);
  } catch (const UserError&) {
    const ScoredRows& rows = table->rows;
    for (std::size_t c = 0; c < rows.columns.size(); ++c) {
      const bool only = rows.columns.size() == 1;
      refuse_rows(rows.cases(c), only ? "scores" : joined("scores[\"", rows.names[c], "\"]"));
    }
    throw;
  }
}

}  // namespace

void bind_metric(py::module_& module) {
  bind_result(module).def(py::pickle(&saved_result, &unpickled));
  module.def("partial_auc", &bound_partial_auc);
  module.def("evaluate", &bound_evaluate);
}

}  // namespace pauc::python
