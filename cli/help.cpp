#include "help.h"

#include <algorithm>
#include <sstream>

#include "pauc/core/error.h"

namespace pauc::cli {

namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kDescriptionColumn = 30;

// Appends words to `text`, whose last line is `used` columns long; further lines start at the description's column.
void append_wrapped(std::string& text, std::size_t used, const std::string& line) {
  std::istringstream words(line);
  bool first = true;
  for (std::string word; words >> word; first = false) {
    if (!first && used + 1 + word.size() > kWidth) {
      text += '\n' + std::string(kDescriptionColumn, ' ');
      used = kDescriptionColumn;
    } else if (!first) {
      text += ' ';
      ++used;
    }
    text += word;
    used += word.size();
  }
}

// A name too long for its column stands alone on its line.
std::string entry(const std::string& name, const std::string& description) {
  std::string text = "  " + name;
  if (description.empty()) return text + '\n';
  if (text.size() + 2 > kDescriptionColumn) text += '\n' + std::string(kDescriptionColumn, ' ');
  text.resize(std::max(text.size(), kDescriptionColumn), ' ');
  std::istringstream lines(description);
  bool first = true;
  for (std::string line; std::getline(lines, line); first = false) {
    if (!first) text += '\n' + std::string(kDescriptionColumn, ' ');
    append_wrapped(text, kDescriptionColumn, line);
  }
  return text + '\n';
}

}  // namespace

std::string HelpText::make_option(const CLI::Option* option, bool is_positional) const {
  return entry(make_option_name(option, is_positional) + make_option_opts(option), make_option_desc(option));
}

std::string HelpText::make_option_opts(const CLI::Option* option) const {
  if (option->get_type_size() == 0 || option->get_type_name().empty()) return "";
  const bool repeatable = option->get_expected_max() >= CLI::detail::expected_max_vector_size;
  return joined(" ", option->get_type_name(), repeatable ? " ..." : "");
}

std::string HelpText::make_option_desc(const CLI::Option* option) const {
  const std::string text = option->get_description();
  return option->get_default_str().empty() ? text : joined(text, " [", option->get_default_str(), "]");
}

std::string HelpText::make_subcommand(const CLI::App* command) const {
  return entry(command->get_name(), command->get_description());
}

std::string list_text(const std::vector<std::string>& texts, const char* between) {
  std::string list;
  for (const std::string& text : texts) list += joined(list.empty() ? "" : between, text);
  return list;
}

}  // namespace pauc::cli
