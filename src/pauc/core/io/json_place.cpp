#include "pauc/core/io/json_place.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"

namespace pauc {

namespace {

using Json = nlohmann::ordered_json;

// The place behind a string that begins at `at`; the text's end where it is never closed.
std::size_t behind_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at;
}

// Of text that is no JSON this may say anything; the parser refuses that.
void check_shape(std::string_view text, const std::string& expected, const std::string& where) {
  if (is_deeper_than(text, kDeepestJson)) {
    fail(Fault::data, where, ": expected ", expected, ", got more than ", kDeepestJson,
         " lists and objects inside each other");
  }
  std::array<std::size_t, kDeepestJson + 1> members{};
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      at = behind_string(text, at);
    } else if (c == '[' || c == '{') {
      members[++depth] = 0;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    } else if (c == ':' && ++members[depth] > kMostJsonMembers) {
      fail(Fault::data, where, ": expected ", expected, ", got an object of more than ", kMostJsonMembers, " members");
    }
  }
}

// The parser's words may hold all of a long text.
std::string shortened_words(const std::string& words) {
  constexpr std::size_t kMostShown = 200;
  return words.size() <= kMostShown ? words : words.substr(0, kMostShown) + "...";
}

}  // namespace

bool is_deeper_than(std::string_view text, std::size_t most) {
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') at = behind_string(text, at);
    if ((c == '[' || c == '{') && ++depth > most) return true;
    if ((c == ']' || c == '}') && depth > 0) --depth;
  }
  return false;
}

Json parsed_json(const std::string& text, const std::string& expected, const std::string& where) {
  check_shape(text, expected, where);
  try {
    return Json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    fail(Fault::data, where, ": expected ", expected, ", got ", shortened_words(error.what()));
  }
}

void JsonPlace::refuse(const std::string& expected) const {
  if (json_.is_object()) fail(Fault::data, where_, ": expected ", expected, ", got an object");
  if (json_.is_array()) fail(Fault::data, where_, ": expected ", expected, ", got a list");
  const std::string found = json_.is_string() ? json_.get_ref<const std::string&>() : json_.dump();
  fail(Fault::data, where_, ": expected ", expected, ", got ", shown(found));
}

bool JsonPlace::is_null() const { return json_.is_null(); }

bool JsonPlace::has(const std::string& key) const { return json_.is_object() && json_.contains(key); }

JsonPlace JsonPlace::at(const std::string& key) const {
  if (!has(key)) refuse(joined(expected_, " with \"", key, '"'));
  return {json_.at(key), joined(where_, ": ", key)};
}

std::vector<JsonPlace> JsonPlace::list(const std::string& of_what, std::size_t most) const {
  require_that(json_.is_array(), "a list of " + of_what);
  require(json_.size() <= most, where_, ": expected at most ", most, " ", of_what, ", got ", json_.size());
  std::vector<JsonPlace> places;
  for (const Json& entry : json_) places.emplace_back(entry, joined(where_, ": ", places.size() + 1));
  return places;
}

std::vector<std::pair<std::string, JsonPlace>> JsonPlace::members(std::size_t most) const {
  require_that(json_.is_object(), expected_);
  require(json_.size() <= most, where_, ": expected at most ", most, " members, got ", json_.size());
  std::vector<std::pair<std::string, JsonPlace>> places;
  for (const auto& [name, value] : json_.items()) {
    require(name.size() <= kMostNameBytes, where_, ": expected names of at most ", kMostNameBytes, " bytes, got ",
            shown(name));
    places.emplace_back(name, JsonPlace(value, joined(where_, ": ", name)));
  }
  return places;
}

std::string JsonPlace::text(std::size_t most_bytes) const {
  require_that(json_.is_string(), "a text");
  const auto& text = json_.get_ref<const std::string&>();
  require(text.size() <= most_bytes, where_, ": expected a text of at most ", most_bytes, " bytes, got ", text.size());
  return text;
}

bool JsonPlace::truth() const {
  require_that(json_.is_boolean(), "true or false");
  return json_.get<bool>();
}

double JsonPlace::number() const {
  require_that(json_.is_number() && std::isfinite(json_.get<double>()), "a number");
  return json_.get<double>();
}

double JsonPlace::number(double most) const {
  const double found = number();
  if (std::abs(found) > most) refuse(joined("a number from ", -most, " to ", most));
  return found;
}

double JsonPlace::rate() const {
  const double found = number();
  require_that(found >= 0 && found <= 1, "a number from 0 to 1");
  return found;
}

std::int64_t JsonPlace::whole(std::int64_t least, std::int64_t most) const {
  const auto fits = [&] {
    if (!json_.is_number_integer()) return false;
    constexpr auto kLast = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (json_.is_number_unsigned() && json_.get<std::uint64_t>() > kLast) return false;
    const auto found = json_.get<std::int64_t>();
    return found >= least && found <= most;
  };
  if (!fits()) refuse(joined("a whole number from ", least, " to ", most));
  return json_.get<std::int64_t>();
}

std::string JsonPlace::plain_text() const {
  require_that(!json_.is_structured(), "a text, a number, true or false");
  return json_.is_string() ? text() : json_.dump();
}

}  // namespace pauc
