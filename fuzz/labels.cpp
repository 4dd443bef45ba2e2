// Any bytes as a list of labels, what is positive, and a table with these labels: columns of the table, each once, with
// a label or none in every row, or a UserError.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "input_file.h"
#include "pauc/core/error.h"
#include "pauc/data/examples.h"

namespace {

void require_that(bool condition) {
  if (!condition) std::abort();
}

// What stands before the next line end, which is taken away with it.
std::string line_of(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string line(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

void check(const pauc::RowFacts& facts) {
  for (std::size_t k = 0; k < facts.tasks.size(); ++k) {
    const pauc::TaskFacts& task = facts.tasks[k];
    require_that(task.labels.size() == facts.labels.size());
    for (const std::int8_t label : task.labels) {
      require_that(label == 0 || label == 1 || label == pauc::kUnlabelled);
    }
    for (std::size_t other = 0; other < k; ++other) require_that(facts.tasks[other].name != task.name);
  }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  pauc::DataOptions options;
  options.kind = "csv";
  options.label = line_of(text);
  options.positive = line_of(text);
  options.relation = line_of(text);
  options.path = pauc::fuzz::input_file(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  try {
    check(pauc::load_examples(options).facts);
  } catch (const pauc::UserError&) {
  }
  return 0;
}
