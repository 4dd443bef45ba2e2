#include "pauc/core/text/lower_case.h"

namespace pauc {

char lower_case(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& letter : result) letter = lower_case(letter);
  return result;
}

}  // namespace pauc
