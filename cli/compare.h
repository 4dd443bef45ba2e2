#pragma once

#include <cstdint>
#include <string>

#include "command.h"

namespace pauc::cli {

struct CompareArgs {
  std::string config;
  std::string data_root;
  std::string out;
  int workers = 0;  // 0: the file's number
  bool plan = false;
  bool estimator = false;
  std::string cache;
  std::int64_t image_memory = 0;  // bytes
};

// The output folder: --out, or one named after the file.
std::string out_of(const CompareArgs& args);

// In `pauc` this replaces the process by the program with LibTorch, which does the work. Returns the exit code.
int run_estimator(const CompareArgs& args, const Global& global);

}  // namespace pauc::cli
