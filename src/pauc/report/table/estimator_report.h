#pragma once

#include <string>

#include "pauc/record/estimator.h"

namespace pauc::report {

// The accuracy of the KL estimator, one function a format. No date and no time is in them: the same request gives the
// same bytes.

// All numbers: every error of every draw, and their summaries.
std::string estimator_json(const record::EstimatorAccuracy& accuracy);

// fpr_max,lambda,draws,mean,std,min,q25,median,q75,max
std::string estimator_csv(const record::EstimatorAccuracy& accuracy);

// For each bound of the FPR the best lambda, its error, those of the lambdas that zhu2022 chooses from, and
// lambda_for's.
std::string estimator_markdown(const record::EstimatorAccuracy& accuracy);

// estimator.csv, estimator.md, one estimator-FPR.svg a bound and estimator.json, which comes last, in a folder that is
// made where there is none.
void write_estimator(const std::string& folder, const record::EstimatorAccuracy& accuracy);

}  // namespace pauc::report
