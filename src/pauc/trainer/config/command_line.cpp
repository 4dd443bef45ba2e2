#include "pauc/trainer/config/command_line.h"

#include <charconv>
#include <cstdint>
#include <limits>

#include "pauc/core/error.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/text/shell_word.h"
#include "pauc/trainer/config/check_config.h"

namespace pauc {

namespace {

// Whether an option of all commands takes this text, and gives it back as it is.
bool is_plain_number(const std::string& text, std::int64_t least, std::int64_t most) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size() && std::to_string(number) == text;
  return whole && number >= least && number <= most;
}

std::string further_files(const std::string& list) {
  std::string words;
  for (const std::string& path : listed_texts(list)) words += joined(words.empty() ? "" : " ", shell_word(path));
  return words;
}

std::string words_for(const ConfigKey& key, const std::string& value) {
  const std::string name = key.text();
  const bool is_option = !value.empty() && value[0] == '-';
  if (name == "data.path" && !value.empty() && !is_option) return shell_word(value);
  if (name == "data.more" && !value.empty()) return further_files(value);
  if (name == "data.header" && value == "no") return "--no-header";
  if (name == "trainer.seed" && is_plain_number(value, 0, std::numeric_limits<std::int64_t>::max())) {
    return "--seed " + value;
  }
  if (name == "trainer.threads" && is_plain_number(value, 1, kMostThreads)) return "--threads " + value;
  const bool as_flag = !key.flag.empty() && !value.empty();  // an empty text is what flags refuse
  return as_flag ? key.flag + " " + shell_word(value) : "--set " + shell_word(name + "=" + value);
}

}  // namespace

std::string train_command(const Config& asked) {
  std::string command = "pauc train";
  for (const ConfigKey& key : config_keys()) {
    if (asked.has(key.text())) command += " " + words_for(key, asked.get(key.text()));
  }
  return command;
}

}  // namespace pauc
