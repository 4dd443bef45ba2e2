#pragma once

#include <string>
#include <vector>

#include "pauc/model/tree/ensemble.h"

namespace pauc {

// The ensemble in XGBoost's JSON format, as a model of objective binary:logistic that XGBoost 1.7 and later load.
// `categories` has the number of categories of each feature, 0 for numbers; empty: all are numbers.
std::string xgboost_json(const TreeEnsemble& ensemble, const std::vector<std::int64_t>& categories);

// The score without trees nearest to `base` that a file can hold.
double base_in_file(double base);

// Reads what xgboost_json() or XGBoost wrote; `where` names the source in error messages. XGBoost does not say which
// trees make a round: each is a round of its own.
TreeEnsemble ensemble_from_xgboost(const std::string& text, const std::string& where);

}  // namespace pauc
