#include "pauc/trainer/loop/checkpoint.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>

#include "pauc/batch/tensor_file.h"
#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/checksum.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/io/json_place.h"
#include "pauc/core/io/whole_file.h"

namespace pauc {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;
constexpr std::size_t kKept = 2;
constexpr std::size_t kMostTensors = std::size_t{1} << 20;
constexpr std::size_t kMostRecordBytes = std::size_t{1} << 30;  // a record has the log and the sampler's order of rows

// The number of a checkpoint from the name of its file.
std::optional<std::int64_t> number_named(const std::string& name) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size() || number < 0) return std::nullopt;
  return number;
}

// The numbers of the checkpoints in a folder, newest first.
std::vector<std::int64_t> numbers_in(const std::string& folder, const char* extension = ".json") {
  std::vector<std::int64_t> numbers;
  for (const fs::path path : paths_in(folder)) {
    const auto number = number_named(path.stem().string());
    if (path.extension() == extension && number) numbers.push_back(*number);
  }
  std::sort(numbers.begin(), numbers.end(), std::greater<>());
  return numbers;
}

std::string file_of(const std::string& folder, std::int64_t number, const char* extension) {
  std::string name = std::to_string(number);
  name.insert(0, name.size() < 8 ? 8 - name.size() : 0, '0');
  return joined(folder, "/", name, extension);
}

Json checksum_of(const StoredTensor& tensor) {
  return {{"type", tensor.type}, {"shape", tensor.shape}, {"crc32", checksum(tensor.bytes)}};
}

Json checksums_in(const Safetensors& file) {
  Json sums = Json::object();
  for (const StoredTensor& tensor : file.tensors()) sums[tensor.name] = checksum_of(tensor);
  return sums;
}

Json json_of(const Fingerprint& fingerprint) { return {{"bytes", fingerprint.bytes}, {"crc32", fingerprint.crc}}; }

constexpr std::string_view kSumKey = ",\"crc32\":";

std::string closed(std::string_view members, std::uint32_t sum) {
  return joined(members, kSumKey, std::int64_t{sum}, "}");
}

// JSON from its text up to the last brace. The checksum, the last member, covers the rest of the file, so that any
// changed byte is noticed.
std::string with_checksum(std::string_view members) { return closed(members, checksum(closed(members, 0))) + "\n"; }

std::string text_of(const Json& content) {
  const std::string text = content.dump();
  return with_checksum(std::string_view(text).substr(0, text.size() - 1));
}

// Whoever makes a record can give it a checksum that is right. Very many tensors are nothing strange.
Json read_content(const std::string& path) {
  const std::string text = content_of_file(path, kMostRecordBytes);
  const std::size_t end = text.rfind(kSumKey);
  require(end != std::string::npos && text == with_checksum(std::string_view(text).substr(0, end)), path,
          ": the file is damaged");
  require(!is_deeper_than(text, kDeepestJson), path, ": expected at most ", kDeepestJson,
          " lists and objects inside each other, got more");
  Json content = Json::parse(text, nullptr, false);
  const JsonPlace place(content, path, "the record of a checkpoint");
  const std::int64_t format = place.at("format").whole();
  require(format == kFormat, path, ": expected checkpoint format ", kFormat, ", got ", format);
  return content;
}

Checkpoint read_numbered(const std::string& folder, std::int64_t number) {
  const std::string record = file_of(folder, number, ".json");
  const Json content = read_content(record);
  const JsonPlace place(content, record, "the record of a checkpoint");
  const std::string path = file_of(folder, number, ".safetensors");
  std::error_code failed;
  const auto bytes = static_cast<std::int64_t>(fs::file_size(path, failed));
  const std::int64_t expected = place.at("file").at("bytes").whole();
  require(failed || bytes == expected, path, ": the file is damaged: expected ", expected, " bytes, got ", bytes);
  const Safetensors file = Safetensors::read(path);
  const Json found = checksums_in(file);
  for (const auto& [name, sum] : place.at("tensors").members(kMostTensors)) {
    require(found.contains(name) && found.at(name) == sum.json(), path, ": tensor ", name, " is damaged");
  }
  require(json_of(fingerprint_of(path)) == content.at("file"), path, ": the file is damaged");
  return {tensors_in(file), place.at("record").json(), number};
}

// Also removes incomplete checkpoints that a killed process has left. What cannot be removed stays: old checkpoints do
// no harm, and a power loss may bring them back.
void remove_all_but(const std::string& folder, const std::vector<std::int64_t>& kept) {
  std::vector<std::string> names;
  for (const std::int64_t number : kept) {
    for (const char* extension : {".json", ".safetensors"}) names.push_back(file_of(folder, number, extension));
  }
  std::error_code ignored;
  for (fs::directory_iterator entry(folder, ignored), end; entry != end; entry.increment(ignored)) {
    const std::string path = entry->path().string();
    if (std::find(names.begin(), names.end(), path) == names.end()) fs::remove(path, ignored);
  }
}

}  // namespace

void write_checkpoint(const std::string& folder, const Checkpoint& checkpoint) {
  make_folder(folder);
  auto numbers = numbers_in(folder);
  numbers.resize(std::min(numbers.size(), kKept));
  remove_all_but(folder, numbers);  // makes room first: the two newest stay
  const std::int64_t number = numbers.empty() ? 1 : numbers.front() + 1;

  const std::string tensors = file_of(folder, number, ".safetensors");
  try {
    write_tensors(tensors, checkpoint.tensors);
    Json sums = Json::object();
    for_each_stored(checkpoint.tensors, [&](const StoredTensor& tensor) { sums[tensor.name] = checksum_of(tensor); });
    const Json content = {{"format", kFormat},
                          {"file", json_of(fingerprint_of(tensors))},
                          {"tensors", sums},
                          {"record", checkpoint.record}};
    write_file_atomically(file_of(folder, number, ".json"), text_of(content));
  } catch (const UserError&) {
    std::error_code ignored;
    fs::remove(tensors, ignored);
    throw;
  }
  numbers.insert(numbers.begin(), number);
  numbers.resize(std::min(numbers.size(), kKept));
  remove_all_but(folder, numbers);
}

void remove_newer_checkpoints(const std::string& folder, std::int64_t number) {
  std::vector<std::int64_t> kept;
  for (const std::int64_t found : numbers_in(folder)) {
    if (found <= number) kept.push_back(found);
  }
  remove_all_but(folder, kept);
}

std::optional<Checkpoint> read_checkpoint(const std::string& folder, std::vector<std::string>& notes) {
  const auto numbers = numbers_in(folder);
  const std::int64_t newest = numbers.empty() ? 0 : numbers.front();
  for (const std::int64_t half : numbers_in(folder, ".safetensors")) {
    if (half <= newest) break;
    notes.push_back(joined(file_of(folder, half, ".safetensors"), ": is incomplete; ",
                           numbers.empty() ? "there is no other checkpoint" : "the previous checkpoint is used"));
  }
  for (const std::int64_t number : numbers) {
    try {
      return read_numbered(folder, number);
    } catch (const UserError& error) {
      // What a failing disk holds may be whole: to go back would lose it.
      if (error.fault() == Fault::io) throw;
      notes.push_back(joined(error.what(), number == numbers.back() ? "" : "; the previous checkpoint is used"));
    }
  }
  if (numbers.empty()) return std::nullopt;
  fail(Fault::cannot_resume, notes.back(), "; no intact checkpoint is left: overwrite the run to start again");
}

}  // namespace pauc
