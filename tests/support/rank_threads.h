#pragma once

#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "pauc/ranks/ranks.h"
#include "support/temporary_folder.h"

namespace pauc::test {

// Runs `work` as each of so many ranks, each a thread of this process that talks to the others over loopback. Returns
// the messages of the ranks that failed, by rank; empty: it did not. With a port, rank 0 has the store.
inline std::vector<std::string> errors_of_ranks(int count, const std::function<void(const Ranks&)>& work,
                                                double timeout = 20, int port = 0) {
  const TemporaryFolder folder;
  std::vector<std::string> errors(static_cast<std::size_t>(count));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < count; ++rank) {
    threads.emplace_back([&, rank] {
      try {
        RanksOptions options;
        options.rank = rank;
        options.size = count;
        options.local_size = count;
        if (port == 0) options.file = folder.path("store");
        options.address = "127.0.0.1";
        options.port = port;
        options.timeout = timeout;
        const Ranks ranks(options);
        ranks.guarded([&] { work(ranks); });
      } catch (const std::exception& error) {
        errors[static_cast<std::size_t>(rank)] = error.what();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return errors;
}

// The same, where no rank may fail.
inline void as_ranks(int count, const std::function<void(const Ranks&)>& work) {
  for (const std::string& error : errors_of_ranks(count, work)) EXPECT_EQ(error, "");
}

}  // namespace pauc::test
