#include "pauc/data/inputs.h"

#include <ATen/Functions.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/utf8.h"

namespace pauc {

namespace {

Batch encoded(const TableEncoder& encoder, Span<const std::int64_t> rows) {
  Batch batch{at::empty({rows.size(), encoder.width()}, at::kFloat)};
  encoder.encode(rows, batch.features.data_ptr<float>());
  return batch;
}

Inputs inputs_of(const Table& table, TableEncoding fitted) {
  const auto encoding = std::make_shared<TableEncoding>(std::move(fitted));
  const auto encoder = std::make_shared<TableEncoder>(*encoding, table);
  Inputs inputs;
  inputs.preprocessing = encoding_json(*encoding);
  inputs.shape = {"table", {encoding->width()}};
  inputs.gather = [encoding, encoder](Span<const std::int64_t> rows, Random* /*noise*/) {
    return encoded(*encoder, rows);
  };
  return inputs;
}

void require_same_columns(const Table& table, const TableEncoding& encoding, const std::string& where) {
  for (std::size_t c = 0; c < std::max(table.columns.size(), encoding.columns.size()); ++c) {
    const std::string now = c < table.columns.size() ? printable(table.columns[c].name) : "none";
    const std::string then = c < encoding.columns.size() ? encoding.columns[c].name : "none";
    const bool same_kind = now == then && table.columns[c].kind == encoding.columns[c].kind;
    require(same_kind, where, ": was trained on other columns: expected \"", then, "\" as column ", c + 1, ", got \"",
            now, now == then ? "\" of another kind" : "\"");
  }
}

}  // namespace

Inputs fit_inputs(const Examples& examples, Span<const std::int64_t> train_rows, const EncodingOptions& options,
                  std::vector<std::string>& notes) {
  const auto& table = std::get<Table>(examples.content);
  try {
    return inputs_of(table, fit_encoding(table, train_rows, options, notes));
  } catch (const UserError& error) {
    fail(error.fault(), examples.files[0], ": ", error.what());
  }
}

Inputs inputs_from(const Examples& examples, const std::string& preprocessing, const std::string& where) {
  const auto& table = std::get<Table>(examples.content);
  TableEncoding encoding = encoding_from_json(preprocessing, where);
  require_same_columns(table, encoding, where);
  return inputs_of(table, std::move(encoding));
}

Dataset dataset_of(const Examples& examples, const Inputs& inputs, std::vector<std::int64_t> rows) {
  const RowFacts& facts = examples.facts;
  Dataset dataset;
  for (const std::int64_t row : rows) {
    dataset.labels.push_back(static_cast<std::uint8_t>(facts.labels[row]));
    if (!facts.weights.empty()) dataset.weights.push_back(facts.weights[row]);
  }
  dataset.gather = [gather = inputs.gather, rows = std::move(rows)](Span<const std::int64_t> chosen, Random* noise) {
    std::vector<std::int64_t> content_rows(chosen.size());
    for (std::int64_t k = 0; k < chosen.size(); ++k) content_rows[k] = rows[chosen[k]];
    return gather(content_rows, noise);
  };
  return dataset;
}

std::function<Batch(Span<const std::int64_t>, Random*)> gather_from(const TableEncoding& encoding, const Table& table) {
  const auto encoder = std::make_shared<TableEncoder>(encoding, table);
  return [encoder](Span<const std::int64_t> rows, Random* /*noise*/) { return encoded(*encoder, rows); };
}

}  // namespace pauc
