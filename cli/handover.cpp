// train, predict, calibrate, monitor, serve and compare --estimator in the program without LibTorch: they start
// pauc-torch, which takes over.
#include <dlfcn.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include "calibrate.h"
#include "compare.h"
#include "monitor.h"
#include "pauc/core/error.h"
#include "processes.h"
#include "rank_environment.h"
#include "serve.h"
#include "torch_program.h"
#include "train.h"

namespace pauc::cli {

namespace {

// The kernels that OpenBLAS chooses by itself; empty if it is not installed.
std::string own_kernels() {
  void* const openblas = dlopen("libopenblas.so.0", RTLD_LAZY | RTLD_LOCAL);
  if (openblas == nullptr) return "";
  const auto name = reinterpret_cast<const char* (*)()>(dlsym(openblas, "openblas_get_corename"));
  return name != nullptr ? name() : "";
}

// OpenBLAS knows processors by their model numbers and treats one newer than itself as one of 2004, several times
// slower. Then the kernels are chosen by the features of the processor, which has to happen before the library is
// loaded. A choice of OpenBLAS for AVX2 or later stands: it is also that of a Python that imports NumPy before pauc,
// and other kernels have other last bits.
void choose_matrix_kernels() {
  const bool wide = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                    __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  const bool usual = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  const std::string own = own_kernels();
  for (const char* recent : {"Haswell", "Zen", "Excavator", "SkylakeX", "Cooperlake", "SapphireRapids"}) {
    if (own == recent) return;
  }
  if (wide || usual) setenv("OPENBLAS_CORETYPE", wide ? "SKYLAKEX" : "HASWELL", 0);
}

// What LibTorch and its libraries read when they are loaded.
void prepare_environment() {
  choose_matrix_kernels();
  // c10d writes about addresses that it tries in vain, through glog where LibTorch was built with it. What matters
  // comes as an exception too.
  setenv("TORCH_CPP_LOG_LEVEL", "FATAL", 0);
  setenv("GLOG_minloglevel", "3", 0);
}

int hand_over(const Global& global) {
  prepare_environment();
  const std::string program = torch_program();
  execv(program.c_str(), global.arguments);
  fail(Fault::failed_run, program, ": cannot start the part of pauc that needs LibTorch: ", std::strerror(errno));
}

}  // namespace

int run_train(const TrainArgs& args, const Global& global) {
  if (!starts_processes(args.processes)) return hand_over(global);
  prepare_environment();
  ranks_of_environment(args.processes, args.rank_timeout);  // refuses a launcher's variables
  return run_processes(static_cast<int>(args.processes), torch_program(), global.arguments);
}
int run_estimator(const CompareArgs& /*args*/, const Global& global) { return hand_over(global); }
int run_calibrate(const CalibrateArgs& /*args*/, const Global& global) { return hand_over(global); }
int run_monitor(const MonitorArgs& /*args*/, const Global& global) { return hand_over(global); }
int run_serve(const ServeArgs& /*args*/, const Global& global) { return hand_over(global); }
int run_predict(const PredictArgs& /*args*/, const Global& global) { return hand_over(global); }

}  // namespace pauc::cli
