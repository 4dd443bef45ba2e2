#pragma once

#include <string>

#include "pauc/record/comparison_summary.h"

namespace pauc::report {

// Texts that all formats of the `pauc compare` table share. None of them is escaped.

// "0.7209 (0.0063)": mean (standard deviation). "0.7209" for a single seed, "-" for an empty cell.
std::string cell_figures(const record::CellSummary& cell);
// ", 3 of 5 seeds" if the cell lacks seeds, else empty.
std::string seeds_behind(const record::CellSummary& cell, std::int64_t seeds);
// "lambda 1, lr 0.001"
std::string settings_words(const Settings& settings);
// "Partial AUC on the test part (mcclish one-way, normalised two-way): mean (standard deviation) over 5 seeds". Names
// the scales of these targets only.
std::string figures_sentence(const std::string& part, const std::vector<std::string>& targets, std::int64_t seeds);
std::string figures_sentence(const record::Comparison& comparison);

// "Positive: 248 of 5834 in train, 29 of 722 in valid, 32 of 709 in test"
std::string sizes_sentence(const std::vector<record::PartSize>& splits);

bool has_like_best(const record::ComparisonSummary& summary);
bool has_chosen(const std::vector<record::CellSummary>& cells);
// The first sentences and the number of the others: a comparison that was stopped early lacks almost everything.
std::vector<std::string> shown_missing(const std::vector<std::string>& missing);
// "Chosen on validation", or on training if the training part is compared.
std::string chosen_title(const record::Comparison& comparison);

}  // namespace pauc::report
