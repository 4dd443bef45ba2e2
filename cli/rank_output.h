#pragma once

#include <memory>
#include <string>

#include "pauc/ranks/ranks.h"
#include "pauc/trainer/run/run.h"

namespace pauc::cli {

// The folder of a run that all ranks know: rank 0 chooses one if none was given.
std::string shared_folder(const std::string& out, OutputMode mode, const Ranks& ranks);

// The notes and epochs of a rank that does not print: RUN/ranks/rank-K.log. The file is written after each epoch and at
// the end, since rank 0 has the folder before; of a long log, the last lines.
class RankLog {
 public:
  RankLog(const std::string& run, int rank, OutputMode mode);  // a run that is resumed continues its log

  RunObserver observer();
  void write() const;

 private:
  std::string file_;
  std::string text_;
};

}  // namespace pauc::cli
