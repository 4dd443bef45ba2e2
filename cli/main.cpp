#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "bold.h"
#include "command.h"
#include "help.h"
#include "meant_option.h"
#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/number.h"
#include "pauc/core/text/utf8.h"
#include "pauc/core/version.h"
#include "pauc/ranks/failed_rank.h"

namespace pauc::cli {

namespace {

int report_error(const Global& global, const std::string& message, int code) {
  if (global.json_progress) {
    print_event({{"error", printable(message)}, {"exit_code", code}});
  } else {
    std::fprintf(stderr, "pauc: %s\n", printable(message).c_str());
  }
  return code;
}

// The options that the line may give: those of its command and those of every command.
std::vector<const CLI::Option*> options_of(const CLI::App& program) {
  std::vector<const CLI::Option*> options;
  const auto add = [&](const CLI::App& app) {
    for (const auto* option : app.get_options()) options.push_back(option);
  };
  for (const auto* command : program.get_subcommands()) add(*command);
  add(program);
  return options;
}

std::vector<std::string> option_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const auto* option : options_of(program)) {
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// The option that an error is about; CLI11 starts the message with its name. None: another kind of error.
const CLI::Option* option_in(const CLI::App& program, const CLI::ParseError& error) {
  const std::string text = error.what();
  for (const auto* option : options_of(program)) {
    if (text.rfind(option->get_name() + ":", 0) == 0) return option;
  }
  return nullptr;
}

// A flag was given a text that is not a truth value: --quiet=maybe.
std::string about_flag_value(const CLI::App& program) {
  for (const auto* option : options_of(program)) {
    const bool is_flag = option->get_expected_max() == 0;
    if (is_flag && option->count() > 0) return joined(option->get_name(), ": expected no value, got one");
  }
  return "expected flags without values, got one with a value";
}

std::string capitals(std::string name) {
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

// "predict: expected DATA (file or folder to score), got none: pauc predict RUN DATA (see --help)"
std::string missing_text(const CLI::App& command, const CLI::Option& missing) {
  const std::string meaning = missing.get_description().substr(0, missing.get_description().find_first_of(",;:"));
  std::string usage = "pauc " + command.get_name();
  for (const auto* option : command.get_options()) {
    if (option->get_positional()) usage += " " + capitals(option->get_name());
  }
  return joined(command.get_name(), ": expected ", capitals(missing.get_name()), " (", meaning, "), got none: ", usage,
                " (see --help)");
}

// "; write --fpr-max NUMBER (largest false-positive rate of the region, such as 0.05)"; nothing for a positional
// argument, which is written without its name.
std::string how_to_write(const CLI::Option& option) {
  if (option.get_positional()) return "";
  const std::string help = option.get_description();
  const std::string meaning = help.substr(0, help.find_first_of("([;\n"));
  return joined("; write ", option.get_name(), " ", option.get_type_name(), " (", trimmed(meaning), ")");
}

// CLI11's errors in the words of pauc: where, what was expected, what was found.
std::string rephrased(const CLI::App& program, const CLI::ParseError& error) {
  if (program.get_subcommands().empty()) return "expected a command such as train, got none (see --help)";
  const CLI::App& command = *program.get_subcommands()[0];
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    const auto missing = command.get_options([](const auto* option) { return option->get_required() && !*option; });
    return missing.empty() ? "expected more (see --help)" : missing_text(command, *missing[0]);
  }
  if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr) {
    return "verbose: expected --verbose or --quiet, got both";
  }
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) return about_flag_value(program);
  const CLI::Option* option = option_in(program, error);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && option != nullptr) {
    const bool repeated = option->count() > 1;
    return joined(option->get_name(), repeated ? joined(": expected once, got ", option->count(), " times")
                                               : joined(": expected a value, got none", how_to_write(*option)));
  }
  const std::string words = error.what();  // of our own validators, which say it in these words
  const bool asks_back = !words.empty() && words.back() == '?';
  return option == nullptr || asks_back ? words : words + how_to_write(*option);
}

// By what the word means elsewhere, or by its spelling.
std::string about_unknown_option(const CLI::App& program, const std::string& unknown) {
  const std::vector<std::string> known = option_names(program);
  const std::string option = unknown.substr(0, unknown.find('='));
  const std::string meant = meant_option(option, known);
  if (!meant.empty()) return joined("no option ", option, "; ", meant, " (see --help)");
  return joined("no option ", option, "; did you mean ", nearest_name(option, known), "? (see --help)");
}

// The error of a command line; for an unknown word it names the nearest known one.
std::string usage_message(const CLI::App& program, const CLI::ParseError& error) {
  const std::vector<std::string> unknown = program.remaining(true);
  if (unknown.empty()) return rephrased(program, error);
  const bool is_option = unknown[0].size() > 1 && unknown[0][0] == '-';
  if (is_option && program.get_subcommands().empty()) {
    return joined("expected a command such as train before ", unknown[0], " (see --help)");
  }
  if (is_option) return about_unknown_option(program, unknown[0]);
  if (!program.get_subcommands().empty()) {
    return joined("expected no further argument, got \"", unknown[0], "\" (see --help)");
  }
  std::vector<std::string> commands;
  for (const auto* command : program.get_subcommands({})) commands.push_back(command->get_name());
  std::string meant = meant_command(unknown[0]);
  if (meant.empty()) meant = misspelt_name(unknown[0], commands);
  if (!meant.empty()) return joined("no command \"", unknown[0], "\"; did you mean ", meant, "? (see --help)");
  return joined("no command \"", unknown[0], "\"; the commands are ", names_nearest_first(unknown[0], commands));
}

int parse_and_run(CLI::App& program, const Global& global, int argc, const char* const* argv) {
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& asked_for_text) {  // --help, --version
    std::ostringstream text;
    program.exit(asked_for_text, text, text);
    print_result(text.str());
  } catch (const CLI::ParseError& error) {
    return report_error(global, usage_message(program, error), static_cast<int>(Fault::usage));
  }
  return 0;
}

}  // namespace

void print_result(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) fail(Fault::io, "standard output: cannot write: ", std::strerror(errno));
}

void print_summary(const Global& global, std::string_view text) {
  if (!global.quiet || global.json) print_result(text);
}

std::size_t terminal_width(int descriptor) {
  constexpr std::size_t kWithoutTerminal = 80;
  winsize size{};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : kWithoutTerminal;
}

std::size_t output_width() { return terminal_width(STDOUT_FILENO); }

void print_event(const nlohmann::ordered_json& event) { std::fprintf(stderr, "%s\n", event.dump().c_str()); }

namespace {

// What nobody should miss: which label is positive, and reasons to doubt the figures.
bool stands_out(const std::string& note) { return note.rfind("positive: ", 0) == 0 || note.rfind("warning: ", 0) == 0; }

}  // namespace

std::string in_bold(const std::string& text, int descriptor) {
  const bool bold = isatty(descriptor) != 0 && std::getenv("NO_COLOR") == nullptr;
  return bold ? joined("\033[1m", text, "\033[0m") : text;
}

void print_note(const Global& global, const std::string& text) {
  if (global.quiet) return;
  if (global.json_progress) {
    print_event({{"note", printable(text)}});
  } else {
    const std::string line = stands_out(text) ? in_bold(printable(text), STDERR_FILENO) : printable(text);
    std::fprintf(stderr, "%s\n", line.c_str());
  }
}

}  // namespace pauc::cli

int main(int argc, char** argv) {
  using namespace pauc;
  using namespace pauc::cli;
  Global global;
  global.arguments = argv;
  try {
    CLI::App program{"pauc trains and evaluates classifiers on the part of the ROC curve that people use.", "pauc"};
    program.set_version_flag("--version", kVersion);
    program.formatter(std::make_shared<HelpText>());
    program.get_help_ptr()->description("print this help and exit");
    program.get_version_ptr()->description("print the version and exit");
    program.add_flag("--json", global.json, "print the result as JSON on standard output, and nothing else there");
    program.add_flag("--json-progress", global.json_progress,
                     "print notes, epochs and errors as JSON on standard error, one object per line");
    auto* quiet = program.add_flag("--quiet", global.quiet,
                                   "print errors only, and on standard output only scores, figures and --json");
    program.add_flag("--verbose", global.verbose, "also print every epoch of candidates and of members of a blend")
        ->excludes(quiet);
    program.add_option("--threads", global.threads, "number of threads; 0: one per core")
        ->type_name("INTEGER")
        ->check(whole_number(4096));
    program.add_option("--seed", global.seed, "seed of all random numbers")
        ->type_name("INTEGER")
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
    add_calibrate(program, global);
    add_monitor(program, global);
    add_serve(program, global);
    add_start(program, global);
    add_tidy(program, global);
    add_list(program, global);
    add_manual(program, global);
    const int usage_error = parse_and_run(program, global, argc, argv);
    return usage_error != 0 ? usage_error : global.exit_code;
  } catch (const FailedRank& error) {
    if (!error.is_said_by(global.rank)) return static_cast<int>(error.fault());
    return report_error(global, error.what(), static_cast<int>(error.fault()));
  } catch (const UserError& error) {
    if (global.rank > 0) return static_cast<int>(error.fault());  // rank 0 has been told
    return report_error(global, error.what(), static_cast<int>(error.fault()));
  } catch (const std::exception& error) {
    return report_error(global, std::string("internal error: ") + error.what(), 1);
  }
}
