// Any bytes as a CSV file: a table of labels and scores comes out, or a UserError; never a crash, a hang or a NaN.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "input_file.h"
#include "pauc/core/error.h"
#include "pauc/metric/evaluation.h"
#include "pauc/metric/score_table.h"

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    pauc::ScoreColumns columns;
    columns.label = "1";
    columns.scores = {"2"};
    columns.header = size % 2 == 0;
    const auto table = pauc::read_score_table(pauc::fuzz::input_file(data, size), columns);
    const auto evaluation = pauc::evaluate(table.rows, {});
    if (!std::isfinite(evaluation.scores[0].areas[0].value)) std::abort();
  } catch (const pauc::UserError&) {
    // Refused with a sentence: fine.
  }
  return 0;
}
