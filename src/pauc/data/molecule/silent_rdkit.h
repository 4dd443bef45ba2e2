#pragma once

namespace pauc {

// Silences RDKit's log, which the whole process shares, while at least one of these objects exists. Several threads may
// have some.
class SilentRdkit {
 public:
  SilentRdkit();
  ~SilentRdkit();
  SilentRdkit(const SilentRdkit&) = delete;
  SilentRdkit& operator=(const SilentRdkit&) = delete;
};

}  // namespace pauc
