#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "command.h"
#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/utf8.h"
#include "pauc/core/version.h"

namespace pauc::cli {

namespace {

int report_error(const std::string& message, int code) {
  std::fprintf(stderr, "pauc: %s\n", printable(message).c_str());
  return code;
}

std::vector<std::string> option_names(const CLI::App& program) {
  std::vector<std::string> names;
  const auto add = [&](const CLI::App& app) {
    for (const auto* option : app.get_options()) {
      for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    }
  };
  for (const auto* command : program.get_subcommands()) add(*command);
  add(program);
  return names;
}

// What stands between two parts of a text, if both are there.
std::optional<std::string> between(const std::string& text, const std::string& before, const std::string& after) {
  const auto begin = text.find(before);
  if (begin == std::string::npos) return std::nullopt;
  const auto end = after.empty() ? text.size() : text.find(after, begin + before.size());
  if (end == std::string::npos) return std::nullopt;
  return text.substr(begin + before.size(), end - begin - before.size());
}

// The parser's own sentence, said the way pauc says it: where, what was expected, what was found.
std::string rephrased(const CLI::App& program, const CLI::ParseError& error) {
  std::string text = error.what();
  if (program.get_subcommands().empty()) return "expected a command such as train, got none (see --help)";
  if (const auto option = between(text, "Could not convert: ", " = ")) {
    return joined(*option, ": expected a number, got \"", between(text, " = ", "").value_or(""), '"');
  }
  if (between(text, ": 1 required ", " missing")) {
    return joined(between(text, "", ": 1 required").value_or(""), ": expected a value, got none");
  }
  if (const auto times = between(text, ": At Most 1 required but received ", "")) {
    return joined(between(text, "", ": At Most").value_or(""), ": expected once, got ", *times, " times");
  }
  if (const auto argument = between(text, "", " is required")) {
    return joined(program.get_subcommands()[0]->get_name(), ": expected ", *argument, ", got none (see --help)");
  }
  return text;
}

// What is wrong with the line; an unknown word comes with the nearest known one.
std::string usage_message(const CLI::App& program, const CLI::ParseError& error) {
  const std::vector<std::string> unknown = program.remaining(true);
  if (unknown.empty()) return rephrased(program, error);
  if (unknown[0].rfind("--", 0) == 0) {
    return joined("no option ", unknown[0], "; did you mean ", nearest_name(unknown[0], option_names(program)),
                  "? (see --help)");
  }
  if (!program.get_subcommands().empty()) {
    return joined("expected no further argument, got \"", unknown[0], "\" (see --help)");
  }
  std::vector<std::string> commands;
  for (const auto* command : program.get_subcommands({})) commands.push_back(command->get_name());
  return joined("no command \"", unknown[0], "\"; the commands are ", names_nearest_first(unknown[0], commands));
}

int parse_and_run(CLI::App& program, int argc, const char* const* argv) {
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& asked_for_text) {  // --help, --version
    std::ostringstream text;
    program.exit(asked_for_text, text, text);
    print_result(text.str());
  } catch (const CLI::ParseError& error) {
    return report_error(usage_message(program, error), static_cast<int>(Fault::usage));
  }
  return 0;
}

}  // namespace

void print_result(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) fail(Fault::io, "standard output: cannot write: ", std::strerror(errno));
}

void print_note(const Global& global, const std::string& text) {
  if (!global.quiet) std::fprintf(stderr, "%s\n", printable(text).c_str());
}

}  // namespace pauc::cli

int main(int argc, char** argv) {
  using namespace pauc::cli;
  try {
    Global global;
    global.arguments = argv;
    CLI::App program{"pauc trains and judges classifiers by the part of the ROC curve that people use.", "pauc"};
    program.set_version_flag("--version", kVersion);
    program.add_flag("--json", global.json, "machine-readable result on standard output, nothing else there");
    program.add_flag("--quiet", global.quiet, "errors only");
    program.add_option("--threads", global.threads, "threads to use; 0: one a core")->check(whole_number(4096));
    program.add_option("--seed", global.seed, "seed of everything random")
        ->check(whole_number(std::numeric_limits<std::int64_t>::max()))
        ->each([&](const std::string&) { global.seed_given = true; });
    program.fallthrough();
    program.require_subcommand(1);
    program.footer("Example:\n  pauc evaluate examples/scores.csv --label label --score model_a --fpr-max 0.1");
    add_train(program, global);
    add_predict(program, global);
    add_evaluate(program, global);
    add_compare(program, global);
    add_report(program, global);
    add_data(program, global);
    add_list(program, global);
    const int usage_error = parse_and_run(program, argc, argv);
    return usage_error != 0 ? usage_error : global.exit_code;
  } catch (const UserError& error) {
    return report_error(error.what(), static_cast<int>(error.fault()));
  } catch (const std::exception& error) {
    return report_error(std::string("internal error: ") + error.what(), 1);
  }
}
