#pragma once

#include <string>

#include "pauc/record/monitoring.h"
#include "pauc/report/table/text_table.h"

namespace pauc::report {

// "FPR at most 0.1, guaranteed with 95 %: 140 of 1203 negatives raised a false alarm ...": one sentence per promise.
std::string promise_sentence(const record::PromiseCheck& check, double level);
// "12.1 % of the rows are called positive; on the rows where the threshold was found it was 10.4 %."
std::string called_sentence(const record::Monitoring& monitoring);
// The columns that people are shown: fingerprints have thousands.
constexpr std::size_t kShownColumns = 20;
// "2028 more columns; --json has all of them"; empty if all are shown.
std::string more_columns_sentence(const record::Monitoring& monitoring);
// What `pauc monitor` prints.
std::string monitoring_text(const record::Monitoring& monitoring, std::size_t width = kUsualWidth);

}  // namespace pauc::report
