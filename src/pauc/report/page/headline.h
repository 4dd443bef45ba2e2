#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// The main results in sentences: the share of positives found at the page's false-alarm rate, compared with another
// model, the meaning of that among a thousand cases, and how far to trust the figures.
std::string headline_html(const Report& report);

// The false-positive rate that the sentences are about: the end of the region, else 0.1.
double headline_rate(const Evaluation& evaluation);

// What guaranteed thresholds of a card promise, and how far.
std::string guarantee_words(const ReportedModel& model);

// The guaranteed threshold of the first model for that rate, found before these rows were seen; null if there is none.
const AppliedThreshold* promised_threshold(const Report& report);

// A sentence for after them, with a space before it, on rows that also chose the model; empty where they did not.
std::string reuse_words(const ReportedModel& model);

// The operating point that the sentences are about: at the end of the region, else at FPR 0.1, else the first that has
// a threshold. Null if none has.
const OperatingEstimate* headline_point(const Evaluation& evaluation, const ScoreEvaluation& score);

}  // namespace pauc::report
