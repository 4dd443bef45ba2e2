#pragma once

#include <string>

namespace pauc {

/// How a process finds the others of its training: the variables of torchrun as values.
struct RanksOptions {
  int rank = 0;              ///< number of this process
  int size = 1;              ///< number of processes
  int local_size = 1;        ///< of them on this machine
  std::string address;       ///< machine of rank 0
  int port = 0;              ///< port of the store there
  bool starts_store = true;  ///< whether rank 0 starts the store; torchrun may have started one
  std::string prefix;        ///< of all keys in a store that others use too
  std::string file;          ///< file that is the store, instead of address and port, on one machine
  double timeout = 60;       ///< seconds after which a silent rank has failed
};

}  // namespace pauc
