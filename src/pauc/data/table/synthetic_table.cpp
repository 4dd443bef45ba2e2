#include "pauc/data/table/synthetic_table.h"

#include <utility>

#include "pauc/core/error.h"
#include "pauc/data/synthetic.h"

namespace pauc {

namespace {

Examples load_synthetic(const DataOptions& options) {
  require_usage(options.test.empty() && options.table.empty() && is_split_method(options.split),
                "data: made data come without a separate test file, table or split column");
  SyntheticData made = make_synthetic(synthetic_named(options.path), options.shared);
  Examples examples;
  examples.kind = "synthetic";
  examples.files = {options.path};
  examples.facts.positive = "1";
  for (std::size_t row = 0; row < made.labels.size(); ++row) {
    examples.facts.labels.push_back(static_cast<std::int8_t>(made.labels[row]));
    examples.facts.numbers.push_back(static_cast<std::int64_t>(row) + 1);
  }
  examples.content.table = std::move(made.table);
  return examples;
}

}  // namespace

bool is_synthetic(const std::string& path) { return path.rfind("synthetic:", 0) == 0; }

DatasetKind synthetic_kind() {
  DatasetKind kind;
  kind.name = "synthetic";
  kind.summary = "generated data with a known best area: synthetic:binormal or synthetic:nonlinear,rows=5000";
  kind.options = describe(kSyntheticFields);
  kind.recognises = [](const std::string& path, std::string_view /*head*/) { return is_synthetic(path); };
  kind.load = load_synthetic;
  kind.sources = [](const DataOptions& /*options*/, const std::string& /*path*/) { return std::vector<SourceFiles>(); };
  return kind;
}

}  // namespace pauc
