#pragma once

namespace pauc {

// RDKit's log is one for the whole process: silent from the first of these to the last, then as it was. Several threads
// may have some.
class SilentRdkit {
 public:
  SilentRdkit();
  ~SilentRdkit();
  SilentRdkit(const SilentRdkit&) = delete;
  SilentRdkit& operator=(const SilentRdkit&) = delete;
};

}  // namespace pauc
