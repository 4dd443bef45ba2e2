#include "pauc/data/table/formed_numbers.h"

#include <algorithm>

namespace pauc {

namespace {

// Against the usual meaning of a comma in such a file, at least one clear number must speak for so many unclear ones.
constexpr std::int64_t kUnclearPerClear = 10;

std::size_t place_of(NumberForm form, Separator separator) {
  return 2 * static_cast<std::size_t>(form) + static_cast<std::size_t>(separator);
}
NumberForm form_at(std::size_t place) { return static_cast<NumberForm>(place / 2); }
Separator separator_at(std::size_t place) { return static_cast<Separator>(place % 2); }

}  // namespace

FoundTexts merged(const FoundTexts& a, const FoundTexts& b) {
  FoundTexts both = a;
  for (const std::string& text : b.first) both.add(text);
  both.count = a.count + b.count;
  return both;
}

const FormedNumbers::Numbers& FormedNumbers::of(NumberForm form, Separator separator) const {
  return numbers_[place_of(form, separator)];
}

void FormedNumbers::add(std::string_view text, const FormedNumber& number, PercentSign percent, Separator separator) {
  Numbers& numbers = numbers_[place_of(number.form, separator)];
  numbers.texts.add(text);
  if (percent == PercentSign::yes) {
    numbers.largest_percent = std::max(numbers.largest_percent, number.value);
  } else {
    numbers.least = std::min(numbers.least, number.value);
    numbers.largest = std::max(numbers.largest, number.value);
  }
}

std::int64_t FormedNumbers::count() const {
  std::int64_t sum = 0;
  for (const Numbers& numbers : numbers_) sum += numbers.texts.count;
  return sum;
}

CommaMeaning FormedNumbers::meaning() const {
  const CommaMeaning with_commas = meaning_in(Separator::comma), with_others = meaning_in(Separator::other);
  if (with_commas == with_others) return with_commas;
  if (with_commas != CommaMeaning::none && with_others != CommaMeaning::none) return CommaMeaning::unclear;
  const Separator plain = with_commas == CommaMeaning::none ? Separator::comma : Separator::other;
  const CommaMeaning meaning = plain == Separator::comma ? with_others : with_commas;
  const bool has_points = count(NumberForm::decimal_point, plain) + count(NumberForm::unclear_point, plain) > 0;
  return meaning == CommaMeaning::decimal_with_groups && has_points ? CommaMeaning::unclear : meaning;
}

CommaMeaning FormedNumbers::meaning_in(Separator separator) const {
  const std::int64_t grouped = count(NumberForm::point_groups, separator);
  const std::int64_t decimal_commas = count(NumberForm::decimal_comma, separator) + grouped;
  const std::int64_t comma_groups = count(NumberForm::comma_groups, separator);
  const std::int64_t unclear_commas = count(NumberForm::unclear_comma, separator);
  if (decimal_commas > 0 && comma_groups > 0) return CommaMeaning::unclear;
  if (decimal_commas == 0) {
    if (comma_groups > 0) return CommaMeaning::thousands;
    return unclear_commas > 0 ? meaning_of_unclear_commas(separator) : CommaMeaning::none;
  }
  const bool beside_commas = separator == Separator::comma;
  if (beside_commas && unclear_commas > kUnclearPerClear * decimal_commas) return CommaMeaning::unclear;
  const std::int64_t decimal_points = decimal_points_in(separator);
  if (decimal_points == 0) return grouped > 0 ? CommaMeaning::decimal_with_groups : CommaMeaning::decimal;
  if (grouped > 0) return CommaMeaning::unclear;
  if (decimal_points > decimal_commas) return CommaMeaning::beside_points;
  const bool points_are_unclear = beside_commas && count(NumberForm::unclear_point, separator) > 0;
  return points_are_unclear || decimal_points == decimal_commas ? CommaMeaning::unclear : CommaMeaning::decimal;
}

// Where commas separate fields, points are decimal unless the column says otherwise.
std::int64_t FormedNumbers::decimal_points_in(Separator separator) const {
  const bool beside_commas = separator == Separator::comma;
  return count(NumberForm::decimal_point, separator) +
         (beside_commas ? count(NumberForm::unclear_point, separator) : 0);
}

// No comma is clear.
CommaMeaning FormedNumbers::meaning_of_unclear_commas(Separator separator) const {
  if (separator == Separator::comma) return CommaMeaning::thousands;
  const std::int64_t decimal_points = decimal_points_in(separator);
  if (decimal_points > 0) {
    const bool few = count(NumberForm::unclear_comma, separator) > kUnclearPerClear * decimal_points;
    return few ? CommaMeaning::unclear : CommaMeaning::thousands;
  }
  return count(NumberForm::unclear_point, separator) > 0 ? CommaMeaning::unclear : CommaMeaning::decimal;
}

template <class Wanted>
FoundTexts FormedNumbers::texts_of(const Wanted& wanted) const {
  FoundTexts texts;
  for (std::size_t k = 0; k < numbers_.size(); ++k) {
    if (wanted(form_at(k), separator_at(k))) texts = merged(texts, numbers_[k].texts);
  }
  return texts;
}

FoundTexts FormedNumbers::unread(CommaMeaning meaning) const {
  return texts_of([&](NumberForm form, Separator separator) { return factor_of(form, meaning, separator) == 0; });
}

FoundTexts FormedNumbers::with_commas(CommaMeaning meaning) const {
  return texts_of([&](NumberForm form, Separator separator) {
    const double factor = factor_of(form, meaning, separator);
    const bool has_point_only = form == NumberForm::decimal_point || form == NumberForm::unclear_point;
    return form != NumberForm::plain && factor > 0 && (!has_point_only || factor > 1);
  });
}

FoundTexts FormedNumbers::clear() const {
  return texts_of([](NumberForm form, Separator /*separator*/) {
    return form != NumberForm::plain && form != NumberForm::unclear_comma && form != NumberForm::unclear_point;
  });
}

bool FormedNumbers::percents_are_hundredths(CommaMeaning meaning) const {
  Numbers all;
  for (std::size_t k = 0; k < numbers_.size(); ++k) {
    const double factor = factor_of(form_at(k), meaning, separator_at(k));
    if (factor == 0) continue;
    all.least = std::min(all.least, factor * numbers_[k].least);
    all.largest = std::max(all.largest, factor * numbers_[k].largest);
    all.largest_percent = std::max(all.largest_percent, factor * numbers_[k].largest_percent);
  }
  const bool fractions = all.least <= all.largest && all.least >= 0 && all.largest <= 1;
  return fractions && all.largest_percent > 1;
}

}  // namespace pauc
