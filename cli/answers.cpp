#include "answers.h"

#include <unistd.h>

#include <iostream>

#include "pauc/core/text/number.h"
#include "pauc/core/text/utf8.h"

namespace pauc::cli {

std::string Answers::next_line(const std::string& question, const std::string& proposed) {
  const std::string prompt = joined(asked_, ". ", question, proposed.empty() ? "" : joined(" [", proposed, "]"));
  const bool typed = !accept_all_ && isatty(STDIN_FILENO) != 0;
  if (typed && !global_.json_progress) std::fprintf(stderr, "%s ", printable(prompt).c_str());
  std::string line;
  require_usage(accept_all_ || std::getline(std::cin, line), "start: expected an answer to \"", question,
                "\", got the end of the input; --yes takes all proposed answers");
  std::string answer(trimmed(line));
  if (answer.empty()) answer = proposed;
  // Whoever reads the output of a pipe sees what was answered.
  if (!typed || global_.json_progress) print_note(global_, joined(prompt, " ", answer));
  return answer;
}

std::string Answers::ask(const std::string& question, const std::string& proposed,
                         const std::function<std::string(const std::string& answer)>& problem) {
  ++asked_;
  for (;;) {
    const std::string answer = next_line(question, proposed);
    const std::string wrong = answer.empty() ? "expected an answer, got an empty line" : problem(answer);
    if (wrong.empty()) return answer;
    require_usage(!accept_all_, "start: ", question, " ", wrong);
    std::fprintf(stderr, "%s\n", printable(wrong).c_str());
  }
}

}  // namespace pauc::cli
