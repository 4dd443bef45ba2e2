#pragma once

#include <ATen/core/Tensor.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "pauc/ranks/options.h"

namespace pauc {

// The connection to the other ranks is broken. Ranks::guarded finds out which rank has failed.
class LostContact : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Seconds that ranks wait for each other at the start: programs take their time to load, however short the timeout is.
inline double meeting_seconds(const RanksOptions& options) {
  return std::max(options.timeout, std::min(30.0, 15 * options.timeout));
}

// A c10d process group with its store. group_c10d.cpp is the only file that knows c10d, whose names differ between the
// versions of LibTorch; group_missing.cpp stands in where Gloo's headers are not installed.
class RankGroup {
 public:
  // Opens the store. Fails if the port is in use or nobody answers in time.
  explicit RankGroup(const RanksOptions& options);
  ~RankGroup();
  RankGroup(const RankGroup&) = delete;
  RankGroup& operator=(const RankGroup&) = delete;

  // Connects all ranks with each other; call it when all are known to be there.
  void connect();
  // Closes these connections, but not the store. Ranks that are in a collective notice it at once.
  void disconnect();

  // The store.
  void set(const std::string& key, const std::string& value);
  bool has(const std::string& key);
  std::string get(const std::string& key);  // of a key that is there
  // Adds 1 to a number that starts at 0, and returns it.
  std::int64_t count_up(const std::string& key);

  // Collectives: all ranks call them in the same order. They throw LostContact.
  void sum(const at::Tensor& tensor);        // in place; all ranks get the same bits
  void broadcast(const at::Tensor& tensor);  // from rank 0, in place

  struct Connection;
  Connection& connection() { return *connection_; }

 private:
  std::unique_ptr<Connection> connection_;
};

// Sums the gradients of parameters over the ranks while backward() computes them: c10d's Reducer.
class GradientReducer {
 public:
  GradientReducer(RankGroup& group, const std::vector<at::Tensor>& parameters);
  ~GradientReducer();
  GradientReducer(const GradientReducer&) = delete;
  GradientReducer& operator=(const GradientReducer&) = delete;

  void before_backward();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pauc
