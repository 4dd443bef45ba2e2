#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "pauc/core/fields.h"

namespace pauc {

// The options that every command understands.
struct Global {
  bool json = false;
  bool quiet = false;
  int threads = 0;  // 0: as many as there are cores
  std::int64_t seed = 0;
};

// Each adds its command to the program; the command runs when the line is parsed.
void add_evaluate(CLI::App& program, const Global& global);
void add_list(CLI::App& program, const Global& global);

// Results go to standard output; a full disk there is an error like any other.
void print_result(std::string_view text);

// A sentence for people, on standard error, unless --quiet.
void print_note(const Global& global, const std::string& text);

// An option that takes some text; an empty one (an unset variable of the shell) is refused, not passed over.
inline CLI::Option* add_text(CLI::App& command, const std::string& flag, std::string& text, const std::string& help) {
  const auto complaint = [](const std::string& given) {
    return given.empty() ? std::string("expected some text, got an empty one") : std::string();
  };
  return command.add_option(flag, text, help)->check(CLI::Validator(complaint, "", ""));
}

inline std::string flag_name(std::string name) {
  for (char& c : name) {
    if (c == '_') c = '-';
  }
  return "--" + name;
}

// One flag for each field of an options struct.
template <class Options>
void add_fields(CLI::App& command, Options& options, const Fields<Options>& fields) {
  for (const auto& field : fields) {
    std::visit(
        [&](auto member) {
          command.add_option(flag_name(field.name), options.*member, field.help)->capture_default_str();
        },
        field.member);
  }
}

}  // namespace pauc
