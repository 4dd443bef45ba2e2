// A config file of pauc compare: read and planned, or refused with a sentence.
#include <cstddef>
#include <cstdint>
#include <string>

#include "pauc/compare/run_plan.h"
#include "pauc/core/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  try {
    for (const pauc::compare::Study& study : pauc::compare::study_file_from_yaml(text, "study.yaml").studies) {
      pauc::compare::plan_methods(study);
    }
  } catch (const pauc::UserError&) {
  }
  return 0;
}
