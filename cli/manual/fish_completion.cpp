#include "../help.h"
#include "completion.h"
#include "pauc/core/error.h"

namespace pauc::cli {

namespace {

// In single quotes fish reads only \\ and \' specially.
std::string in_quotes(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

// -x: the value is one of those listed and no file; -r -F: a value, and files are offered.
std::string offer_text(const OptionFacts& option) {
  switch (option.offer) {
    case Offer::choices:
      return " -x -a " + in_quotes(list_text(option.choices, " "));
    case Offer::files:
      return " -r -F";
    case Offer::folders:
      return " -x -a '(__fish_complete_directories)'";
    case Offer::nothing:
      break;
  }
  return option.type.empty() ? "" : " -x";
}

std::string option_lines(const CommandFacts& command, const std::string& start) {
  std::string text;
  for (const OptionFacts& option : command.options) {
    std::string flags;
    for (const std::string& flag : option.flags) {
      flags += flag.rfind("--", 0) == 0 ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
    }
    text += joined(start, flags, offer_text(option), " -d ", in_quotes(short_help(option)), "\n");
  }
  for (const OptionFacts& operand : command.operands) {
    text += joined(start, operand.offer == Offer::files ? " -F" : offer_text(operand), "\n");
  }
  return text;
}

}  // namespace

std::string fish_completion(const ProgramFacts& facts) {
  std::string text = "# Completion of pauc for fish, written by `pauc manual`.\ncomplete -c pauc -f\n";
  for (const CommandFacts& command : facts.commands) {
    text +=
        joined("complete -c pauc -n __fish_use_subcommand -a ", command.name, " -d ", in_quotes(command.summary), "\n");
  }
  text += option_lines(facts.program, "complete -c pauc");
  for (const CommandFacts& command : facts.commands) {
    text += option_lines(command, joined("complete -c pauc -n '__fish_seen_subcommand_from ", command.name, "'"));
  }
  return text;
}

}  // namespace pauc::cli
