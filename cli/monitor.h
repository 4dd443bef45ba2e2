#pragma once

#include <string>
#include <vector>

#include "command.h"
#include "pauc/trainer/run/decision.h"
#include "pauc/trainer/run/labelled_rows.h"

namespace pauc::cli {

struct MonitorArgs {
  std::string run;
  std::vector<std::string> files;
  LabelOptions labels;
  bool no_labels = false;
  std::string member;
  WantedRates rates;
  std::string reference;
  double level = 0.05;
  std::string html;
};

// In `pauc` this replaces the process by the program with LibTorch, which does the work. Returns the exit code.
int run_monitor(const MonitorArgs& args, const Global& global);

}  // namespace pauc::cli
