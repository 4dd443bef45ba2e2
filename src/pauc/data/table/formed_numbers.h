#pragma once

#include <array>
#include <limits>
#include <string_view>

#include "pauc/data/table/column_reading.h"
#include "pauc/data/table/number_form.h"

namespace pauc {

// Whether a number has a percent sign.
enum class PercentSign { no, yes };

// The numbers of a column by form. Their counts decide what commas and points mean; the order of rows does not.
class FormedNumbers {
 public:
  void add(std::string_view text, const FormedNumber& number, PercentSign percent, Separator separator);

  std::int64_t count() const;
  // Numbers that can be read in one way only decide. Where there are none, a comma that separates fields is none of a
  // decimal number. `unclear` if the numbers contradict each other, or too few of them contradict the separator. Files
  // with commas between fields and other files decide each for themselves; if both have commas, they must agree.
  CommaMeaning meaning() const;

  // Numbers that are not read where commas mean this.
  FoundTexts unread(CommaMeaning meaning) const;
  // Numbers that are read because commas mean this.
  FoundTexts with_commas(CommaMeaning meaning) const;
  // Numbers of a form that is clear and has a comma or a point.
  FoundTexts clear() const;
  // Whether "94%" stands for 0.94: the other numbers lie between 0 and 1, and numbers with a percent sign beyond.
  bool percents_are_hundredths(CommaMeaning meaning) const;

 private:
  struct Numbers {
    FoundTexts texts;
    double least = std::numeric_limits<double>::infinity(), largest = -least;  // without a percent sign
    double largest_percent = largest;
  };

  const Numbers& of(NumberForm form, Separator separator) const;
  std::int64_t count(NumberForm form, Separator separator) const { return of(form, separator).texts.count; }
  std::int64_t decimal_points_in(Separator separator) const;
  CommaMeaning meaning_in(Separator separator) const;
  CommaMeaning meaning_of_unclear_commas(Separator separator) const;
  template <class Wanted>
  FoundTexts texts_of(const Wanted& wanted) const;

  std::array<Numbers, std::size_t{2} * kNumberForms> numbers_;  // by form and separator
};

// All that both have.
FoundTexts merged(const FoundTexts& a, const FoundTexts& b);

}  // namespace pauc
