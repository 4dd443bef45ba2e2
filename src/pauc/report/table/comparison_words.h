#pragma once

#include <string>

#include "pauc/record/comparison_summary.h"

namespace pauc::report {

// What the tables of `pauc compare` have in common whatever their format; nothing here is escaped.

// "0.7209 (0.0063)": mean and standard deviation, as papers print them; without the latter for one seed; "-" for none.
std::string cell_figures(const record::CellSummary& cell);
// ", 3 of 5 seeds" for a cell that has fewer than it should; empty for others.
std::string seeds_behind(const record::CellSummary& cell, std::int64_t seeds);
// "lambda 1, lr 0.001"
std::string settings_words(const Settings& settings);
// "Partial AUC on the test part (mcclish one-way, normalised two-way): mean (standard deviation) over 5 seeds": those
// scales that the targets have.
std::string figures_sentence(const std::string& part, const std::vector<std::string>& targets, std::int64_t seeds);
std::string figures_sentence(const record::Comparison& comparison);

// "Positive: 248 of 5834 in train, 29 of 722 in valid, 32 of 709 in test": how much the figures can be worth.
std::string sizes_sentence(const std::vector<record::PartSize>& splits);

bool has_like_best(const record::ComparisonSummary& summary);
bool has_chosen(const std::vector<record::CellSummary>& cells);
// A comparison that was stopped early lacks almost everything: the first sentences, and how many more there are.
std::vector<std::string> shown_missing(const std::vector<std::string>& missing);
// "Chosen on validation", or on training where the comparison is about that.
std::string chosen_title(const record::Comparison& comparison);

}  // namespace pauc::report
