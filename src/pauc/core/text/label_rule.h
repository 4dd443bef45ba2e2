#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pauc {

// Turns label texts into 0 and 1. `--positive` decides:
//
//   ""      the larger of two numbers; true, yes or positive, whichever occurs; otherwise the rarer of two values
//   ">=8"   numbers compared with a bound: >=, >, <=, <
//   "M"     this value (compared as a number if both are numbers)
//
// For many classes `--positive-classes` decides: "5-9", "5-9,12", "cat,dog". All other values are negative. Labels are
// collected while a file is read and decided at its end, because only then is the rarer value known.
class LabelRule {
 public:
  // Whether labels need to have both classes. With `any`, a positive value that does not occur is no error.
  enum class Classes { both, any };
  explicit LabelRule(std::string positive, const std::string& positive_classes = "", Classes classes = Classes::both);

  // Adds the next label. `place` ("data.csv: line 3, column 1 (y)") is called only if the text is refused.
  template <class Place>
  void add(std::string_view text, const Place& place) {
    if (!try_add(text)) refuse(text, place());
  }

  // Whether numbers are compared with a bound.
  bool compares() const { return !comparison_.empty(); }
  // Whether a bound decides the label of a number of which only a relation is known: "> 5" is at least 4, but it may be
  // below 8 or not. The relation is one of >, >>, >=, <, <<, <=, =, ~ and an empty text; nothing for any other text.
  std::optional<bool> is_decided(double value, std::string_view relation) const;

  struct Decision {
    std::vector<std::uint8_t> labels;  // 1 positive, 0 negative
    std::string positive;              // the positive value as written in the file; classes as given
    std::string note;                  // for the user; empty if the choice is obvious
  };
  Decision decide(const std::string& where);

 private:
  struct Value {
    std::string text;
    std::int64_t count;
  };

  // A text and its value: "1" and "1.0" are two spellings of one value.
  struct Spelling {
    std::string text;
    std::size_t code;
  };

  bool try_add(std::string_view text);
  std::string advice_on_strange() const;
  std::string advice_on_many() const;
  bool find_code(std::string_view text);
  bool compares_true(double value) const;
  [[noreturn]] void refuse(std::string_view text, const std::string& place) const;
  void read_classes(const std::string& text);
  std::vector<bool> choose_positives(const std::string& where, Decision& decision) const;
  std::size_t choose_positive(const std::string& where, std::string& note) const;
  std::size_t guess_positive(const std::string& where, std::string& note) const;
  std::string note_on_majority(std::size_t positive) const;
  std::string values_found() const;

  std::string positive_;
  Classes needed_;
  std::string classes_;     // --positive-classes
  std::string comparison_;  // ">=", ">", "<=", "<" or empty
  double bound_ = 0;
  struct Range {
    double first;
    double last;
  };
  // An item of --positive-classes: a name, a number or a range of numbers.
  struct PositiveClass {
    std::string text;
    std::optional<Range> range;
    bool has(const std::string& label) const;
  };
  std::vector<PositiveClass> positive_classes_;
  std::vector<Value> values_;
  std::vector<Spelling> spellings_;  // all texts seen so far, so that few rows need parsing
  std::vector<std::uint8_t> codes_;  // index into values_; for a comparison, the label itself
  std::size_t last_code_ = 0;
};

// What stands between a label and its positive value: " = ", but " " before a comparison such as ">=8".
const char* sign_before(const std::string& positive);

}  // namespace pauc
