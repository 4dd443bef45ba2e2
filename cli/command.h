#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include "pauc/core/error.h"
#include "pauc/core/fields.h"

namespace pauc::cli {

// The options that every command understands.
struct Global {
  bool json = false;
  bool quiet = false;
  int threads = 0;  // 0: as many as there are cores
  std::int64_t seed = 0;
  bool seed_given = false;
  char** arguments = nullptr;  // of main, to hand on
  mutable int exit_code = 0;   // of a command that can end well in more than one way
};

// Each adds its command to the program; the command runs when the line is parsed.
void add_compare(CLI::App& program, const Global& global);
void add_evaluate(CLI::App& program, const Global& global);
void add_list(CLI::App& program, const Global& global);
void add_data(CLI::App& program, const Global& global);
void add_report(CLI::App& program, const Global& global);
void add_predict(CLI::App& program, const Global& global);
void add_train(CLI::App& program, const Global& global);

// Results go to standard output; a full disk there is an error like any other.
void print_result(std::string_view text);

// A sentence for people, on standard error, unless --quiet.
void print_note(const Global& global, const std::string& text);

// An empty text (an unset variable of the shell) is refused, not passed over.
inline CLI::Validator some_text() {
  return CLI::Validator(
      [](const std::string& given) {
        return given.empty() ? std::string("expected some text, got an empty one") : std::string();
      },
      "", "");
}

// Digits only: no sign, no fraction, no leading zero that might mean octal.
inline CLI::Validator whole_number(std::int64_t largest) {
  return CLI::Validator(
      [largest](const std::string& given) {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), number);
        const bool plain =
            error == std::errc() && end == given.data() + given.size() && (given == "0" || given[0] != '0');
        if (plain && number >= 0 && number <= largest) return std::string();
        return joined("expected a whole number from 0 to ", largest, ", got \"", given, '"');
      },
      "", "");
}

inline CLI::Option* add_text(CLI::App& command, const std::string& flag, std::string& text, const std::string& help) {
  return command.add_option(flag, text, help)->check(some_text());
}

// --cache DIR: where molecules are kept once they have been read.
void add_cache(CLI::App& command, std::string& folder);

// --image-memory MB: how many bytes of decoded images are kept.
void add_image_memory(CLI::App& command, std::int64_t& bytes);

// One flag for each field of an options struct.
template <class Options>
void add_fields(CLI::App& command, Options& options, const Fields<Options>& fields) {
  for (const auto& field : fields) {
    const std::string flag = flag_name(field.name);
    const auto read = [&options, set = field.read, flag](const std::string& text) { set(options, text, flag); };
    const bool whole = field.type == setting_type<std::int64_t>();
    command.add_option_function<std::string>(flag, read, field.help)
        ->type_name(field.type)
        ->default_str(field.text(options))
        ->check(whole ? whole_number(std::numeric_limits<std::int64_t>::max()) : some_text());
  }
}

}  // namespace pauc::cli
