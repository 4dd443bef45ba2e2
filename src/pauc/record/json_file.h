#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "pauc/core/fields.h"
#include "pauc/core/io/checksum.h"
#include "pauc/core/io/json_place.h"
#include "pauc/record/limits.h"

namespace pauc::record {

// Reads a JSON file from a folder that somebody else may have sent (core/io/folder_file.h). `expected` describes the
// file in messages, such as "a model card".
nlohmann::ordered_json read_json_file(const std::string& folder, const std::string& path, const std::string& expected,
                                      std::size_t most_bytes = kMostJsonBytes);

// Settings as an object, in their order. settings_from also accepts numbers and booleans as values.
nlohmann::ordered_json settings_json(const Settings& settings);
Settings settings_from(const JsonPlace& place, std::size_t most = 64);

// The members "bytes" and "crc32" of an object.
Fingerprint fingerprint_from(const JsonPlace& file);

// Runs a check of another layer. That layer does not know the file and reports wrong usage; here it is bad data at
// `where`.
template <class Check>
void check_as_data(const std::string& where, const Check& check) {
  try {
    check();
  } catch (const UserError& error) {
    fail(Fault::data, where, ": ", error.what());
  }
}

}  // namespace pauc::record
