#pragma once

#include <pybind11/pybind11.h>

#include "pauc/trainer/run/run.h"

namespace pauc::python {

// Trains on a thread of its own, while this one stays open to Ctrl-C and passes what happens on to `show`, as dicts:
// {"note"} or the fields of `pauc train --json-progress`, with batch and batches. At the first KeyboardInterrupt, or
// any other exception of `show`, the training writes a checkpoint and stops, and the exception is raised again.
RunSummary train_watched(const RunRequest& request, const pybind11::function& show);

}  // namespace pauc::python
