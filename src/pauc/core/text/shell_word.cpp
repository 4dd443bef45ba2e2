#include "pauc/core/text/shell_word.h"

namespace pauc {

std::string shell_word(const std::string& text) {
  const char* const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+,:@%=";
  const bool is_plain = !text.empty() && text.find_first_not_of(plain) == std::string::npos;
  if (is_plain && text[0] != '=') return text;  // zsh looks for the program of that name
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace pauc
