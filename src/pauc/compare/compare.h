#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pauc/compare/study.h"
#include "pauc/compare/worker_pool.h"
#include "pauc/record/comparison.h"

namespace pauc::compare {

// The input of `pauc compare`.
struct CompareRequest {
  std::string config;     // path of the file
  std::string data_root;  // folder that its paths are relative to; empty: the current one
  std::string out;
  int workers = 0;                      // 0: the file's number
  std::string program;                  // path of pauc, for the workers
  std::string cache;                    // folder that keeps parsed molecules; empty: none
  std::int64_t image_megabytes = 2000;  // for decoded images, shared by all workers
};

// The state of a comparison.
struct CompareProgress {
  std::int64_t runs_done = 0;
  std::int64_t runs_known = 0;  // runs known to be needed so far
  std::int64_t failed = 0;
  double share = 0;         // completed share of all epochs, including an estimate for unknown winners
  double seconds_left = 0;  // below 0: not known yet
  const std::vector<Worker>& workers;
};

// Functions called during a comparison. Any of them may be empty.
struct CompareObserver {
  std::function<void(const std::string&)> note;
  std::function<void(const std::string& run, const CompareProgress&)> run_done;
  std::function<void(const CompareProgress&)> tick;  // a few times per second
  std::function<bool()> stop_requested;
};

enum class CompareEnd { complete, interrupted, out_of_time };

// The result for one dataset, and its folder.
struct CompareResult {
  std::string name;
  std::string folder;
  record::Comparison comparison;
};

struct CompareSummary {
  std::string folder;
  CompareEnd end = CompareEnd::complete;
  std::vector<CompareResult> results;
  std::int64_t runs = 0;  // runs done by this call
  std::int64_t failed = 0;
  std::int64_t left = 0;  // known to be needed, not done
  double seconds = 0;
  double idle = 0;  // share of the time that workers were idle
};

// The amount of work in a config file.
struct CompareSize {
  std::string name;
  std::int64_t known_runs = 0;
  std::int64_t most_winners = 0;  // runs whose settings are chosen by tuning
  std::int64_t most_epochs = 0;
};
std::vector<CompareSize> compare_size(const std::string& config);

// Runs everything that is not finished, in single-threaded processes, and writes the tables. Resumes a killed
// comparison; finished runs are never repeated. A training that fails is reported, and the comparison continues; wrong
// options, wrong data and a full disk end it.
CompareSummary compare(const CompareRequest& request, const CompareObserver& observer = {});

}  // namespace pauc::compare
