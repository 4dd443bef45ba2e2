#include "pauc/data/row_facts.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "pauc/core/error.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/text/number.h"
#include "pauc/core/text/shell_word.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/label_columns.h"
#include "pauc/data/molecule/structure_rows.h"
#include "pauc/data/table/column_reading.h"
#include "pauc/data/task_rows.h"

namespace pauc {

bool means_unlabelled(std::string_view text) {
  if (text.empty()) return true;
  if (text.find_first_of("nN") == std::string_view::npos) return false;  // most labels need no number parsed
  const auto number = parse_number(text);
  return number && std::isnan(*number);
}

namespace {

// Days since 1970 or, of a number, the number itself: a year, say.
double date_of(const CsvReader& csv, std::size_t column) {
  const std::string_view text = trimmed(csv.field(column));
  if (const auto number = parse_number(text); number && std::isfinite(*number)) return *number;
  const auto parts = date_parts(text);
  const auto days = parts ? days_of(*parts, DateOrder::year_first) : std::nullopt;
  if (days) return *days;
  fail(Fault::data, csv.place(column), ": expected a date such as 2024-01-31 or a number, got ",
       shown(csv.field(column)));
}

}  // namespace

bool is_split_method(const std::string& split) {
  for (const char* method : {"auto", "stratified", "random", "grouped", "scaffold", "cluster", "date"}) {
    if (split == method) return true;
  }
  return false;
}

RowFactsReader::RowFactsReader(const DataOptions& options, LabelsIn labels_in)
    : options_(options),
      labels_in_(labels_in),
      missing_(listed_texts(options.missing)),
      splits_by_column_(!is_split_method(options.split)),
      rule_(options.positive, options.positive_classes, options.classes) {}

std::size_t RowFactsReader::find(const CsvReader& csv, const std::string& column, const char* option) {
  const auto known = names_.find(column);
  const std::size_t last = csv.columns().size() - 1;
  const std::size_t place = known != names_.end() ? csv.column(known->second, option)
                            : column.empty()      ? last
                                                  : csv.column(column, option);
  names_.emplace(column, csv.columns()[place]);
  places_.push_back(place);
  return place;
}

// A word that is neither a way of splitting nor a column is misspelt in one or the other way.
std::size_t RowFactsReader::find_split(const CsvReader& csv) {
  try {
    return find(csv, options_.split);
  } catch (const UserError& error) {
    const bool means_folds = options_.split.find("fold") != std::string::npos || options_.split == "cv";
    require_usage(!means_folds,
                  "split: expected stratified, random, grouped, scaffold, cluster, date or a column, got \"",
                  options_.split, "\"; did you mean --folds 5?");
    fail(error.fault(), error.what(), " (or stratified, random, grouped, scaffold, cluster, date)");
  }
}

void RowFactsReader::begin_file(FileRole role) {
  places_.clear();
  role_ = role;
  if (role == FileRole::test_part) number_ = 0;  // rows of several data files are numbered on
}

void RowFactsReader::find_tasks(const CsvReader& csv) {
  if (label_name_.empty()) {
    for (const std::string& name : several_labels(csv.name(), csv.columns(), options_)) {
      tasks_.push_back({name, LabelRule(options_.positive, options_.positive_classes, LabelRule::Classes::any)});
    }
  }
  for (Task& task : tasks_) {
    task.place = find(csv, task.name);
    require_usage(content_ != task.place, "label: expected other columns than the ",
                  content_noun(content_column(options_).kind), ", got ", task.name);
  }
  if (label_name_.empty() && !tasks_.empty()) label_name_ = csv.name();
}

void RowFactsReader::find_label(const CsvReader& csv) {
  find_tasks(csv);
  if (!tasks_.empty()) return;
  label_ = find(csv, options_.label);
  label_is_guessed_ = options_.label.empty();
  require_usage(content_ != label_, "label: expected a column other than the ",
                content_noun(content_column(options_).kind), ", got ", csv.columns()[label_],
                options_.label.empty() ? ", the last one; the option label names another" : "");
  const std::string& name = csv.columns()[label_];
  if (label_name_.empty()) label_name_ = joined(csv.name(), ": column ", name.empty() ? joined(label_ + 1) : name);
  if (facts_.label_column.empty()) facts_.label_column = csv.columns()[label_];
}

void RowFactsReader::open(const CsvReader& csv, FileRole role) {
  begin_file(role);
  content_.reset();
  const ContentColumn content = content_column(options_);
  if (content.kind != InputKind::table) content_ = find(csv, content.name);
  if (labels_in_ == LabelsIn::columns) find_label(csv);
  id_.reset();
  weight_.reset();
  group_.reset();
  split_.reset();
  relation_.reset();
  date_.reset();
  if (!options_.relation.empty()) {
    require_usage(tasks_.empty(), "relation: expected one label, got ", tasks_.size());
    require_usage(rule_.compares(), "relation: expected a label of numbers with a bound such as --positive '>=8', got ",
                  options_.positive.empty() ? "none" : options_.positive);
    relation_ = find(csv, options_.relation, "--relation");
  }
  require_usage(options_.split != "date" || !options_.date.empty(), "split: date needs the option date");
  if (!options_.date.empty()) date_ = find(csv, options_.date, "--date");
  if (!options_.id.empty()) {
    id_ = find(csv, options_.id, "--id");
    facts_.id_column = csv.columns()[*id_];
  }
  if (!options_.weight.empty()) weight_ = find(csv, options_.weight, "--weight");
  if (!options_.group.empty()) group_ = find(csv, options_.group, "--group");
  if (splits_by_column_ && role == FileRole::all_parts) split_ = find_split(csv);
  if (labels_in_ == LabelsIn::columns) require_facts_beside_labels(csv);
}

bool RowFactsReader::is_label(std::optional<std::size_t> column) const {
  if (!column) return false;
  if (tasks_.empty()) return *column == label_;
  return std::any_of(tasks_.begin(), tasks_.end(), [&](const Task& task) { return task.place == *column; });
}

void RowFactsReader::require_facts_beside_labels(const CsvReader& csv) const {
  for (const auto& [option, place] : {std::pair("id", id_), std::pair("weight", weight_), std::pair("group", group_),
                                      std::pair("split", split_), std::pair("date", date_)}) {
    if (!is_label(place)) continue;
    fail(Fault::usage, option, ": expected a column other than the ", tasks_.empty() ? "label" : "labels", ", got ",
         csv.columns()[*place],
         label_is_guessed_ ? ", the last column, which is taken for the label because none was given; "
                             "--label COLUMN names it"
                           : "");
  }
}

// What is wrong with a column of labels, and how it came to be taken for one.
template <class Act>
auto RowFactsReader::explaining_label(const Act& act) const {
  try {
    return act();
  } catch (const UserError& error) {
    if (!label_is_guessed_) throw;
    const std::vector<std::string> others = two_valued();
    const bool unasked = options_.positive.empty() && options_.positive_classes.empty();
    const std::string first = others.empty() ? "" : joined("--label ", shell_word(others.front()));
    fail(error.fault(), "label: none was given, and the last column, ", printable(facts_.label_column),
         ", cannot be it",
         others.empty() ? ""
         : others.size() > 1
             ? joined("; columns with two values: ", text_list(others), "; name the label, as in ", first)
             : joined("; did you mean ", first, "?"),
         unasked && !others.empty() ? "" : joined(" (", error.what(), ")"));
  }
}

// The columns that could be meant: those with two values in the first rows.
std::vector<std::string> RowFactsReader::two_valued() const {
  constexpr std::int64_t kRows = 5000;
  CsvReader csv = open_rows(options_.table.empty() ? options_.path : options_.table, {options_.header});
  std::vector<std::set<std::string>> values(csv.columns().size());
  for (std::int64_t row = 0; row < kRows && csv.next(); ++row) {
    for (std::size_t c = 0; c < values.size(); ++c) {
      const std::string_view text = trimmed(csv.field(c));
      if (values[c].size() <= 2 && !is_unlabelled(text)) values[c].emplace(text);
    }
  }
  std::vector<std::string> names;
  for (std::size_t c = 0; c < values.size(); ++c) {
    if (values[c].size() == 2 && c != label_) names.push_back(printable(csv.columns()[c]));
  }
  return names;
}

bool RowFactsReader::is_unlabelled(std::string_view text) const {
  return means_unlabelled(text) || std::find(missing_.begin(), missing_.end(), text) != missing_.end();
}

template <class Place>
void RowFactsReader::take_label(std::string_view text, const Place& place) {
  text = trimmed(text);
  facts_.numbers.push_back(++number_);
  const bool unlabelled = is_unlabelled(text);
  facts_.labels.push_back(unlabelled ? kUnlabelled : std::int8_t{0});
  if (!unlabelled) explaining_label([&] { rule_.add(text, place); });
}

// A bound such as "> 5" that leaves open on which side of --positive the value is.
bool RowFactsReader::is_censored(const CsvReader& csv) const {
  if (!relation_) return false;
  const auto value = parse_number(trimmed(csv.field(label_)));
  if (!value || std::isnan(*value)) return false;
  std::string_view relation = trimmed(csv.field(*relation_));
  const bool quoted = relation.size() >= 2 && relation.front() == '\'' && relation.back() == '\'';  // as in ChEMBL
  if (quoted) relation = relation.substr(1, relation.size() - 2);
  const auto decided = rule_.is_decided(*value, relation);
  require(decided.has_value(), csv.place(*relation_), ": expected one of <, <=, =, >=, >, ~ or nothing, got ",
          shown(csv.field(*relation_)));
  return !*decided;
}

// The label of the whole row is decided at the end.
void RowFactsReader::take_task_labels(const CsvReader& csv) {
  facts_.numbers.push_back(++number_);
  for (Task& task : tasks_) {
    const std::string_view text = trimmed(csv.field(task.place));
    const bool unlabelled = is_unlabelled(text);
    task.labels.push_back(unlabelled ? kUnlabelled : std::int8_t{0});
    if (!unlabelled) task.rule.add(text, [&] { return csv.place(task.place); });
  }
}

void RowFactsReader::add(const CsvReader& csv) {
  if (!tasks_.empty()) {
    take_task_labels(csv);
    return take_other_facts(csv);
  }
  const bool censored = is_censored(csv);
  censored_ += censored ? 1 : 0;
  take_label(censored ? std::string_view() : csv.field(label_), [&] { return csv.place(label_); });
  take_other_facts(csv);
}

void RowFactsReader::add(const CsvReader& csv, std::string_view label, const std::string& place) {
  if (label_name_.empty()) label_name_ = place;
  take_label(label, [&] { return place; });
  take_other_facts(csv);
}

void RowFactsReader::take_other_facts(const CsvReader& csv) {
  if (id_) facts_.ids.emplace_back(csv.field(*id_));
  if (weight_) facts_.weights.push_back(read_weight(csv, *weight_));
  if (group_) facts_.groups.push_back(groups_.of(read_group(csv, *group_)));
  if (date_) facts_.dates.push_back(date_of(csv, *date_));
  if (split_) {
    const std::string_view part = csv.field(*split_);
    facts_.parts.push_back(part_named(part, part == "train" ? std::string() : csv.place(*split_)));
  } else if (role_ == FileRole::test_part) {
    facts_.parts.push_back(Part::test);
  }
}

void RowFactsReader::add_label(std::string_view label, const std::string& place) {
  if (label_name_.empty()) label_name_ = place;
  take_label(label, [&] { return place; });
  if (role_ == FileRole::test_part) facts_.parts.push_back(Part::test);
}

void RowFactsReader::add_class(std::string_view name, const std::string& place) {
  if (label_name_.empty()) label_name_ = place;
  facts_.numbers.push_back(++number_);
  facts_.labels.push_back(0);
  rule_.add(name, [&] { return place; });
  if (role_ == FileRole::test_part) facts_.parts.push_back(Part::test);
}

// Leaves out tasks that have one class only: there is nothing to learn.
RowFacts RowFactsReader::finish_tasks(std::vector<std::string>& notes) {
  for (Task& task : tasks_) {
    auto decision = task.rule.decide(joined(label_name_, ": column ", task.name));
    const auto positives = std::count(decision.labels.begin(), decision.labels.end(), 1);
    const auto labelled = static_cast<std::ptrdiff_t>(decision.labels.size());
    if (positives == 0 || positives == labelled) {
      notes.push_back(joined("label ", task.name, " is left out: expected both classes, got ", labelled,
                             labelled == 0 ? " labelled rows" : " labelled rows of one class"));
      continue;
    }
    if (!decision.note.empty()) notes.push_back(decision.note);
    std::size_t next = 0;
    for (auto& label : task.labels) {
      if (label != kUnlabelled) label = static_cast<std::int8_t>(decision.labels[next++]);
    }
    const auto listed = static_cast<std::size_t>(&task - tasks_.data());
    facts_.tasks.push_back({task.name, decision.positive, std::move(task.labels), listed});
  }
  facts_.listed_tasks = tasks_.size();
  require(facts_.tasks.size() > 1, label_name_, ": expected several labels with both classes, got ",
          facts_.tasks.size(), " of ", tasks_.size(),
          facts_.tasks.empty() ? std::string() : joined("; train on ", facts_.tasks.front().name, " alone"));
  facts_.labels = any_positive(facts_.tasks);
  facts_.group_names = groups_.names();
  return std::move(facts_);
}

RowFacts RowFactsReader::finish(std::vector<std::string>& notes) {
  if (!tasks_.empty()) return finish_tasks(notes);
  require_usage(options_.task.empty(), "task: expected several labels, of which it is one, got ", options_.task);
  auto decision = explaining_label([this] { return rule_.decide(label_name_); });
  if (!decision.note.empty()) notes.push_back(decision.note);
  if (censored_ > 0) {
    notes.push_back(joined(label_name_, ": ", censored_,
                           censored_ == 1 ? " label is a bound that leaves" : " labels are bounds that leave",
                           " open whether the row is ", options_.positive, ": counted as unlabelled"));
  }
  std::size_t labelled = 0;
  for (auto& label : facts_.labels) {
    if (label != kUnlabelled) label = static_cast<std::int8_t>(decision.labels[labelled++]);
  }
  facts_.positive = decision.positive;
  facts_.group_names = groups_.names();
  return std::move(facts_);
}

}  // namespace pauc
