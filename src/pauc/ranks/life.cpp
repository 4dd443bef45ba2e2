#include "pauc/ranks/life.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <sstream>

namespace pauc {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks(50);
constexpr double kLongestGoodbye = 5;  // seconds
constexpr const char* kFailed = "failed";

std::string own_host() {
  char name[256] = "";
  return gethostname(name, sizeof name - 1) == 0 ? name : "an unknown host";
}

std::string key(const char* what, std::int64_t rank) { return joined(what, "/", rank); }

std::chrono::steady_clock::time_point after(double seconds) {
  using Clock = std::chrono::steady_clock;
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

std::string text_of(const RankFailure& failure) {
  return joined(failure.rank, "\n", failure.by_error ? 1 : 0, "\n", static_cast<int>(failure.fault), "\n",
                failure.sentence);
}

RankFailure failure_from(const std::string& text) {
  std::istringstream lines(text);
  RankFailure failure;
  int fault = 0;
  lines >> failure.rank >> failure.by_error >> fault;
  lines.get();  // the end of the line
  failure.fault = static_cast<Fault>(fault);
  failure.sentence.assign(std::istreambuf_iterator<char>(lines), {});
  return failure;
}

}  // namespace

Ranks::Life::Life(const RanksOptions& options)
    : options_(options),
      group_(options),
      beats_(static_cast<std::size_t>(options.size)),
      period_(std::clamp(options.timeout / 20, 0.2, 2.0)) {
  try {
    meet();
  } catch (const LostContact& lost) {
    fail(Fault::io, "ranks: rank ", options_.rank, " cannot meet the others: ", lost.what());
  }
  heart_ = std::thread([this] { beat(); });
  try {
    group_.connect();
    wait_until_all("connected");  // nobody may end while others connect: they would not learn why
  } catch (const LostContact& lost) {
    leave(false);
    fail(Fault::io, "ranks: rank ", options_.rank, " cannot connect to the others: ", lost.what());
  } catch (...) {
    leave(false);
    throw;
  }
}

Ranks::Life::~Life() { leave(true); }

std::string Ranks::Life::name_of(int rank) const { return joined("rank ", rank, " on ", host(rank)); }

// Another process with this number that shows signs of life. The first one may be at work, so the second one leaves the
// others alone; one that is gone may have been started again.
void Ranks::Life::refuse_second() {
  if (group_.count_up(key("came", options_.rank)) == 1) return;
  const std::string before = beat_of(options_.rank);
  std::this_thread::sleep_for(std::chrono::duration<double>(3 * period_));
  require_usage(beat_of(options_.rank) == before, "RANK: expected a different number for each process, got ",
                options_.rank, " twice; this process runs on ", own_host());
}

void Ranks::Life::meet() {
  const auto until = after(meeting_seconds(options_));
  refuse_second();
  group_.set(key("host", options_.rank), joined(options_.size, " ", own_host()));
  for (int rank = 0; rank < options_.size; ++rank) {
    while (!group_.has(key("host", rank))) {
      if (Clock::now() > until) {
        fail(Fault::io, "ranks: expected ", options_.size, " within ", meeting_seconds(options_), " s, but rank ", rank,
             " has not come");
      }
      std::this_thread::sleep_for(kBetweenLooks / 10);
    }
    const std::string size_and_host = group_.get(key("host", rank));
    const auto space = size_and_host.find(' ');
    hosts_.push_back(size_and_host.substr(space + 1));
    require_usage(std::atoi(size_and_host.c_str()) == options_.size,
                  "WORLD_SIZE: expected the same for all ranks, got ", options_.size, " for rank ", options_.rank,
                  " and ", size_and_host.substr(0, space), " for ", name_of(rank));
  }
}

void Ranks::Life::beat() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (std::int64_t number = 0; !ending_; ++number) {
    const std::string value = joined(number, " ", collectives_);
    lock.unlock();
    try {
      group_.set(key("beat", options_.rank), value);
      group_.has(kFailed);  // unlike set(), this waits for an answer, so that a store that is cut off is given up
    } catch (const LostContact&) {
      return;  // the main thread finds out by itself
    }
    lock.lock();
    ended_.wait_for(lock, std::chrono::duration<double>(period_), [this] { return ending_; });
  }
}

void Ranks::Life::wait_until_all(const char* state) {
  group_.set(key(state, options_.rank), "");
  for (int rank = 0; rank < options_.size; ++rank) wait_for(key(state, rank));
}

void Ranks::Life::count_collective() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++collectives_;
}

std::string Ranks::Life::beat_of(int rank) {
  const std::string own = key("beat", rank);
  return group_.has(own) ? group_.get(own) : "";
}

std::optional<RankFailure> Ranks::Life::published() {
  if (!group_.has(kFailed)) return std::nullopt;
  return failure_from(group_.get(kFailed));
}

std::optional<int> Ranks::Life::silent_for(double seconds) {
  std::optional<int> silent;
  for (int rank = 0; rank < options_.size; ++rank) {
    if (rank == options_.rank) continue;
    Beat& last = beats_[static_cast<std::size_t>(rank)];
    const std::string now = beat_of(rank);
    const bool is_new = last.changed == Clock::time_point() || now != last.value;
    if (is_new) last = {now, Clock::now()};
    if (!silent && Clock::now() - last.changed > std::chrono::duration<double>(seconds)) silent = rank;
  }
  return silent;
}

std::optional<int> Ranks::Life::latest() {
  std::vector<std::pair<std::int64_t, int>> done;
  for (int rank = 0; rank < options_.size; ++rank) {
    const std::string text = rank == options_.rank ? joined("0 ", collectives_) : beat_of(rank);
    done.emplace_back(std::atoll(text.c_str() + std::min(text.size(), text.find(' '))), rank);
  }
  std::sort(done.begin(), done.end());
  if (done[0].first == done[1].first || done[0].second == options_.rank) return std::nullopt;
  return done[0].second;
}

void Ranks::Life::wait_for(const std::string& wanted) {
  for (Beat& last : beats_) last.changed = {};
  auto pause = std::chrono::milliseconds(1);
  for (std::int64_t look = 0; !group_.has(wanted); ++look) {
    if (published()) throw LostContact("another rank has failed");
    constexpr std::int64_t kLooksBetweenBeats = 20;
    if (look % kLooksBetweenBeats == 0 && silent_for(options_.timeout)) throw LostContact("a rank is silent");
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, kBetweenLooks);
  }
}

void Ranks::Life::publish(const RankFailure& failure) {
  try {
    if (!group_.has(kFailed)) group_.set(kFailed, text_of(failure));
  } catch (const LostContact&) {
    // Nobody is left to tell.
  }
}

RankFailure Ranks::Life::found_failure(const std::string& message) {
  const double patience = 3 * period_ + 1;
  const auto until = after(patience + 2 * period_);
  try {
    while (Clock::now() < until) {
      if (const auto failure = published()) return *failure;
      if (const auto rank = silent_for(patience)) {
        if (const auto failure = published()) return *failure;
        const RankFailure found{*rank, false, Fault::failed_run,
                                "has given no sign of life (killed, stopped or cut off)"};
        publish(found);
        return found;
      }
      std::this_thread::sleep_for(kBetweenLooks);
    }
    RankFailure found{options_.rank, false, Fault::failed_run, "lost contact with the others: " + message};
    if (const auto rank = latest()) {
      found = {*rank, false, Fault::failed_run, joined("did not come to a step within ", options_.timeout, " s")};
    }
    publish(found);
    return found;
  } catch (const LostContact& lost) {
    const bool by_first = options_.file.empty() && options_.starts_store;
    return {by_first ? 0 : options_.rank, false, Fault::failed_run,
            by_first ? "does not answer any more (killed, or cut off)" : joined("the store is gone: ", lost.what())};
  }
}

void Ranks::Life::leave(bool well) {
  if (!stop_beating()) return;
  try {
    if (!well) say_failed();
    part();
  } catch (const LostContact&) {
    // The others are gone already.
  }
}

bool Ranks::Life::leave_by(const RankFailure& failure) {
  publish(failure);
  stop_beating();
  try {
    say_failed();
    const bool first_ends = comes_until(after(std::min(kLongestGoodbye, options_.timeout)), key("failed", 0));
    part();
    return first_ends;
  } catch (const LostContact&) {
    return false;
  }
}

bool Ranks::Life::stop_beating() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (ending_) return false;
    ending_ = true;
  }
  ended_.notify_all();
  if (heart_.joinable()) heart_.join();
  return true;
}

void Ranks::Life::say_failed() {
  group_.set(key("failed", options_.rank), "");
  group_.disconnect();
}

void Ranks::Life::part() {
  group_.set(key("left", options_.rank), "");
  const auto until = after(kLongestGoodbye);
  for (int rank = 1; hosts_store() && rank < options_.size; ++rank) comes_until(until, key("left", rank));
}

bool Ranks::Life::comes_until(Clock::time_point end, const std::string& wanted) {
  while (!group_.has(wanted)) {
    if (Clock::now() > end) return false;
    std::this_thread::sleep_for(kBetweenLooks);
  }
  return true;
}

}  // namespace pauc
