#include "pauc/core/io/line_source.h"

#include <cstring>

#include "pauc/core/error.h"

namespace pauc {

bool LineSource::next() {
  if (window_.empty() && !window_.read_on(line_ + 1)) return false;
  const char* end = nullptr;
  for (std::size_t searched = 0;;) {
    end = static_cast<const char*>(std::memchr(window_.begin() + searched, '\n', window_.size() - searched));
    if (end != nullptr) break;
    searched = window_.size();
    window_.read_on(line_ + 1);
  }
  const char* const first = window_.begin();
  window_.take_to(end + 1);
  if (end > first && end[-1] == '\r') --end;
  text_ = {first, static_cast<std::size_t>(end - first)};
  ++line_;
  return true;
}

bool LineSource::next_not_blank() {
  while (next()) {
    if (!text_.empty()) return true;
  }
  return false;
}

std::string LineSource::place() const { return joined(name(), ": line ", line_); }

}  // namespace pauc
