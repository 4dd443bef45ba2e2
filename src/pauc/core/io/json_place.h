#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pauc {

// JSON may come from somebody else. Deep nesting and objects with very many members are refused before anything is
// built: copying and writing values is recursive, and looking up a member of an ordered object takes linear time.
constexpr std::size_t kDeepestJson = 32;
constexpr std::size_t kMostJsonMembers = 1024;

constexpr std::size_t kMostTextBytes = std::size_t{1} << 16;
constexpr std::size_t kMostNameBytes = 256;
constexpr std::int64_t kMostCount = std::int64_t{1} << 53;  // a double can represent every whole number up to here

// Whether JSON has more than `most` lists and objects inside each other. Takes no memory.
bool is_deeper_than(std::string_view text, std::size_t most);

// Parses JSON. `expected` describes the text in error messages, such as "a model card".
nlohmann::ordered_json parsed_json(const std::string& text, const std::string& expected, const std::string& where);

// A JSON value and its place in a file. Reads it as a given type and refuses any other value; the message names the
// place. Does not own the value.
class JsonPlace {
 public:
  JsonPlace(const nlohmann::ordered_json& json, std::string where, std::string expected = "an object")
      : json_(json), where_(std::move(where)), expected_(std::move(expected)) {}

  JsonPlace(const nlohmann::ordered_json&& gone, std::string where, std::string expected = "") = delete;

  const std::string& where() const { return where_; }
  const nlohmann::ordered_json& json() const { return json_; }

  bool is_null() const;
  bool has(const std::string& key) const;
  JsonPlace at(const std::string& key) const;
  std::vector<JsonPlace> list(const std::string& of_what, std::size_t most) const;
  std::vector<std::pair<std::string, JsonPlace>> members(std::size_t most) const;  // in the order of the file

  std::string text(std::size_t most_bytes = kMostTextBytes) const;
  bool truth() const;
  double number() const;             // finite
  double number(double most) const;  // from -most to most
  double rate() const;               // from 0 to 1
  std::int64_t whole(std::int64_t least = 0, std::int64_t most = kMostCount) const;
  std::string plain_text() const;  // a text as it is; a number, true, false or null as JSON writes it

  [[noreturn]] void refuse(const std::string& expected) const;
  void require_that(bool condition, const std::string& expected) const {
    if (!condition) refuse(expected);
  }

 private:
  const nlohmann::ordered_json& json_;
  std::string where_;
  std::string expected_;
};

}  // namespace pauc
