#include <filesystem>

#include "command.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/text/shell_word.h"

namespace pauc::cli {

CLI::Option* add_data_files(CLI::App& command, std::vector<std::string>& files, const std::string& help) {
  return command.add_option("data", files, help)->type_name("PATH")->check(some_text());
}

std::string further_files(const std::vector<std::string>& files) {
  if (files.size() < 2) return "";
  for (std::size_t k = 1; k < files.size(); ++k) {
    std::error_code ignored;
    if (std::filesystem::exists(files[k], ignored)) continue;
    fail(Fault::no_input, files[k], ": no such file; if it is the label, write --label ", shell_word(files[k]),
         "; arguments after the first are more data files with the same columns");
  }
  return text_list({files.begin() + 1, files.end()});
}

}  // namespace pauc::cli
