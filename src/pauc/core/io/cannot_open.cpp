#include "pauc/core/io/cannot_open.h"

#include <cerrno>
#include <cstring>

#include "pauc/core/error.h"

namespace pauc {

void cannot_open(const std::string& path) {
  const int error = errno;
  const bool no_input = error == ENOENT || error == ENOTDIR || error == EACCES || error == EPERM || error == ELOOP ||
                        error == ENAMETOOLONG || error == ENXIO;
  fail(no_input ? Fault::no_input : Fault::io, path, ": cannot open: ", std::strerror(error));
}

}  // namespace pauc
