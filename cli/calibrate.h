#pragma once

#include <string>

#include "command.h"
#include "pauc/trainer/run/labelled_rows.h"

namespace pauc::cli {

struct CalibrateArgs {
  std::string run;
  std::string data;
  LabelOptions labels;
  std::string member;
  double guarantee = 0.95;
};

// --label, --positive and so on: where the labels of new rows are.
void add_label_options(CLI::App& command, LabelOptions& options);

// In `pauc` this replaces the process by the program with LibTorch, which does the work. Returns the exit code.
int run_calibrate(const CalibrateArgs& args, const Global& global);

}  // namespace pauc::cli
