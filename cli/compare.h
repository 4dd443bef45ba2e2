#pragma once

#include <cstdint>
#include <string>

#include "command.h"

namespace pauc::cli {

struct CompareArgs {
  std::string config;
  std::string data_root;
  std::string out;
  int workers = 0;  // 0: as the file says
  bool plan = false;
  bool estimator = false;
  std::string cache;
  std::int64_t image_memory = 0;  // bytes
};

// The folder of the results: --out, or by the name of the file.
std::string out_of(const CompareArgs& args);

// In `pauc` it replaces the process by the program that has LibTorch. The result is the exit code.
int run_estimator(const CompareArgs& args, const Global& global);

}  // namespace pauc::cli
