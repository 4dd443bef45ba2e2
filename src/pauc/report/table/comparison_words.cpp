#include "pauc/report/table/comparison_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/metric/region.h"
#include "pauc/report/page/words.h"

namespace pauc::report {

namespace {

std::string scales_words(const std::vector<std::string>& targets) {
  bool one_way = false;
  bool two_way = false;
  for (const std::string& target : targets) {
    const auto region = region_of_key(target);
    if (region) (region->tpr_min > 0 ? two_way : one_way) = true;
  }
  if (one_way && two_way) return " (mcclish one-way, normalised two-way)";
  if (one_way) return " (mcclish)";
  return two_way ? " (normalised)" : "";
}

}  // namespace

std::string cell_figures(const record::CellSummary& cell) {
  if (cell.is_empty()) return "-";
  const std::string mean = fmt::format("{:.4f}", cell.values.mean);
  return cell.values.deviation ? fmt::format("{} ({:.4f})", mean, *cell.values.deviation) : mean;
}

std::string seeds_behind(const record::CellSummary& cell, std::int64_t seeds) {
  if (cell.is_empty() || cell.values.n >= seeds) return "";
  return joined(", ", cell.values.n, " of ", seeds, " seeds");
}

std::string settings_words(const Settings& settings) {
  std::string words;
  for (const auto& [name, value] : settings) words += joined(words.empty() ? "" : ", ", name, " ", value);
  return words;
}

std::string figures_sentence(const std::string& part, const std::vector<std::string>& targets, std::int64_t seeds) {
  const std::string start = joined("Partial AUC on the ", part, " part", scales_words(targets));
  if (seeds == 1) return start + ", one seed";
  return joined(start, ": mean (standard deviation) over ", seeds, " seeds");
}

std::string figures_sentence(const record::Comparison& comparison) {
  return figures_sentence(comparison.part, comparison.targets, comparison.seeds);
}

std::string sizes_sentence(const std::vector<record::PartSize>& splits) {
  std::string sentence;
  for (const record::PartSize& size : splits) {
    sentence += joined(sentence.empty() ? "Positive: " : ", ", size.positive, " of ", size.n, " in ", size.part);
  }
  return sentence;
}

std::vector<std::string> shown_missing(const std::vector<std::string>& missing) {
  constexpr std::size_t kMostShown = 20;
  if (missing.size() <= kMostShown) return missing;
  std::vector<std::string> shown(missing.begin(), missing.begin() + kMostShown);
  const auto more = static_cast<std::int64_t>(missing.size() - kMostShown);
  shown.push_back(joined("and ", count_text(more), " more, in table.json"));
  return shown;
}

bool has_like_best(const record::ComparisonSummary& summary) {
  return std::any_of(summary.cells.begin(), summary.cells.end(), [](const auto& row) {
    return std::any_of(row.begin(), row.end(), [](const record::CellSummary& cell) { return cell.is_like_best(); });
  });
}

bool has_chosen(const std::vector<record::CellSummary>& cells) {
  return std::any_of(cells.begin(), cells.end(), [](const record::CellSummary& cell) { return !cell.chosen.empty(); });
}

std::string chosen_title(const record::Comparison& comparison) {
  return comparison.part == "train" ? "Chosen on training" : "Chosen on validation";
}

}  // namespace pauc::report
