#include "pauc/data/row_facts.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/number.h"

namespace pauc {

bool is_split_method(const std::string& split) {
  return split == "stratified" || split == "random" || split == "grouped" || split == "scaffold";
}

RowFactsReader::RowFactsReader(const DataOptions& options)
    : options_(options),
      splits_by_column_(!is_split_method(options.split)),
      rule_(options.positive, options.positive_classes) {}

std::size_t RowFactsReader::named(const CsvReader& csv, const std::string& column) {
  places_.push_back(csv.column(column));
  return places_.back();
}

void RowFactsReader::begin_file(bool separate_test) {
  places_.clear();
  in_test_file_ = separate_test;
  number_ = 0;
}

void RowFactsReader::open(const CsvReader& csv, bool separate_test) {
  begin_file(separate_test);
  label_ = options_.label.empty() ? csv.columns().size() - 1 : csv.column(options_.label);
  places_.push_back(label_);
  if (label_name_.empty()) label_name_ = joined(csv.name(), ": column ", csv.columns()[label_]);
  id_.reset();
  weight_.reset();
  group_.reset();
  split_.reset();
  if (!options_.id.empty()) id_ = named(csv, options_.id);
  if (!options_.weight.empty()) weight_ = named(csv, options_.weight);
  if (!options_.group.empty()) group_ = named(csv, options_.group);
  if (splits_by_column_ && !separate_test) split_ = named(csv, options_.split);
}

template <class Place>
void RowFactsReader::take_label(std::string_view text, const Place& place) {
  text = trimmed(text);
  facts_.numbers.push_back(++number_);
  const bool unlabelled = text.empty() || text == "nan" || text == "NaN";
  facts_.labels.push_back(unlabelled ? kUnlabelled : std::int8_t{0});
  if (!unlabelled) rule_.add(text, place);
}

void RowFactsReader::add(const CsvReader& csv) {
  take_label(csv.field(label_), [&] { return csv.place(label_); });
  if (id_) facts_.ids.emplace_back(csv.field(*id_));
  if (weight_) facts_.weights.push_back(read_weight(csv, *weight_));
  if (group_) facts_.groups.push_back(groups_.of(read_group(csv, *group_)));
  if (split_) {
    const std::string_view part = csv.field(*split_);
    facts_.parts.push_back(part_named(part, part == "train" ? std::string() : csv.place(*split_)));
  } else if (in_test_file_) {
    facts_.parts.push_back(Part::test);
  }
}

void RowFactsReader::add_label(std::string_view label, const std::string& place) {
  if (label_name_.empty()) label_name_ = place;
  take_label(label, [&] { return place; });
  if (in_test_file_) facts_.parts.push_back(Part::test);
}

RowFacts RowFactsReader::finish(std::vector<std::string>& notes) {
  auto decision = rule_.decide(label_name_);
  if (!decision.note.empty()) notes.push_back(decision.note);
  std::size_t labelled = 0;
  for (auto& label : facts_.labels) {
    if (label != kUnlabelled) label = static_cast<std::int8_t>(decision.labels[labelled++]);
  }
  facts_.positive = decision.positive;
  return std::move(facts_);
}

}  // namespace pauc
