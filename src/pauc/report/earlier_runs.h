#pragma once

#include <string>

#include "pauc/report/finished_run.h"

namespace pauc::report {

// Where `run` was trained like `earlier` (train --like) and its folder has the scores that the earlier model gives the
// test rows of `run`, takes these rows and scores instead of the earlier run's own, so that both can be compared.
void take_rows_of_successor(FinishedRun& run, FinishedRun& earlier);

}  // namespace pauc::report
