#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>

#include "command.h"
#include "pauc/core/error.h"
#include "pauc/core/version.h"

namespace pauc {

void print_result(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) fail(Fault::io, "standard output: cannot write: ", std::strerror(errno));
}

void print_note(const Global& global, const std::string& text) {
  if (!global.quiet) std::fprintf(stderr, "%s\n", text.c_str());
}

namespace {

// One line whatever stands in the file that the message quotes.
std::string on_one_line(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7F) {
      result += c;
    } else {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\x%02x", byte);
      result += escape;
    }
  }
  return result;
}

int report_error(const std::string& message, int code) {
  std::fprintf(stderr, "pauc: %s\n", on_one_line(message).c_str());
  return code;
}

int parse_and_run(CLI::App& program, int argc, const char* const* argv) {
  try {
    program.parse(argc, argv);
    return 0;
  } catch (const CLI::Success& asked_for_text) {  // --help, --version
    return program.exit(asked_for_text);
  } catch (const CLI::ParseError& error) {
    return report_error(std::string(error.what()) + " (see --help)", static_cast<int>(Fault::usage));
  }
}

}  // namespace

}  // namespace pauc

int main(int argc, char** argv) {
  using namespace pauc;
  try {
    Global global;
    CLI::App program{"pauc trains and judges classifiers by the part of the ROC curve that people use.", "pauc"};
    program.set_version_flag("--version", kVersion);
    program.add_flag("--json", global.json, "machine-readable result on standard output, nothing else there");
    program.add_flag("--quiet", global.quiet, "errors only");
    program.add_option("--threads", global.threads, "threads to use; 0: one a core")->check(CLI::Range(0, 4096));
    program.add_option("--seed", global.seed, "seed of everything random");
    program.fallthrough();
    program.require_subcommand(1);
    program.footer("Example:\n  pauc evaluate examples/scores.csv --label label --score model_a --fpr-max 0.1");
    add_evaluate(program, global);
    add_list(program, global);
    return parse_and_run(program, argc, argv);
  } catch (const UserError& error) {
    return report_error(error.what(), static_cast<int>(error.fault()));
  } catch (const std::exception& error) {
    return report_error(std::string("internal error: ") + error.what(), 1);
  }
}
