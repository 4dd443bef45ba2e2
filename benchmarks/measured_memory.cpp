#include "measured_memory.h"

#include <fstream>
#include <string>

namespace pauc {

namespace {

// A field of /proc/self/status that is given in kB.
double status_mb(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string name; status >> name;) {
    double kilobytes = 0;
    if (name == field + ":" && status >> kilobytes) return kilobytes / 1024;
  }
  return 0;
}

}  // namespace

MeasuredMemory::MeasuredMemory(benchmark::State& state) : state_(state) {
  std::ofstream("/proc/self/clear_refs") << "5";  // the peak starts again from what is in use now
  before_mb_ = status_mb("VmRSS");
}

MeasuredMemory::~MeasuredMemory() { state_.counters["memory_mb"] = status_mb("VmHWM") - before_mb_; }

}  // namespace pauc
