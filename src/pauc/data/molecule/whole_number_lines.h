#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "pauc/core/io/line_source.h"

namespace pauc {

// Reads a text file with the same number of whole numbers in each line, separated by commas, without a header. Blank
// lines are skipped. Every error names file, line, field and value.
class WholeNumberLines {
 public:
  // `what` describes the numbers in error messages: "an atom of its molecule".
  WholeNumberLines(const std::string& path, const char* what) : source_(path), what_(what) {}

  // Reads the next line; each number must be at least 0 and below its size. False at the end.
  template <class T, std::size_t kFields>
  bool next(const std::array<int, kFields>& sizes, std::array<T, kFields>& numbers) {
    if (!source_.next_not_blank()) return false;
    const char* position = source_.text().data();
    const char* const end = position + source_.text().size();
    for (std::size_t k = 0; k < kFields; ++k) {
      const std::int64_t number = scan_number(position);
      const bool ends_well = k + 1 < kFields ? *position == ',' : position == end;
      if (number < 0 || number >= sizes[k] || !ends_well) refuse(k, kFields, sizes[k]);
      numbers[k] = static_cast<T>(number);
      ++position;
    }
    return true;
  }

  // Skips the next line; false at the end.
  bool skip() { return source_.next_not_blank(); }

  std::string place() const { return source_.place(); }
  std::int64_t line() const { return source_.line(); }
  const std::string& name() const { return source_.name(); }

 private:
  // The number at `position`, which moves to the end of its digits; negative if there is none or it is too long.
  static std::int64_t scan_number(const char*& position) {
    constexpr std::int64_t kMostDigits = 18;
    const char* const first = position;
    std::uint64_t number = 0;
    while (*position >= '0' && *position <= '9') number = 10 * number + static_cast<std::uint64_t>(*position++ - '0');
    const std::int64_t digits = position - first;
    return digits >= 1 && digits <= kMostDigits ? static_cast<std::int64_t>(number) : -1;
  }
  [[noreturn]] void refuse(std::size_t field, std::size_t fields, int size) const;

  LineSource source_;
  const char* what_;
};

}  // namespace pauc
