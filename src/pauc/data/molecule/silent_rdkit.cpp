#include "pauc/data/molecule/silent_rdkit.h"

#include <RDGeneral/RDLog.h>

#include <memory>
#include <mutex>

namespace pauc {

namespace {

struct SilentLog {
  std::mutex mutex;
  int users = 0;
  std::unique_ptr<RDLog::LogStateSetter> silence;
};

SilentLog& silent_log() {
  static SilentLog log;
  return log;
}

}  // namespace

SilentRdkit::SilentRdkit() {
  SilentLog& log = silent_log();
  const std::lock_guard<std::mutex> lock(log.mutex);
  if (log.users++ == 0) log.silence = std::make_unique<RDLog::LogStateSetter>();
}

SilentRdkit::~SilentRdkit() {
  SilentLog& log = silent_log();
  const std::lock_guard<std::mutex> lock(log.mutex);
  if (--log.users == 0) log.silence.reset();
}

}  // namespace pauc
