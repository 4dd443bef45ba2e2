#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/core/io/checksum.h"
#include "pauc/record/run_paths.h"

namespace pauc::record {

// A file that a run was trained on.
struct DataFile {
  std::string path;
  Fingerprint fingerprint;  // tells whether it has changed
  std::string sha256 = {};  // 64 hexadecimal digits, to prove which it was; empty in files of old versions
};

// run.json: how a run was started. A resumed run must agree with it.
struct RunStart {
  std::string version;  // of pauc
  std::string command;  // that starts the same run; empty in files of old versions
  Settings asked;       // keys of the config and their values
  std::vector<DataFile> files;
  std::optional<std::uint32_t> rows_crc = {};  // of the rows of train, valid and test; none in files of old versions
};

std::string run_start_json(const RunStart& start);
RunStart read_run_start(const RunPaths& paths);

}  // namespace pauc::record
