#include "rank_environment.h"

#include <charconv>
#include <cstdlib>
#include <string>

#include "pauc/core/error.h"

namespace pauc::cli {

namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

int number_in(const char* name, int smallest, int largest) {
  const std::string text = variable(name);
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool fits = error == std::errc() && end == text.data() + text.size() && number >= smallest && number <= largest;
  require_usage(fits, name, ": expected a whole number from ", smallest, " to ", largest, ", as torchrun sets it, got ",
                text.empty() ? "none" : shown(text));
  return number;
}

constexpr int kMostRanks = 65536;
constexpr int kMostPorts = 65535;

}  // namespace

bool starts_processes(std::int64_t processes) { return processes > 1 && variable("PAUC_RANKS_FILE").empty(); }

RanksOptions ranks_of_environment(std::int64_t processes, double timeout) {
  RanksOptions options;
  options.timeout = timeout;
  options.file = variable("PAUC_RANKS_FILE");
  const bool launched = !variable("WORLD_SIZE").empty() || !variable("RANK").empty();
  if (!launched) return options;
  require_usage(processes <= 1 || !options.file.empty(),
                "processes: expected --processes or a launcher that sets WORLD_SIZE, got both");
  options.size = number_in("WORLD_SIZE", 1, kMostRanks);
  options.rank = number_in("RANK", 0, options.size - 1);
  options.local_size = variable("LOCAL_WORLD_SIZE").empty() ? 1 : number_in("LOCAL_WORLD_SIZE", 1, options.size);
  if (options.size == 1 || !options.file.empty()) return options;
  options.address = variable("MASTER_ADDR");
  require_usage(!options.address.empty(), "MASTER_ADDR: expected the address of rank 0's machine, since WORLD_SIZE is ",
                options.size, ", got none");
  options.port = number_in("MASTER_PORT", 1, kMostPorts);
  // torchrun may have opened the store at this port itself; a restart then needs keys of its own.
  options.starts_store = variable("TORCHELASTIC_USE_AGENT_STORE") != "True";
  options.prefix = joined("attempt-", variable("TORCHELASTIC_RESTART_COUNT"));
  return options;
}

}  // namespace pauc::cli
