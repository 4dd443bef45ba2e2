#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/core/fields.h"

namespace pauc::cli {

// The options that every command understands.
struct Global {
  bool json = false;
  bool json_progress = false;
  bool quiet = false;
  bool verbose = false;
  int threads = 0;  // 0: one per core
  std::int64_t seed = 0;
  bool seed_given = false;
  char** arguments = nullptr;  // main's, for the program that takes over
  mutable int exit_code = 0;   // set by commands that can succeed in more than one way
  mutable int rank = 0;        // of a training by several processes; rank 0 speaks for all
};

// Each adds its command to the program; the command runs when the command line is parsed.
void add_calibrate(CLI::App& program, const Global& global);
void add_compare(CLI::App& program, const Global& global);
void add_evaluate(CLI::App& program, const Global& global);
void add_list(CLI::App& program, const Global& global);
void add_manual(CLI::App& program, const Global& global);
void add_data(CLI::App& program, const Global& global);
void add_monitor(CLI::App& program, const Global& global);
void add_report(CLI::App& program, const Global& global);
void add_predict(CLI::App& program, const Global& global);
void add_serve(CLI::App& program, const Global& global);
void add_start(CLI::App& program, const Global& global);
void add_tidy(CLI::App& program, const Global& global);
void add_train(CLI::App& program, const Global& global);

// Prints a result on standard output; fails if that cannot be written.
void print_result(std::string_view text);

// The same for a summary of what the command has written to files: not with --quiet, unless --json asks for it.
void print_summary(const Global& global, std::string_view text);

// Columns of the terminal behind a descriptor; 80 if there is none.
std::size_t terminal_width(int descriptor);
// Columns that tables on standard output may take.
std::size_t output_width();

// One line of --json-progress on standard error: {"note"}, {"epoch", ...} or {"error", "exit_code"}.
void print_event(const nlohmann::ordered_json& event);

// A sentence for people, on standard error, unless --quiet.
void print_note(const Global& global, const std::string& text);

// Refuses an empty text, such as an unset shell variable.
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
        const bool bounded = largest < std::numeric_limits<std::int64_t>::max();
        return joined("expected a whole number ", bounded ? joined("from 0 to ", largest) : "of at least 0", ", got \"",
                      given, '"');
      },
      "", "");
}

// `type` is what --help shows in place of the value.
inline CLI::Option* add_text(CLI::App& command, const std::string& flag, std::string& text, const std::string& help,
                             const std::string& type = "TEXT") {
  return command.add_option(flag, text, help)->type_name(type)->check(some_text());
}

// DATA...: one data file or folder, or several files with the same columns.
CLI::Option* add_data_files(CLI::App& command, std::vector<std::string>& files, const std::string& help);
// Those behind the first as the option `more`; refuses any that is not there.
std::string further_files(const std::vector<std::string>& files);

// --cache FOLDER: keeps molecules once they have been read.
void add_cache(CLI::App& command, std::string& folder);

// --image-memory MB: memory for decoded images.
void add_image_memory(CLI::App& command, std::int64_t& bytes);

// Whether a type lists the words that an option takes: "omit|days". Others are no single words: "crop,flip".
inline bool lists_choices(const std::string& type) {
  return type.find('|') != std::string::npos && type.find(',') == std::string::npos;
}

// Why `read` refuses a value of this type, to stand behind the name of its option; empty if it does not. `read` gives
// no name. The choices are left out: they follow with how the option is written.
template <class Read>
std::string problem_of_value(const std::string& text, const std::string& type, const Read& read) {
  try {
    read();
  } catch (const UserError& error) {
    if (lists_choices(type)) return joined("unknown value \"", text, '"');
    return std::string(error.what()).substr(std::string_view(": ").size());
  }
  return "";
}

// A flag for one field of an options struct.
template <class Options>
CLI::Option* add_field(CLI::App& command, Options& options, const Field<Options>& field) {
  const std::string flag = flag_name(field.name);
  const auto read = [&options, set = field.read, flag](const std::string& text) { set(options, text, flag); };
  const bool whole = field.type == setting_type<std::int64_t>();
  const auto problem = [field](const std::string& text) {
    Options unused;
    return problem_of_value(text, field.type, [&] { field.read(unused, text, ""); });
  };
  return command.add_option_function<std::string>(flag, read, field.help)
      ->type_name(field.type)
      ->default_str(field.text(options))
      ->check(some_text())
      ->check(whole ? whole_number(std::numeric_limits<std::int64_t>::max()) : CLI::Validator(problem, "", ""));
}

// A flag for each field of an options struct.
template <class Options>
void add_fields(CLI::App& command, Options& options, const Fields<Options>& fields) {
  for (const auto& field : fields) add_field(command, options, field);
}

}  // namespace pauc::cli
