#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "pauc/trainer/config/config.h"
#include "pauc/trainer/run/decision.h"

namespace pauc::cli {

struct TrainArgs {
  Config config;  // from the config file, then flags, then --set
  std::string out;
  bool resume = false;
  bool overwrite = false;
  bool allow_changed_data = false;
  std::string cache;
  std::int64_t image_memory = 0;  // bytes
  bool no_report = false;
  bool hide_ids = false;  // of the page
  std::int64_t processes = 1;
  double rank_timeout = 60;  // seconds
};

struct PredictArgs {
  std::string run;
  std::string data;
  std::string out;
  std::string kind = "auto";
  std::string id;
  std::string smiles;
  std::string image;
  std::string image_root;
  bool no_header = false;
  WantedRates rates;
  bool probability = false;
  bool members = false;
  std::string member;
  std::optional<double> threshold;
  std::string keep;
  std::string label;
  bool evaluate = false;
  bool sort = false;
  std::int64_t top = 0;
  bool diverse = false;
  std::string page;
  std::int64_t budget = 0;
  bool strict = false;
  bool uncertainty = false;
  std::int64_t nearest = 0;
};

// In `pauc` these replace the process by the program with LibTorch, which does the work. They return the exit code.
int run_train(const TrainArgs& args, const Global& global);
int run_predict(const PredictArgs& args, const Global& global);

}  // namespace pauc::cli
