#include "pauc/core/parallel.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace pauc {

int hardware_threads() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return std::max(1, CPU_COUNT(&allowed));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void parallel_for(std::int64_t count, int threads, const std::function<void(std::int64_t)>& body) {
  std::atomic<std::int64_t> next{0};
  std::exception_ptr first_error;
  std::mutex error_mutex;
  const auto work = [&] {
    try {
      for (std::int64_t i = next++; i < count; i = next++) body(i);
    } catch (...) {
      next = count;  // the others stop at their next step
      const std::lock_guard<std::mutex> lock(error_mutex);
      if (!first_error) first_error = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  try {
    for (std::int64_t t = 1; t < std::min<std::int64_t>(threads, count); ++t) others.emplace_back(work);
  } catch (const std::system_error&) {
    // No more threads to be had: those that there are do the work.
  }
  work();
  for (auto& thread : others) thread.join();
  if (first_error) std::rethrow_exception(first_error);
}

void parallel_pieces(std::int64_t count, int threads, const std::function<void(std::int64_t, std::int64_t)>& body) {
  constexpr std::int64_t kPiece = 1 << 16;
  if (threads <= 1 || count <= 2 * kPiece) return body(0, count);
  parallel_for((count + kPiece - 1) / kPiece, threads,
               [&](std::int64_t piece) { body(piece * kPiece, std::min(count, (piece + 1) * kPiece)); });
}

}  // namespace pauc
