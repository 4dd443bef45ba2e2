#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace pauc {

// What went wrong, by the exit code that the command answers with (sysexits.h, but for cannot_resume).
enum class Fault {
  failed_run = 1,
  usage = 2,
  data = 65,
  no_input = 66,
  cannot_create = 73,
  io = 74,
  interrupted = 75,
  cannot_resume = 76,  // no checkpoint can be used; the run can only start again
};

// Whatever a user can cause. The message is one sentence: where, what was expected, what was found.
class UserError : public std::runtime_error {
 public:
  UserError(Fault fault, const std::string& message) : std::runtime_error(message), fault_(fault) {}
  Fault fault() const { return fault_; }

 private:
  Fault fault_;
};

void append_part(std::string& text, std::string_view part);
void append_part(std::string& text, char part);
void append_part(std::string& text, double part);  // shortest form that reads back to the same value
void append_part(std::string& text, std::int64_t part);
inline void append_part(std::string& text, const char* part) { append_part(text, std::string_view(part)); }
inline void append_part(std::string& text, const std::string& part) { append_part(text, std::string_view(part)); }
inline void append_part(std::string& text, int part) { append_part(text, static_cast<std::int64_t>(part)); }
inline void append_part(std::string& text, std::size_t part) { append_part(text, static_cast<std::int64_t>(part)); }

template <class... Parts>
std::string joined(const Parts&... parts) {
  std::string text;
  (append_part(text, parts), ...);
  return text;
}

// A value as messages show it: in quotation marks, cut where it is long.
std::string shown(std::string_view value);

template <class... Parts>
[[noreturn]] void fail(Fault fault, const Parts&... parts) {
  throw UserError(fault, joined(parts...));
}

// require(weight >= 0, path, ": line ", line, ": expected a weight of at least 0, got ", weight);
// The parts are evaluated in any case: where one of them costs something in a loop, write if (...) fail(...).
template <class... Parts>
void require(bool condition, const Parts&... parts) {
  if (!condition) fail(Fault::data, parts...);
}

// The same for a wrong option: exit code 2.
template <class... Parts>
void require_usage(bool condition, const Parts&... parts) {
  if (!condition) fail(Fault::usage, parts...);
}

}  // namespace pauc
