#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pauc/compare/study.h"
#include "pauc/compare/worker_pool.h"
#include "pauc/record/comparison.h"

namespace pauc::compare {

// What `pauc compare` is asked for.
struct CompareRequest {
  std::string config;     // the file
  std::string data_root;  // folder that its paths start from; empty: the current one
  std::string out;
  int workers = 0;                      // 0: as the file says
  std::string program;                  // pauc, for the workers
  std::string cache;                    // folder for molecules that have been read; empty: none
  std::int64_t image_megabytes = 2000;  // for decoded images, of all workers together
};

// Where a comparison stands.
struct CompareProgress {
  std::int64_t runs_done = 0;
  std::int64_t runs_known = 0;  // to be needed so far
  std::int64_t failed = 0;
  double share = 0;         // of all epochs, those of winners to come included
  double seconds_left = 0;  // below 0: not known yet
  const std::vector<Worker>& workers;
};

// Told while it is at work; any may be empty.
struct CompareObserver {
  std::function<void(const std::string&)> note;
  std::function<void(const std::string& run, const CompareProgress&)> run_done;
  std::function<void(const CompareProgress&)> tick;  // some times a second
  std::function<bool()> stop_requested;
};

enum class CompareEnd { complete, interrupted, out_of_time };

// One dataset's result and the folder that holds it.
struct CompareResult {
  std::string name;
  std::string folder;
  record::Comparison comparison;
};

struct CompareSummary {
  std::string folder;
  CompareEnd end = CompareEnd::complete;
  std::vector<CompareResult> results;
  std::int64_t runs = 0;  // done this time
  std::int64_t failed = 0;
  std::int64_t left = 0;  // known to be needed
  double seconds = 0;
  double idle = 0;  // share of the workers' time
};

// How much a config file asks for.
struct CompareSize {
  std::string name;
  std::int64_t known_runs = 0;
  std::int64_t most_winners = 0;  // runs with settings that have to be chosen first
  std::int64_t most_epochs = 0;
};
std::vector<CompareSize> compare_size(const std::string& config);

// Does all runs that are not done yet, in processes of one thread, and writes the tables. What a killed comparison has
// left is gone on with; a finished run is never repeated. A training that fails is reported and the rest goes on; wrong
// options, data and a full disk end it.
CompareSummary compare(const CompareRequest& request, const CompareObserver& observer = {});

}  // namespace pauc::compare
