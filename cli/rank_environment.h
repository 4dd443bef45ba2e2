#pragma once

#include "pauc/ranks/options.h"

namespace pauc::cli {

// The rank of this process, from the variables that torchrun and launchers like it set: RANK, WORLD_SIZE, MASTER_ADDR,
// MASTER_PORT, and where they are known LOCAL_WORLD_SIZE, TORCHELASTIC_USE_AGENT_STORE and TORCHELASTIC_RESTART_COUNT.
// run_processes sets PAUC_RANKS_FILE too. None of them: one process. `processes` is --processes.
RanksOptions ranks_of_environment(std::int64_t processes, double timeout);

// Whether `pauc train --processes K` has to start the processes, or is one of them.
bool starts_processes(std::int64_t processes);

}  // namespace pauc::cli
