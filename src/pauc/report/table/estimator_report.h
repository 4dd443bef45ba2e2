#pragma once

#include <string>

#include "pauc/record/estimator.h"

namespace pauc::report {

// The accuracy of the KL estimator in several formats. None contains a date: the same request gives the same bytes.

// fpr_max,lambda,draws,mean,std,min,q25,median,q75,max
std::string estimator_csv(const record::EstimatorAccuracy& accuracy);

// One row per bound of the FPR: the best lambda and its error, the errors at the lambdas that zhu2022 chooses from, and
// lambda_for's choice with its error.
std::string estimator_markdown(const record::EstimatorAccuracy& accuracy);

// Writes estimator.csv, estimator.md, one estimator-FPR.svg per bound and, last, estimator.json. Makes the folder if
// necessary.
void write_estimator(const std::string& folder, const record::EstimatorAccuracy& accuracy);

}  // namespace pauc::report
