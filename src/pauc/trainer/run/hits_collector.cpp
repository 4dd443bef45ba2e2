#include "pauc/trainer/run/hits_collector.h"

#include <cmath>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/data/single_row.h"

namespace pauc {

namespace {

constexpr std::int64_t kMostOnPage = 500;

}  // namespace

HitsCollector::HitsCollector(const PredictOptions& options, InputKind reads) : options_(options) {
  require_usage(!options.hits || options.top > 0, "page: expected --top N, the number of hits on it, got none");
  require_usage(!options.hits || options.top <= kMostOnPage, "page: expected at most ", kMostOnPage,
                " hits on it, got top ", options.top);
  require_usage(!options.hits || reads != InputKind::image,
                "page: expected a model of molecules or tables, got images");
  require_usage(!options.diverse || options.top > 0, "diverse: expected --top N, the number of rows to pick, got none");
  require_usage(!options.diverse || reads == InputKind::molecule,
                "diverse: expected a model of molecules, which have scaffolds, got one of ", input_kind_name(reads),
                " data");
  require_usage(options.budget >= 0, "budget: expected at least 1 row, got ", options.budget);
  if (options.hits || options.diverse) top_.emplace(options.top, options.diverse);
  if (options.budget > 0) budget_.emplace(options.budget);
}

bool HitsCollector::takes(double score, const std::string& line, const Block& block, std::size_t row,
                          std::optional<double> spread, std::int8_t label, double probability) {
  const bool scored = std::isfinite(score);
  if (budget_ && scored) budget_->add(score, label, probability);
  if (!top_) return false;
  kept_names_ = block.kept_names;
  if (!scored || !top_->wants(score)) return true;
  TopRow kept;
  kept.score = score;
  kept.line = line;
  kept.number = block.numbers[row];
  if (!block.ids.empty()) kept.id = block.ids[row];
  kept.spread = spread;
  kept.label = label;
  if (!block.kept.empty()) kept.kept = block.kept[row];
  kept.content = single_row(block.content, static_cast<std::int64_t>(row));
  top_->add(std::move(kept));
  return true;
}

void HitsCollector::finish(const std::function<void(const std::string&)>& write, PredictSummary& summary) {
  if (budget_) summary.budget = budget_->result();
  if (!top_) return;
  rows_ = top_->take();
  for (const TopRow& row : rows_) write(row.line);
  summary.written = static_cast<std::int64_t>(rows_.size());
}

void HitsCollector::finish(const HitsDescription& description, const std::function<void(const std::string&)>& write,
                           PredictSummary& summary) {
  finish(write, summary);
  record::Hits hits;
  hits.run = options_.run;
  hits.data = options_.data;
  hits.rows = summary.rows - summary.unscored;
  hits.actives = description.actives();
  hits.diverse = options_.diverse;
  hits.hits = description.hits_of(rows_, kept_names_);
  hits.budget = summary.budget;
  description.add_enrichment(hits);
  summary.hits = std::move(hits);
}

}  // namespace pauc
