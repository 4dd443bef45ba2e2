// The parts of train and predict in the program without LibTorch: the program beside it that has LibTorch takes over.
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstring>
#include <filesystem>

#include "pauc/core/error.h"
#include "train.h"

namespace pauc {

namespace {

int hand_over(const Global& global) {
  std::error_code failed;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", failed);
  const std::string program = (self.parent_path() / "pauc-torch").string();
  execv(program.c_str(), global.arguments);
  fail(Fault::failed_run, program, ": cannot start the part of pauc that needs LibTorch: ", std::strerror(errno));
}

}  // namespace

int run_train(const TrainArgs& /*args*/, const Global& global) { return hand_over(global); }
int run_predict(const PredictArgs& /*args*/, const Global& global) { return hand_over(global); }

}  // namespace pauc
