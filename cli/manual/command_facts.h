#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace pauc::cli {

// What a shell can offer as the value of an option or as an operand.
enum class Offer { nothing, choices, files, folders };

// An option or an operand as manual and completion need it, taken from what the command line parser knows.
struct OptionFacts {
  std::vector<std::string> flags;  // -h, --help; empty: an operand
  std::string name;                // of an operand
  std::string type;                // empty: takes no value
  std::string help;                // with the default in brackets; may have several lines
  std::string group;               // Options, Data, ...
  Offer offer = Offer::nothing;
  std::vector<std::string> choices;
  bool required = false;
  bool repeatable = false;
};

struct CommandFacts {
  std::string name;
  std::string summary;
  std::vector<OptionFacts> options;  // but those of all commands
  std::vector<OptionFacts> operands;
  std::string notes;    // below the options of --help; may be empty
  std::string example;  // one command line
};

struct ProgramFacts {
  CommandFacts program;                // pauc itself, with the options of all commands
  std::vector<CommandFacts> commands;  // in the order of --help
};

ProgramFacts facts_of(const CLI::App& program);

// The first line of the help, without the default.
std::string short_help(const OptionFacts& option);

}  // namespace pauc::cli
