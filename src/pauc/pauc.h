#pragma once

/// \file
/// The public API: link `pauc::pauc`. Headers that this file does not include may change without notice.
///
///   metrics     auc, partial_auc, evaluate (pauc/metrics.h; these alone need `pauc::metric` only)
///   data        load_examples, split_examples, fit_inputs, dataset_of: from files to a Dataset
///   sampler     Sampler: the ids of the next batch
///   model       make_model, or model_from_module (pauc/model/module.h) for a network of your own
///   objective   make_objective: from a scored batch to a loss
///   optimiser   make_optimiser and its schedules
///   ranks       Ranks: the processes that share a training
///   training    fit trains in memory, train makes a run folder, predict scores new data with it

#include "pauc/batch/batch.h"
#include "pauc/batch/named_tensors.h"
#include "pauc/batch/scored_batch.h"
#include "pauc/core/random.h"
#include "pauc/core/span.h"
#include "pauc/data/dataset.h"
#include "pauc/data/examples.h"
#include "pauc/data/inputs.h"
#include "pauc/data/options.h"
#include "pauc/data/split_examples.h"
#include "pauc/metrics.h"
#include "pauc/model/graph/dmpnn.h"
#include "pauc/model/graph/gin.h"
#include "pauc/model/image/resnet.h"
#include "pauc/model/make_model.h"
#include "pauc/model/model.h"
#include "pauc/model/table/linear.h"
#include "pauc/model/table/mlp.h"
#include "pauc/model/tree/forest.h"
#include "pauc/model/tree/trees.h"
#include "pauc/objective/make_objective.h"
#include "pauc/objective/method/auc_m.h"
#include "pauc/objective/method/auc_sh.h"
#include "pauc/objective/method/aw_exp.h"
#include "pauc/objective/method/aw_poly.h"
#include "pauc/objective/method/ce.h"
#include "pauc/objective/method/hard.h"
#include "pauc/objective/method/mb.h"
#include "pauc/objective/method/p_push.h"
#include "pauc/objective/method/pauci.h"
#include "pauc/objective/method/sopa.h"
#include "pauc/objective/method/sopa_s.h"
#include "pauc/objective/method/sota.h"
#include "pauc/objective/method/sota_s.h"
#include "pauc/objective/method/staco.h"
#include "pauc/objective/method/svm_pauc.h"
#include "pauc/objective/method/top_push.h"
#include "pauc/objective/objective.h"
#include "pauc/optimiser/optimiser.h"
#include "pauc/optimiser/schedule.h"
#include "pauc/ranks/failed_rank.h"
#include "pauc/ranks/ranks.h"
#include "pauc/sampler/sampler.h"
#include "pauc/trainer/loop/fit.h"
#include "pauc/trainer/loop/score.h"
#include "pauc/trainer/run/predict.h"
#include "pauc/trainer/run/run.h"
