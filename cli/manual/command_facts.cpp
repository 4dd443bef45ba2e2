#include "command_facts.h"

#include <algorithm>

#include "../help.h"

namespace pauc::cli {

namespace {

std::vector<std::string> parts_of(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find(separator, begin)) != std::string::npos; begin = end + separator.size()) {
    parts.push_back(text.substr(begin, end - begin));
  }
  parts.push_back(text.substr(begin));
  return parts;
}

// The words of "sigmoid|raw", also where something else is possible too: "auto|none or NUMBER".
std::vector<std::string> choices_of(const std::string& type) {
  std::vector<std::string> choices;
  for (const std::string& part : parts_of(type, " or ")) {
    if (part.find('|') == std::string::npos) continue;
    for (const std::string& choice : parts_of(part, "|")) choices.push_back(choice);
  }
  return choices;
}

// A TEXT is often a path: --init, --test, --table.
Offer offer_of(const std::string& type, const std::vector<std::string>& choices) {
  if (!choices.empty()) return Offer::choices;
  if (type == "FOLDER") return Offer::folders;
  return type == "FILE" || type == "PATH" || type == "TEXT" ? Offer::files : Offer::nothing;
}

OptionFacts facts_of(const CLI::Option& option) {
  OptionFacts facts;
  for (const std::string& name : option.get_snames()) facts.flags.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) facts.flags.push_back("--" + name);
  if (option.get_positional()) facts.name = option.get_name(true);
  if (option.get_type_size() != 0) facts.type = option.get_type_name();
  facts.help = HelpText().make_option_desc(&option);
  facts.group = option.get_group();
  facts.choices = choices_of(facts.type);
  facts.offer = offer_of(facts.type, facts.choices);
  facts.required = option.get_required();
  facts.repeatable = option.get_expected_max() >= CLI::detail::expected_max_vector_size;
  return facts;
}

CommandFacts command_facts(const CLI::App& command) {
  CommandFacts facts;
  facts.name = command.get_name();
  facts.summary = command.get_description();
  for (const CLI::Option* option : command.get_options()) {
    (option->get_positional() ? facts.operands : facts.options).push_back(facts_of(*option));
  }
  const std::vector<std::string> footer = parts_of(command.get_footer(), "Example:\n  ");
  facts.notes = footer.front();
  while (!facts.notes.empty() && facts.notes.back() == '\n') facts.notes.pop_back();
  facts.example = footer.size() > 1 ? footer.back() : "";
  return facts;
}

}  // namespace

ProgramFacts facts_of(const CLI::App& program) {
  ProgramFacts facts;
  facts.program = command_facts(program);
  const auto is_of_all = [&](const OptionFacts& option) {  // --help
    const auto same = [&](const OptionFacts& other) { return other.flags == option.flags; };
    return std::any_of(facts.program.options.begin(), facts.program.options.end(), same);
  };
  for (const CLI::App* app : program.get_subcommands({})) {
    CommandFacts command = command_facts(*app);
    command.options.erase(std::remove_if(command.options.begin(), command.options.end(), is_of_all),
                          command.options.end());
    facts.commands.push_back(std::move(command));
  }
  return facts;
}

std::string short_help(const OptionFacts& option) {
  const std::string line = option.help.substr(0, option.help.find('\n'));
  const std::size_t bracket = line.rfind(" [");
  return bracket != std::string::npos && line.back() == ']' ? line.substr(0, bracket) : line;
}

}  // namespace pauc::cli
