#include "pauc/core/text/label_rule.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pauc/core/error.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/text/lower_case.h"
#include "pauc/core/text/number.h"
#include "pauc/core/text/shell_word.h"

namespace pauc {

namespace {

constexpr std::size_t kMostValues = 200;  // more distinct labels than this are no classes
constexpr std::size_t kMostShown = 6;

bool same_value(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const auto x = parse_number(a);
  const auto y = parse_number(b);
  return x && y && *x == *y;
}

bool usual_positive(std::string_view text) {
  const std::string word = lower_case(text);
  return same_value(text, "1") || word == "true" || word == "yes" || word == "positive";
}

bool usual_negative(std::string_view text) {
  const std::string word = lower_case(text);
  return same_value(text, "0") || same_value(text, "-1") || word == "false" || word == "no" || word == "negative";
}

}  // namespace

LabelRule::LabelRule(std::string positive, const std::string& positive_classes, Classes classes)
    : positive_(std::move(positive)), needed_(classes), classes_(positive_classes) {
  require_usage(positive_.empty() || positive_classes.empty(),
                "positive-classes: expected it without --positive, got both");
  if (!positive_classes.empty()) read_classes(positive_classes);
  for (const char* comparison : {">=", "<=", ">", "<"}) {
    if (positive_.rfind(comparison, 0) != 0) continue;
    const auto bound = parse_number(std::string_view(positive_).substr(std::string_view(comparison).size()));
    require_usage(bound.has_value(), "positive: expected a number after ", comparison, ", such as '", comparison,
                  "8', got \"", positive_, '"');
    comparison_ = comparison;
    bound_ = *bound;
    return;
  }
}

// "5-9,12": ranges of numbers; "cat,dog": names.
void LabelRule::read_classes(const std::string& text) {
  for (const auto item : comma_parts(text)) {
    require_usage(!item.empty(), "positive-classes: expected classes such as 5-9 or cat,dog, got \"", text, '"');
    const auto dash = item.find('-', 1);
    const auto first = parse_number(item.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : parse_number(item.substr(dash + 1));
    if (!first || !last) {
      positive_classes_.push_back({std::string(item), std::nullopt});
      continue;
    }
    require_usage(*first <= *last, "positive-classes: expected a range from low to high, got \"", item, '"');
    positive_classes_.push_back({std::string(item), Range{*first, *last}});
  }
}

bool LabelRule::PositiveClass::has(const std::string& label) const {
  if (!range) return same_value(text, label);
  const auto value = parse_number(label);
  return value && range->first <= *value && *value <= range->last;
}

bool LabelRule::try_add(std::string_view text) {
  text = trimmed(text);
  if (!comparison_.empty()) {
    const auto value = parse_number(text);
    if (!value || *value != *value) return false;
    codes_.push_back(compares_true(*value) ? 1 : 0);
    return true;
  }
  if (!find_code(text)) return false;
  ++values_[last_code_].count;
  codes_.push_back(static_cast<std::uint8_t>(last_code_));
  return true;
}

// Sets last_code_ to the value that the text spells; false when that would be one value too many.
bool LabelRule::find_code(std::string_view text) {
  for (const Spelling& spelling : spellings_) {
    if (spelling.text != text) continue;
    last_code_ = spelling.code;
    return true;
  }
  const auto known =
      std::find_if(values_.begin(), values_.end(), [&](const Value& value) { return same_value(value.text, text); });
  if (spellings_.size() == kMostValues) return false;
  last_code_ = static_cast<std::size_t>(known - values_.begin());
  if (known == values_.end()) values_.push_back({std::string(text), 0});
  spellings_.push_back({std::string(text), last_code_});
  return true;
}

bool LabelRule::compares_true(double value) const {
  if (comparison_ == ">=") return value >= bound_;
  if (comparison_ == "<=") return value <= bound_;
  return comparison_ == ">" ? value > bound_ : value < bound_;
}

std::optional<bool> LabelRule::is_decided(double value, std::string_view relation) const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (relation.empty() || relation == "=" || relation == "==" || relation == "~") return true;
  const bool above = relation.front() == '>';
  if ((!above && relation.front() != '<') || relation.size() > 2) return std::nullopt;
  const bool with_equal = relation.size() == 2 && relation[1] == '=';
  if (relation.size() == 2 && !with_equal && relation[1] != relation[0]) return std::nullopt;
  const double end = above ? kInfinity : -kInfinity;
  return compares_true(with_equal ? value : std::nextafter(value, end)) == compares_true(end);
}

void LabelRule::refuse(std::string_view text, const std::string& place) const {
  if (!comparison_.empty())
    fail(Fault::data, place, ": expected a number to compare with ", bound_, ", got \"", text, '"');
  fail(Fault::data, place, ": expected two label values, got more than ", kMostValues, ": ", values_found(),
       "; split numbers into two classes by a bound such as --positive '>=8'");
}

LabelRule::Decision LabelRule::decide(const std::string& where) {
  Decision decision;
  decision.labels = std::move(codes_);
  decision.positive = positive_;
  if (comparison_.empty() && !values_.empty()) {
    const std::vector<bool> positives = choose_positives(where, decision);
    for (auto& label : decision.labels) label = positives[label] ? 1 : 0;
  }
  const auto positives = std::count(decision.labels.begin(), decision.labels.end(), 1);
  const auto all = static_cast<std::int64_t>(decision.labels.size());
  if (needed_ == Classes::both && (positives == 0 || positives == all)) {
    const std::string found =
        comparison_.empty() ? values_found() : joined(positives == 0 ? "no" : "every", " label is ", positive_);
    fail(Fault::data, where, ": expected two classes, got one only: ", all == 0 ? "no labelled row" : found,
         comparison_.empty() && all > 0 ? "; choose another label, or rows of both classes" : "");
  }
  return decision;
}

// Which of values_ are positive.
std::vector<bool> LabelRule::choose_positives(const std::string& where, Decision& decision) const {
  std::vector<bool> positives(values_.size());
  if (positive_classes_.empty()) {
    const std::size_t positive = choose_positive(where, decision.note);
    if (positive == values_.size()) return positives;  // only where it need not occur
    decision.positive = values_[positive].text;
    positives[positive] = true;
    return positives;
  }
  decision.positive = classes_;
  for (const PositiveClass& one : positive_classes_) {
    bool found = false;
    for (std::size_t v = 0; v < values_.size(); ++v) {
      if (!one.has(values_[v].text)) continue;
      positives[v] = true;
      found = true;
    }
    require(found || needed_ == Classes::any, where, ": no label is \"", one.text,
            "\" of --positive-classes; the labels are ", values_found());
  }
  return positives;
}

// What to do about a positive value that no label has. The rarer ones are usually looked for.
std::string LabelRule::advice_on_strange() const {
  if (values_.empty()) return "";
  const auto rarest = std::min_element(values_.begin(), values_.end(),
                                       [](const Value& a, const Value& b) { return a.count < b.count; });
  if (values_.size() == 2) return joined("; choose one of these, such as --positive ", shell_word(rarest->text));
  return "; choose one of these, or split numbers into two classes by a bound such as --positive '>=8'";
}

// What to do about more than two values.
std::string LabelRule::advice_on_many() const {
  std::vector<double> numbers;
  const Value* word = nullptr;
  for (const Value& value : values_) {
    if (const auto number = parse_number(value.text)) {
      numbers.push_back(*number);
    } else {
      word = &value;
    }
  }
  std::sort(numbers.begin(), numbers.end());
  if (word == nullptr) {
    return joined("; choose another label, or split the numbers into two classes by a bound from ", numbers.front(),
                  " to ", numbers.back(), ", such as --positive '>=", numbers[numbers.size() / 2], "'");
  }
  if (numbers.size() == 2 && values_.size() == 3) {
    return joined("; to count \"", word->text, "\" as negative, write --positive ", numbers.back(),
                  "; to leave these rows out of a training, write --missing ", shell_word(word->text));
  }
  return "; name the positive one by --positive, which takes all others as negative";
}

std::size_t LabelRule::choose_positive(const std::string& where, std::string& note) const {
  const auto index_where = [&](const auto& predicate) {
    return static_cast<std::size_t>(std::find_if(values_.begin(), values_.end(), predicate) - values_.begin());
  };
  if (!positive_.empty()) {
    const std::size_t named = index_where([&](const Value& value) { return same_value(value.text, positive_); });
    require(named < values_.size() || needed_ == Classes::any, where, ": no label is \"", positive_,
            "\"; the labels are ", values_found(), advice_on_strange());
    if (values_.size() > 2 && named < values_.size()) {
      note = joined(where, ": ", values_[named].text, " is positive, all other labels are negative: ", values_found());
    }
    return named;
  }
  require(values_.size() <= 2, where, ": expected two label values, got ", values_.size(), ": ", values_found(),
          advice_on_many());
  if (values_.size() == 1) return 0;
  const std::size_t guessed = guess_positive(where, note);
  const std::string majority = note_on_majority(guessed);
  if (!majority.empty()) note += joined(note.empty() ? where + ": " : "; ", majority);
  return guessed;
}

// Of two values.
std::size_t LabelRule::guess_positive(const std::string& where, std::string& note) const {
  const auto first = parse_number(values_[0].text);
  const auto second = parse_number(values_[1].text);
  if (first && second) {
    const std::size_t larger = *second > *first ? 1 : 0;
    const bool usual = usual_positive(values_[larger].text) && usual_negative(values_[1 - larger].text);
    if (!usual)
      note = joined(where, ": ", values_[larger].text, " is taken as positive, the larger of ", values_found());
    return larger;
  }
  const bool sounds[2] = {usual_positive(values_[0].text), usual_positive(values_[1].text)};
  if (sounds[0] != sounds[1]) {
    const std::size_t usual = sounds[0] ? 0 : 1;
    if (!usual_negative(values_[1 - usual].text)) {
      note = joined(where, ": ", values_[usual].text, " is taken as positive of ", values_found());
    }
    return usual;
  }
  require(values_[0].count != values_[1].count && !sounds[0], where,
          ": expected to be told which of two labels is positive: ", values_found(), "; name it by --positive");
  const std::size_t rarer = values_[0].count < values_[1].count ? 0 : 1;
  note = joined(where, ": ", values_[rarer].text, " is taken as positive, the rarer of ", values_found());
  return rarer;
}

// Positives are usually what is looked for, and rare.
std::string LabelRule::note_on_majority(std::size_t positive) const {
  const std::int64_t positives = values_[positive].count;
  const std::int64_t negatives = values_[1 - positive].count;
  if (positives <= negatives) return "";
  return joined("most rows are positive, ", positives, " of ", positives + negatives, "; --positive ",
                values_[1 - positive].text, " turns that round");
}

std::string LabelRule::values_found() const {
  std::string text;
  for (std::size_t i = 0; i < std::min(values_.size(), kMostShown); ++i) {
    text += joined(i == 0 ? "" : ", ", '"', values_[i].text, "\" (", values_[i].count,
                   values_[i].count == 1 ? " row)" : " rows)");
  }
  if (values_.size() > kMostShown) text += ", ...";
  return text;
}

const char* sign_before(const std::string& positive) { return positive.find_first_of("<>") == 0 ? " " : " = "; }

}  // namespace pauc
