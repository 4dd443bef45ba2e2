#pragma once

/// \file
/// Everything that evaluates labels and scores: link `pauc::metric`, which needs neither LibTorch nor image libraries.

#include "pauc/core/error.h"
#include "pauc/core/version.h"
#include "pauc/metric/cases.h"
#include "pauc/metric/evaluation.h"
#include "pauc/metric/interval/guarantee.h"
#include "pauc/metric/interval/paired_difference.h"
#include "pauc/metric/interval/uncertainty.h"
#include "pauc/metric/partial_auc.h"
#include "pauc/metric/platt.h"
#include "pauc/metric/region.h"
#include "pauc/metric/registry.h"
#include "pauc/metric/roc.h"
#include "pauc/metric/score_table.h"
#include "pauc/metric/screening.h"
