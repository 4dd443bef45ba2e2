#pragma once

#include <cstdint>
#include <functional>

namespace pauc {

// Cores that this process may use.
int hardware_threads();

// Calls body(0) .. body(count - 1), each once, in any order, on up to `threads` threads (the caller is one of them).
// The first exception is thrown again in the caller when all threads have stopped.
void parallel_for(std::int64_t count, int threads, const std::function<void(std::int64_t)>& body);

// The same in pieces: calls body(begin, end) for consecutive pieces of [0, count). A small count stays on the caller's
// thread, because starting another thread takes about 20 microseconds.
void parallel_pieces(std::int64_t count, int threads, const std::function<void(std::int64_t, std::int64_t)>& body);

}  // namespace pauc
