#include "../help.h"
#include "completion.h"
#include "pauc/core/error.h"

namespace pauc::cli {

namespace {

// In single quotes; the characters of `special` get a backslash.
std::string in_quotes(const std::string& text, const char* special) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
    } else if (c == '\\' || std::string_view(special).find(c) != std::string_view::npos) {
      result += joined('\\', c);
    } else {
      result += c;
    }
  }
  return result;
}

// ":data:_files" as the specifications of _arguments have it: what is wanted, and what offers it.
std::string wanted(const OptionFacts& option) {
  const std::string what = joined(":", in_quotes(option.flags.empty() ? option.name : option.type, ":|"), ":");
  switch (option.offer) {
    case Offer::choices:
      return joined(what, "(", list_text(option.choices, " "), ")");
    case Offer::files:
      return what + "_files";
    case Offer::folders:
      return what + "_files -/";
    case Offer::nothing:
      break;
  }
  return what;
}

// '--model=[model to train]:...:(auto linear)', one for each flag and operand.
std::string specifications(const CommandFacts& command, const std::string& indent) {
  std::string text;
  for (const OptionFacts& option : command.options) {
    for (const std::string& flag : option.flags) {
      const bool long_with_value = !option.type.empty() && flag.rfind("--", 0) == 0;
      text += joined(indent, "'", option.repeatable ? "*" : "", flag, long_with_value ? "=" : "", "[",
                     in_quotes(short_help(option), "[]"), "]", option.type.empty() ? "" : wanted(option), "'\n");
    }
  }
  for (const OptionFacts& operand : command.operands) {
    text += joined(indent, "'", operand.repeatable ? "*" : operand.required ? "" : ":", wanted(operand), "'\n");
  }
  return text;
}

}  // namespace

std::string zsh_completion(const ProgramFacts& facts) {
  std::string names;
  std::string cases;
  for (const CommandFacts& command : facts.commands) {
    names += joined("    '", command.name, ":", in_quotes(command.summary, ":"), "'\n");
    cases +=
        joined("    ", command.name, ")\n      own=(\n", specifications(command, "        "), "      )\n      ;;\n");
  }
  return joined(R"(#compdef pauc
# Completion of pauc for zsh, written by `pauc manual`.
_pauc() {
  local context state state_descr line
  typeset -A opt_args
  local -a all commands own
  all=(
)",
                specifications(facts.program, "    "), R"(  )
  commands=(
)",
                names, R"(  )
  _arguments -C $all '1: :->command' '*:: :->rest'
  [[ $state == command ]] && _describe command commands
  [[ $state == rest ]] || return 0
  case $words[1] in
)",
                cases, R"(  esac
  _arguments $all $own
}
_pauc "$@"
)");
}

}  // namespace pauc::cli
