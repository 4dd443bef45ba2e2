#pragma once

#include <functional>
#include <string>

#include "command.h"

namespace pauc::cli {

// Asks questions on standard error and reads the answers from standard input, a line each. An empty line takes the
// proposed answer.
class Answers {
 public:
  // `accept_all`: takes every proposed answer without reading.
  Answers(const Global& global, bool accept_all) : global_(global), accept_all_(accept_all) {}

  // Asks until `problem` finds none in the answer; it returns a sentence, or an empty text. Wrong usage if the input
  // ends before there is an answer.
  std::string ask(const std::string& question, const std::string& proposed,
                  const std::function<std::string(const std::string& answer)>& problem);

 private:
  std::string next_line(const std::string& question, const std::string& proposed);

  const Global& global_;
  bool accept_all_;
  int asked_ = 0;
};

}  // namespace pauc::cli
