#include "pauc/trainer/run/training_examples.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/data/registry.h"
#include "pauc/data/split_examples.h"

namespace pauc {

Examples training_examples(const record::RunPaths& paths, const DataOptions& options,
                           const std::vector<DataFile>& files, const std::string& asking) {
  for (const DataFile& file : files) {
    if (!is_there(file.path)) {
      fail(Fault::no_input, asking, ": expected the data of the training at ", file.path, ", got no such file");
    }
  }
  for (const DataFile& now : data_files(options)) {
    const bool same = std::any_of(files.begin(), files.end(),
                                  [&](const DataFile& then) { return then.fingerprint == now.fingerprint; });
    require(same, asking, ": expected the data of the training, got ", now.path, ", which has changed since ",
            paths.folder, " was trained");
  }
  return load_examples(options);
}

std::vector<std::int64_t> training_rows(const Examples& examples, const DataOptions& options, bool with_valid) {
  const SplitRows split = split_examples(examples, options);
  std::vector<std::int64_t> rows = split.of(Part::train);
  if (with_valid) {
    const auto& valid = split.of(Part::valid);
    rows.insert(rows.end(), valid.begin(), valid.end());
    std::sort(rows.begin(), rows.end());
  }
  return rows;
}

}  // namespace pauc
