// train, predict and compare --estimator in the program without LibTorch: they start pauc-torch, which takes over.
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "compare.h"
#include "pauc/core/error.h"
#include "train.h"

namespace pauc::cli {

namespace {

// OpenBLAS knows processors by their model numbers and treats one newer than itself as one of 2004, several times
// slower. So the kernels are chosen by the features of the processor. This has to happen before the library is loaded.
void choose_matrix_kernels() {
  const bool wide = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                    __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  const bool usual = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  if (wide || usual) setenv("OPENBLAS_CORETYPE", wide ? "SKYLAKEX" : "HASWELL", 0);
}

int hand_over(const Global& global) {
  choose_matrix_kernels();
  std::error_code failed;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", failed);
  const std::string program = (self.parent_path() / "pauc-torch").string();
  execv(program.c_str(), global.arguments);
  fail(Fault::failed_run, program, ": cannot start the part of pauc that needs LibTorch: ", std::strerror(errno));
}

}  // namespace

int run_train(const TrainArgs& /*args*/, const Global& global) { return hand_over(global); }
int run_estimator(const CompareArgs& /*args*/, const Global& global) { return hand_over(global); }
int run_predict(const PredictArgs& /*args*/, const Global& global) { return hand_over(global); }

}  // namespace pauc::cli
