#include "../help.h"
#include "completion.h"
#include "pauc/core/error.h"

namespace pauc::cli {

namespace {

// What the script calls an offer; it finds the words of choices in `words`.
std::string offer_text(const OptionFacts& option) {
  switch (option.offer) {
    case Offer::choices:
      return joined("offer=words words=\"", list_text(option.choices, " "), "\"");
    case Offer::files:
      return "offer=files";
    case Offer::folders:
      return "offer=folders";
    case Offer::nothing:
      break;
  }
  return "offer=nothing";
}

// One case per flag that takes a value: '"train --model") ...'.
std::string value_cases(const CommandFacts& command, const std::string& prefix) {
  std::string text;
  for (const OptionFacts& option : command.options) {
    if (option.type.empty()) continue;
    for (const std::string& flag : option.flags) {
      text += joined("    ", prefix, "\" ", flag, "\") ", offer_text(option), " ;;\n");
    }
  }
  return text;
}

// Operands of a command are of one kind, or files and folders; files include folders.
std::string operand_text(const CommandFacts& command) {
  std::string text = "offer=nothing";
  for (const OptionFacts& operand : command.operands) {
    text = offer_text(operand);
    if (operand.offer == Offer::files) break;
  }
  return text;
}

std::vector<std::string> flags_of(const CommandFacts& command) {
  std::vector<std::string> flags;
  for (const OptionFacts& option : command.options) {
    for (const std::string& flag : option.flags) {
      if (flag.rfind("--", 0) == 0) flags.push_back(flag);
    }
  }
  return flags;
}

}  // namespace

std::string bash_completion(const ProgramFacts& facts) {
  std::vector<std::string> names;
  std::string values;
  std::string operands;
  std::string flags;
  for (const CommandFacts& command : facts.commands) {
    names.push_back(command.name);
    values += value_cases(command, command.name);
    operands += joined("      ", command.name, ") ", operand_text(command), " ;;\n");
    flags += joined("      ", command.name, ") words+=\" ", list_text(flags_of(command), " "), "\" ;;\n");
  }
  values += value_cases(facts.program, "*");
  return joined(R"(# Completion of pauc for bash, written by `pauc manual`.
_pauc() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command='' offer='' words='' i
  # Bash splits --flag=value into three words.
  if [[ $current == = ]]; then
    current=''
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${COMP_WORDS[i]} in
      )",
                list_text(names, " | "), R"() command=${COMP_WORDS[i]} && break ;;
    esac
  done
  case "$command $before" in
)",
                values, R"(  esac
  if [[ -z $offer && $current == -* ]]; then
    offer=words words=")",
                list_text(flags_of(facts.program), " "), R"("
    case $command in
)",
                flags, R"(    esac
  elif [[ -z $offer ]]; then
    case $command in
)",
                operands, R"(      *) offer=words words=")", list_text(names, " "), R"(" ;;
    esac
  fi
  COMPREPLY=()
  case $offer in
    words) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current") ;;
    files) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    folders) mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
  esac
  # Slashes behind folders, quotes where names need them. Fails outside of a completion, as in tests.
  if [[ $offer == files || $offer == folders ]]; then compopt -o filenames 2>/dev/null; fi
  return 0
}
complete -F _pauc pauc
)");
}

}  // namespace pauc::cli
