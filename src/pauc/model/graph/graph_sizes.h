#pragma once

#include <cstdint>

#include "pauc/core/error.h"

namespace pauc {

// Refuses options that no graph network can have.
inline void require_graph_sizes(std::int64_t layers, std::int64_t hidden, double dropout) {
  const auto require_size = [](const char* name, std::int64_t size, std::int64_t largest) {
    require_usage(size >= 1 && size <= largest, "model.", name, ": expected a whole number from 1 to ", largest,
                  ", got ", size);
  };
  require_size("layers", layers, 64);
  require_size("hidden", hidden, 4096);
  require_usage(dropout >= 0 && dropout < 1, "model.dropout: expected a share from 0 to below 1, got ", dropout);
}

}  // namespace pauc
