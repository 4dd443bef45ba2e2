#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pauc {

// Turns label texts into 0 and 1 by what `--positive` says:
//   ""      1, true, yes or positive is positive, whichever is found; else the rarer of two values
//   ">=8"   numbers compared with a bound: >=, >, <=, <
//   "M"     that value (compared as a number where both are numbers); any other is negative
// or, of many classes, by what `--positive-classes` says: "5-9", "5-9,12", "cat,dog"; any other is negative.
// Values are collected while a file is read and decided at its end, since the rarer one is known only then.
class LabelRule {
 public:
  explicit LabelRule(std::string positive, const std::string& positive_classes = "");

  // Takes the next label; `place` ("data.csv: line 3, column 1 (y)") is asked for only when the text is refused.
  template <class Place>
  void add(std::string_view text, const Place& place) {
    if (!try_add(text)) refuse(text, place());
  }

  struct Decision {
    std::vector<std::uint8_t> labels;  // 1 positive, 0 negative
    std::string positive;              // the value that counts as positive, as it stands in the file; classes as given
    std::string note;                  // what a reader should be told; empty when the choice is plain
  };
  Decision decide(const std::string& where);

 private:
  struct Value {
    std::string text;
    std::int64_t count;
  };

  // A text and the value it stands for: "1" and "1.0" are two spellings of one value.
  struct Spelling {
    std::string text;
    std::size_t code;
  };

  bool try_add(std::string_view text);
  bool find_code(std::string_view text);
  bool compares_true(double value) const;
  [[noreturn]] void refuse(std::string_view text, const std::string& place) const;
  void read_classes(const std::string& text);
  std::vector<bool> choose_positives(const std::string& where, Decision& decision) const;
  std::size_t choose_positive(const std::string& where, std::string& note) const;
  std::string values_found() const;

  std::string positive_;
  std::string classes_;     // --positive-classes
  std::string comparison_;  // ">=", ">", "<=", "<" or empty
  double bound_ = 0;
  struct Range {
    double first;
    double last;
  };
  // A part of --positive-classes: a name, or a number or a range of them.
  struct PositiveClass {
    std::string text;
    std::optional<Range> range;
    bool has(const std::string& label) const;
  };
  std::vector<PositiveClass> positive_classes_;
  std::vector<Value> values_;
  std::vector<Spelling> spellings_;  // every text seen, so that most rows need no number parsed
  std::vector<std::uint8_t> codes_;  // index into values_, or the label itself under a comparison
  std::size_t last_code_ = 0;
};

}  // namespace pauc
