#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pauc/record/card.h"

namespace pauc::record {

// A column of the training data, as people read about it.
struct CardColumn {
  std::string name;
  bool is_number = true;
  std::optional<std::pair<double, double>> range;  // of a number in training, if the card has it
  std::size_t categories = 0;                      // with a value of their own
  std::string dropped;                             // why it is not used; empty: it is
};

constexpr std::size_t kMostListedColumns = 1000;

// The columns in the preprocessing of a card, at most so many; none if it has no columns.
std::vector<CardColumn> columns_of(const ModelCard& card, const std::string& where);

}  // namespace pauc::record
