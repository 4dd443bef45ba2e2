#include "pauc/core/io/safetensors.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/file_reader.h"
#include "pauc/core/io/json_place.h"
#include "pauc/core/text/utf8.h"

namespace pauc {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLargestHeader = 100'000'000;
constexpr std::size_t kDeepestHeader = 4;
constexpr std::size_t kLengthBytes = 8;
constexpr const char* kMetadata = "__metadata__";

struct TypeSize {
  std::string_view name;
  std::int64_t bytes;
};
constexpr TypeSize kTypes[] = {{"F64", 8}, {"F32", 4}, {"F16", 2}, {"BF16", 2}, {"I64", 8},
                               {"I32", 4}, {"I16", 2}, {"I8", 1},  {"U8", 1},   {"BOOL", 1}};

std::int64_t bytes_of(const std::string& where, const std::string& type, const std::vector<std::int64_t>& shape) {
  const auto* found = std::find_if(std::begin(kTypes), std::end(kTypes), [&](const auto& t) { return t.name == type; });
  if (found == std::end(kTypes))
    fail(Fault::data, where, ": expected a type such as F32, got \"", printable(type), '"');
  std::int64_t bytes = found->bytes;
  for (const std::int64_t size : shape) {
    if (size < 0 || (size > 0 && bytes > std::numeric_limits<std::int64_t>::max() / size)) {
      fail(Fault::data, where, ": expected sizes from 0 on that fit a file, got ", size);
    }
    bytes *= size;
  }
  return bytes;
}

// A file whose size is known before its bytes are read.
class SizedFile {
 public:
  explicit SizedFile(const std::string& path)
      : path_(path), file_(path), size_(static_cast<std::size_t>(file_.size())) {}

  std::size_t size() const { return size_; }

  void read(char* out, std::size_t count) {
    if (file_.fill(out, count) < count) fail(Fault::io, path_, ": cannot read all of its ", size_, " bytes");
  }

 private:
  const std::string& path_;
  FileReader file_;
  std::size_t size_;
};

// The header as JSON; the library would let the last of equal names win, so they are looked for on the way.
Json parsed_header(const std::string& path, std::string_view header) {
  require(!is_deeper_than(header, kDeepestHeader), path, ": header: expected at most ", kDeepestHeader,
          " lists and objects inside each other, got more");
  std::vector<std::set<std::string>> names;
  std::string repeated;
  const auto watch = [&](int depth, Json::parse_event_t event, Json& value) {
    names.resize(std::max<std::size_t>(names.size(), static_cast<std::size_t>(depth) + 2));
    if (event == Json::parse_event_t::object_start) names[static_cast<std::size_t>(depth) + 1].clear();
    if (event == Json::parse_event_t::key) {
      const auto name = value.get<std::string>();
      if (!names[static_cast<std::size_t>(depth)].insert(name).second) repeated = name;
    }
    return true;
  };
  Json json = Json::parse(header.begin(), header.end(), watch, false);
  require(repeated.empty(), path, ": header: expected every name once, got \"", printable(repeated), "\" twice");
  require(json.is_object(), path, ": header: expected a JSON object");
  return json;
}

std::vector<std::int64_t> whole_numbers(const std::string& where, const Json& entry, const char* key) {
  const auto found = entry.find(key);
  require(found != entry.end() && found->is_array(), where, ": expected a list ", key);
  std::vector<std::int64_t> numbers;
  for (const Json& number : *found) {
    const bool whole = number.is_number_integer() &&
                       (!number.is_number_unsigned() || number.get<std::uint64_t>() <= std::uint64_t{INT64_MAX});
    require(whole, where, ": ", key, ": expected whole numbers");
    numbers.push_back(number.get<std::int64_t>());
  }
  return numbers;
}

struct Placed {
  StoredTensor tensor;
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

Placed placed_tensor(const std::string& path, const std::string& name, const Json& entry) {
  const std::string where = joined(path, ": tensor \"", printable(name), '"');
  require(entry.is_object() && entry.size() == 3, where, ": expected dtype, shape and data_offsets");
  const auto type = entry.find("dtype");
  require(type != entry.end() && type->is_string(), where, ": expected a text dtype");
  Placed placed;
  placed.tensor = {name, type->get<std::string>(), whole_numbers(where, entry, "shape"), {}};
  const auto offsets = whole_numbers(where, entry, "data_offsets");
  require(offsets.size() == 2, where, ": data_offsets: expected two numbers");
  placed.begin = offsets[0];
  placed.end = offsets[1];
  const std::int64_t bytes = bytes_of(where, placed.tensor.type, placed.tensor.shape);
  require(placed.begin >= 0 && placed.end >= placed.begin && placed.end - placed.begin == bytes, where,
          ": data_offsets: expected ", bytes, " bytes, got ", placed.begin, " to ", placed.end);
  return placed;
}

std::map<std::string, std::string> texts_of(const std::string& path, const Json& entry) {
  std::map<std::string, std::string> texts;
  require(entry.is_object(), path, ": ", kMetadata, ": expected an object of texts");
  for (const auto& [name, value] : entry.items()) {
    require(value.is_string(), path, ": ", kMetadata, ": ", printable(name), ": expected a text");
    texts[name] = value.get<std::string>();
  }
  return texts;
}

std::string read_header(const std::string& path, SizedFile& file) {
  require(file.size() >= kLengthBytes, path, ": expected a safetensors file, got ", file.size(), " bytes");
  char bytes[kLengthBytes];
  file.read(bytes, kLengthBytes);
  std::uint64_t length = 0;
  for (std::size_t k = 0; k < kLengthBytes; ++k)
    length |= std::uint64_t{static_cast<unsigned char>(bytes[k])} << (8 * k);
  require(length <= kLargestHeader && length <= file.size() - kLengthBytes, path,
          ": expected a header of at most 100 MB inside the file, got a length of ", std::to_string(length));
  std::string header(static_cast<std::size_t>(length), '\0');
  file.read(header.data(), header.size());
  return header;
}

// Refuses gaps, overlaps, and missing or extra bytes.
void require_in_order(const std::string& path, std::vector<Placed>& placed, std::int64_t bytes) {
  std::stable_sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  std::int64_t next = 0;
  for (const Placed& entry : placed) {
    require(entry.begin == next && entry.end <= bytes, path, ": tensor \"", printable(entry.tensor.name),
            "\": expected its bytes from ", next, " on inside ", bytes, " bytes of data, got ", entry.begin, " to ",
            entry.end);
    next = entry.end;
  }
  require(next == bytes, path, ": expected ", next, " bytes of data, got ", bytes);
}

}  // namespace

// The header tells the size of the file, so that a file of any other size is refused before it takes memory.
Safetensors Safetensors::read(const std::string& path) {
  Safetensors result;
  SizedFile file(path);
  const std::string header = read_header(path, file);
  const std::size_t bytes = file.size() - kLengthBytes - header.size();
  std::vector<Placed> placed;
  const Json entries = parsed_header(path, header);
  for (const auto& [name, entry] : entries.items()) {
    if (name == kMetadata) {
      result.metadata_ = texts_of(path, entry);
    } else {
      placed.push_back(placed_tensor(path, name, entry));
    }
  }
  require_in_order(path, placed, static_cast<std::int64_t>(bytes));
  result.content_.resize(bytes);
  file.read(result.content_.data(), bytes);
  const std::string_view data(result.content_.data(), bytes);
  for (Placed& entry : placed) {
    entry.tensor.bytes =
        data.substr(static_cast<std::size_t>(entry.begin), static_cast<std::size_t>(entry.end - entry.begin));
    result.tensors_.push_back(std::move(entry.tensor));
  }
  return result;
}

void write_safetensors(const std::string& path, const std::vector<StoredTensor>& tensors,
                       const std::map<std::string, std::string>& metadata) {
  Json header = Json::object();
  if (!metadata.empty()) header[kMetadata] = metadata;
  std::int64_t next = 0;
  for (const StoredTensor& tensor : tensors) {
    const std::string where = joined(path, ": tensor \"", printable(tensor.name), '"');
    const std::int64_t bytes = bytes_of(where, tensor.type, tensor.shape);
    require(bytes == static_cast<std::int64_t>(tensor.bytes.size()), where, ": expected ", bytes, " bytes, got ",
            tensor.bytes.size());
    require(tensor.name != kMetadata && !header.contains(tensor.name), where, ": expected every name once");
    header[tensor.name] = {{"dtype", tensor.type}, {"shape", tensor.shape}, {"data_offsets", {next, next + bytes}}};
    next += bytes;
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');  // so that the data begin at a multiple of 8
  std::string length;
  for (std::size_t k = 0; k < kLengthBytes; ++k) length += static_cast<char>((text.size() >> (8 * k)) & 0xff);
  AtomicFile file(path);
  file.write(length);
  file.write(text);
  for (const StoredTensor& tensor : tensors) file.write(tensor.bytes);
  file.commit();
}

}  // namespace pauc
