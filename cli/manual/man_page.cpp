#include "man_page.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/version.h"

namespace pauc::cli {

namespace {

// Text that roff takes literally. A hyphen would be printed as a typographic one, which cannot be pasted into a shell.
std::string literal(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '\\':
        result += "\\e";
        break;
      case '-':
        result += "\\-";
        break;
      case '\'':
        result += "\\(aq";
        break;
      case '`':
        result += "\\(ga";
        break;
      case '"':
        result += "\\(dq";
        break;
      case '^':
        result += "\\(ha";
        break;
      case '~':
        result += "\\(ti";
        break;
      case '|':
        result += "|\\:";
        break;  // a long list of choices may be broken here
      default:
        result += c;
    }
  }
  return result;
}

// Lines of prose; an empty one ends a paragraph. A line that starts with a dot would be a request.
std::string prose(const std::string& text) {
  std::string result;
  bool continues = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line); continues = !line.empty()) {
    if (line.empty()) {
      result += ".PP\n";
    } else {
      result += joined(continues ? ".br\n" : "", line[0] == '.' ? "\\&" : "", literal(line), "\n");
    }
  }
  return result;
}

std::string title(const std::string& page) {
  std::string capitals = page;
  std::transform(capitals.begin(), capitals.end(), capitals.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return joined(".TH ", literal(capitals), " 1 \"\" \"pauc ", kVersion, "\" \"User Commands\"\n");
}

std::string entry(const OptionFacts& option) {
  std::string term;
  for (const std::string& flag : option.flags) {
    term += joined(term.empty() ? "" : ", ", "\\fB", literal(flag), "\\fR");
  }
  if (option.flags.empty()) term = joined("\\fI", literal(option.name), "\\fR");
  const std::string type =
      option.flags.empty() || option.type.empty() ? "" : joined(" \\fI", literal(option.type), "\\fR");
  return joined(".TP\n", term, type, option.repeatable ? " ..." : "", "\n", prose(option.help));
}

// All options, those of a group together.
std::string options_section(const char* heading, const std::vector<OptionFacts>& options) {
  if (options.empty()) return "";
  std::vector<std::string> groups;
  for (const OptionFacts& option : options) {
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) groups.push_back(option.group);
  }
  std::string text = joined(".SH ", heading, "\n");
  for (const std::string& group : groups) {
    if (group != options.front().group) text += joined(".SS ", literal(group), "\n");
    for (const OptionFacts& option : options) {
      if (option.group == group) text += entry(option);
    }
  }
  return text;
}

std::string exit_status() {
  const std::pair<Fault, const char*> kMeanings[] = {
      {Fault::failed_run, "a run failed, or an error of pauc itself"},
      {Fault::usage, "wrong options"},
      {Fault::data, "bad data"},
      {Fault::no_input, "no such input"},
      {Fault::cannot_create, "output cannot be created"},
      {Fault::io, "reading or writing failed"},
      {Fault::interrupted, "stopped, and can be resumed"},
      {Fault::cannot_resume, "cannot be resumed; the run can only start again"},
  };
  std::string text = ".SH EXIT STATUS\n.TP\n0\nsuccess\n";
  for (const auto& [fault, meaning] : kMeanings) {
    text += joined(".TP\n", static_cast<int>(fault), "\n", literal(meaning), "\n");
  }
  return text;
}

std::string example_section(const std::string& example) {
  return example.empty() ? "" : joined(".SH EXAMPLE\n.nf\n", literal(example), "\n.fi\n");
}

std::string synopsis(const std::string& command, const std::vector<OptionFacts>& operands) {
  std::string text = joined(".SH SYNOPSIS\n\\fB", literal(command), "\\fR [\\fIoption\\fR]...");
  for (const OptionFacts& operand : operands) {
    const std::string name = joined("\\fI", literal(operand.name), "\\fR", operand.repeatable ? "..." : "");
    text += operand.required ? joined(" ", name) : joined(" [", name, "]");
  }
  return text + "\n";
}

std::string without_period(const std::string& text) {
  return !text.empty() && text.back() == '.' ? text.substr(0, text.size() - 1) : text;
}

}  // namespace

std::string program_man_page(const ProgramFacts& facts) {
  const CommandFacts& program = facts.program;
  std::string commands = ".SH COMMANDS\n";
  std::string others;
  for (const CommandFacts& command : facts.commands) {
    const std::string page = literal("pauc-" + command.name);
    commands += joined(".TP\n\\fB", literal(command.name), "\\fR\n", prose(command.summary));
    others += joined(others.empty() ? "" : ",\n", ".BR ", page, " (1)");
  }
  const std::string what = program.summary.substr(program.summary.find(' ') + 1);  // without "pauc"
  return joined(title("pauc"), ".SH NAME\npauc \\- ", literal(without_period(what)),
                "\n.SH SYNOPSIS\n\\fBpauc\\fR \\fIcommand\\fR [\\fIoption\\fR]...\n", commands,
                options_section("OPTIONS OF ALL COMMANDS", program.options), exit_status(),
                example_section(program.example), ".SH SEE ALSO\n", others, "\n");
}

std::string command_man_page(const CommandFacts& command, const ProgramFacts& facts) {
  const std::string page = "pauc-" + command.name;
  const std::string notes = command.notes.empty() ? "" : joined(".SH NOTES\n", prose(command.notes));
  return joined(title(page), ".SH NAME\n", literal(page), " \\- ", literal(command.summary), "\n",
                synopsis("pauc " + command.name, command.operands), options_section("OPERANDS", command.operands),
                options_section("OPTIONS", command.options),
                options_section("OPTIONS OF ALL COMMANDS", facts.program.options), notes, exit_status(),
                example_section(command.example), ".SH SEE ALSO\n.BR pauc (1)\n");
}

}  // namespace pauc::cli
