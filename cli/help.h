#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace pauc::cli {

// The text of --help: an option, its type and default, and its description wrapped at 100 columns. A line break in a
// description starts a new line there too.
class HelpText : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_subcommand(const CLI::App* command) const override;
};

// Texts with something between them.
std::string list_text(const std::vector<std::string>& texts, const char* between);

}  // namespace pauc::cli
