#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace pauc {

/// Kind of an error; its number is the exit code of the command (as in sysexits.h, except cannot_resume).
enum class Fault {
  failed_run = 1,      ///< a run failed
  usage = 2,           ///< wrong options
  data = 65,           ///< bad data
  no_input = 66,       ///< no such input
  cannot_create = 73,  ///< output cannot be created
  io = 74,             ///< reading or writing failed
  interrupted = 75,    ///< stopped, and can be resumed
  cannot_resume = 76,  ///< no checkpoint can be used; the run can only start again
};

/// An error that a user can cause. The message is one sentence: where, what was expected, what was found.
class UserError : public std::runtime_error {
 public:
  /// An error of this kind.
  UserError(Fault fault, const std::string& message) : std::runtime_error(message), fault_(fault) {}
  /// Its kind.
  Fault fault() const { return fault_; }

 private:
  Fault fault_;
};

// Appends a value as messages write it.
void append_part(std::string& text, std::string_view part);
void append_part(std::string& text, char part);
void append_part(std::string& text, double part);  // shortest form that reads back to the same value
void append_part(std::string& text, std::int64_t part);
inline void append_part(std::string& text, const char* part) { append_part(text, std::string_view(part)); }
inline void append_part(std::string& text, const std::string& part) { append_part(text, std::string_view(part)); }
inline void append_part(std::string& text, int part) { append_part(text, static_cast<std::int64_t>(part)); }
inline void append_part(std::string& text, std::size_t part) { append_part(text, static_cast<std::int64_t>(part)); }

/// All parts as one text.
template <class... Parts>
std::string joined(const Parts&... parts) {
  std::string text;
  (append_part(text, parts), ...);
  return text;
}

/// A value as messages show it: in quotation marks, shortened if it is long.
std::string shown(std::string_view value);

/// Throws a UserError.
template <class... Parts>
[[noreturn]] void fail(Fault fault, const Parts&... parts) {
  throw UserError(fault, joined(parts...));
}

/// Refuses bad data: require(weight >= 0, path, ": line ", line, ": expected a weight of at least 0, got ", weight);
///
/// The parts are always evaluated. In a loop where that is slow, write if (...) fail(...).
template <class... Parts>
void require(bool condition, const Parts&... parts) {
  if (!condition) fail(Fault::data, parts...);
}

/// Refuses wrong options: exit code 2.
template <class... Parts>
void require_usage(bool condition, const Parts&... parts) {
  if (!condition) fail(Fault::usage, parts...);
}

}  // namespace pauc
