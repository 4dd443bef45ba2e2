#pragma once

#include <string>

#include "pauc/data/examples.h"
#include "pauc/record/run_paths.h"
#include "pauc/trainer/run/run_folder.h"

namespace pauc {

// The examples that a run was trained on, if its data files can still be read and have not changed. `asking` is the
// option that needs them; it names them in refusals.
Examples training_examples(const record::RunPaths& paths, const DataOptions& options,
                           const std::vector<DataFile>& files, const std::string& asking);

// The rows of train and, with `with_valid`, of valid.
std::vector<std::int64_t> training_rows(const Examples& examples, const DataOptions& options, bool with_valid);

}  // namespace pauc
