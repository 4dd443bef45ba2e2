#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/ranks/group.h"
#include "pauc/ranks/ranks.h"

namespace pauc {

// Why a training with several ranks has ended.
struct RankFailure {
  int rank = 0;
  bool by_error = false;  // of that rank, which has published it; otherwise others have found it silent
  Fault fault = Fault::failed_run;
  std::string sentence;
};

// What a rank has to know about the others: who they are, whether they live, and who has failed. Every rank counts up a
// number in the store; a rank whose number stands still is silent.
class Ranks::Life {
 public:
  explicit Life(const RanksOptions& options);
  ~Life();
  Life(const Life&) = delete;
  Life& operator=(const Life&) = delete;

  RankGroup& group() { return group_; }
  const std::string& host(int rank) const { return hosts_.at(static_cast<std::size_t>(rank)); }
  std::string name_of(int rank) const;

  // The number of the next exchange through the store, the same on all ranks.
  std::int64_t next_exchange() { return ++exchanges_; }
  // Counts a collective, so that a rank that does not come to one can be named.
  void count_collective();

  // Waits for a key as long as all ranks live; throws LostContact when one has failed.
  void wait_for(const std::string& key);

  // The failure that some rank has published, or that the silence of a rank shows. `message` is what was lost.
  RankFailure found_failure(const std::string& message);
  // The end of this rank. The one with the store waits a little for the others, who may still read there.
  void leave(bool well);
  // The end of this rank by a failure of its own. Returns whether rank 0, which speaks for all, ends by it too; it does
  // not if it is busy or stopped.
  bool leave_by(const RankFailure& failure);

 private:
  using Clock = std::chrono::steady_clock;
  struct Beat {
    std::string value;
    Clock::time_point changed;
  };

  void meet();
  void refuse_second();
  void wait_until_all(const char* state);
  void beat();
  bool stop_beating();  // false if it has stopped already
  void publish(const RankFailure& failure);
  void say_failed();
  void part();
  // Whether the key comes before `end`.
  bool comes_until(Clock::time_point end, const std::string& key);
  std::string beat_of(int rank);
  std::optional<RankFailure> published();
  // The first rank that has been silent for so long.
  std::optional<int> silent_for(double seconds);
  // The rank that has done the fewest collectives, if the others have done more.
  std::optional<int> latest();
  bool hosts_store() const { return options_.file.empty() && options_.starts_store && options_.rank == 0; }

  RanksOptions options_;
  RankGroup group_;
  std::vector<std::string> hosts_;
  std::vector<Beat> beats_;  // as last read
  std::int64_t exchanges_ = 0;
  double period_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool ending_ = false;
  std::int64_t collectives_ = 0;
  std::thread heart_;  // last: it uses all of the above
};

}  // namespace pauc
