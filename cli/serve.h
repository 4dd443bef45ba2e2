#pragma once

#include <string>

#include "command.h"
#include "http_server.h"
#include "pauc/trainer/run/decision.h"

namespace pauc::cli {

struct ServeArgs {
  std::string run;
  WantedRates rates;
  HttpOptions http;
};

// In `pauc` this replaces the process by the program with LibTorch, which does the work. Returns the exit code.
int run_serve(const ServeArgs& args, const Global& global);

}  // namespace pauc::cli
