#include <xgboost/c_api.h>
#include <xgboost/version_config.h>

#include <algorithm>
#include <limits>

#include "pauc/batch/cpu_data.h"
#include "pauc/core/error.h"
#include "pauc/model/tree/boosting.h"
#include "pauc/model/tree/tree_json.h"

namespace pauc {

namespace {

void check(int code) {
  if (code != 0) fail(Fault::failed_run, "XGBoost: ", XGBGetLastError());
}

// XGBoost prints messages unless it is told not to, in each thread.
void silence() {
  thread_local bool silent = false;
  if (!silent) check(XGBSetGlobalConfig(R"({"verbosity": 0})"));
  silent = true;
}

// What numpy and others call __array_interface__.
std::string array_text(const void* data, std::int64_t rows, std::int64_t columns) {
  return joined(R"({"data": [)", reinterpret_cast<std::uintptr_t>(data), R"(, true], "shape": [)", rows, ", ", columns,
                R"(], "typestr": "<f4", "version": 3})");
}

// Hands the rows to XGBoost in pieces, as often as it asks for them.
class RowPieces {
 public:
  RowPieces(std::int64_t rows, std::int64_t features, const std::vector<std::int64_t>& categories,
            const GatherRange& gather)
      : rows_(rows), features_(features), gather_(gather) {
    check(XGProxyDMatrixCreate(&proxy_));
    for (const std::int64_t count : categories) types_.push_back(count > 0 ? "c" : "q");
  }
  ~RowPieces() { XGDMatrixFree(proxy_); }
  RowPieces(const RowPieces&) = delete;
  RowPieces& operator=(const RowPieces&) = delete;

  std::shared_ptr<void> quantised(int threads) {
    DMatrixHandle made = nullptr;
    const std::string config = joined(R"({"missing": NaN, "max_bin": 256, "nthread": )", threads, "}");
    const int code = XGQuantileDMatrixCreateFromCallback(this, proxy_, nullptr, &RowPieces::reset, &RowPieces::next,
                                                         config.c_str(), &made);
    if (failure_) std::rethrow_exception(failure_);
    check(code);
    return {made, [](void* matrix) { XGDMatrixFree(matrix); }};
  }

 private:
  static void reset(DataIterHandle self) { static_cast<RowPieces*>(self)->at_ = 0; }

  // Exceptions must not pass through XGBoost's own code.
  static int next(DataIterHandle self) {
    auto& pieces = *static_cast<RowPieces*>(self);
    try {
      return pieces.has_next() ? 1 : 0;
    } catch (...) {
      pieces.failure_ = std::current_exception();
      return 0;
    }
  }

  bool has_next() {
    constexpr std::int64_t kRowsAtOnce = 1024;
    if (at_ >= rows_ || failure_) return false;
    const std::int64_t end = std::min(rows_, at_ + kRowsAtOnce);
    batch_ = gather_(at_, end).features.contiguous();
    check(XGProxyDMatrixSetDataDense(proxy_, array_text(cpu_data<float>(batch_), end - at_, features_).c_str()));
    if (!types_.empty()) {
      check(XGDMatrixSetStrFeatureInfo(proxy_, "feature_type", types_.data(), types_.size()));
    }
    at_ = end;
    return true;
  }

  std::int64_t rows_;
  std::int64_t features_;
  const GatherRange& gather_;
  DMatrixHandle proxy_ = nullptr;
  std::vector<const char*> types_;
  at::Tensor batch_;  // XGBoost reads it until it asks for the next one
  std::int64_t at_ = 0;
  std::exception_ptr failure_;
};

// A booster for a single round. Each round gets a new one: a booster's random numbers cannot be saved, and a training
// that is resumed has to grow the same trees.
class Round {
 public:
  Round(DMatrixHandle matrix, const RoundOptions& options) : matrix_(matrix) {
    check(XGBoosterCreate(&matrix_, 1, &booster_));
    set("objective", "binary:logistic");
    set("base_score", "0.5");
    set("tree_method", "hist");
    set("nthread", joined(options.threads));
    set("seed", joined(static_cast<std::int64_t>(options.seed % std::numeric_limits<std::int32_t>::max())));
    set("max_depth", joined(options.depth));
    set("eta", joined(options.eta));
    set("colsample_bytree", joined(options.colsample));
    set("lambda", joined(options.leaf_penalty));
    set("min_child_weight", joined(options.min_child_weight));
  }
  ~Round() { XGBoosterFree(booster_); }
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;

  void boost(const std::vector<float>& gradients, const std::vector<float>& curvatures) {
#if XGBOOST_VER_MAJOR > 2 || (XGBOOST_VER_MAJOR == 2 && XGBOOST_VER_MINOR >= 1)
    const auto rows = static_cast<std::int64_t>(gradients.size());
    check(XGBoosterTrainOneIter(booster_, matrix_, 0, array_text(gradients.data(), rows, 1).c_str(),
                                array_text(curvatures.data(), rows, 1).c_str()));
#else
    // XGBoost only reads them.
    check(XGBoosterBoostOneIter(booster_, matrix_, const_cast<float*>(gradients.data()),
                                const_cast<float*>(curvatures.data()), gradients.size()));
#endif
  }

  Tree tree() const {
    bst_ulong size = 0;
    const char* text = nullptr;
    check(XGBoosterSaveModelToBuffer(booster_, R"({"format": "json"})", &size, &text));
    return ensemble_from_xgboost(std::string(text, size), "XGBoost").tree(0);
  }

  std::vector<float> added() const {
    const bst_ulong* shape = nullptr;
    bst_ulong dimensions = 0;
    const float* values = nullptr;
    check(XGBoosterPredictFromDMatrix(
        booster_, matrix_,
        R"({"type": 1, "training": false, "iteration_begin": 0, "iteration_end": 0, "strict_shape": false})", &shape,
        &dimensions, &values));
    return {values, values + shape[0]};
  }

 private:
  void set(const char* name, const std::string& value) { check(XGBoosterSetParam(booster_, name, value.c_str())); }

  DMatrixHandle matrix_;
  BoosterHandle booster_ = nullptr;
};

}  // namespace

std::string boosting_version() {
  int major = 0, minor = 0, patch = 0;
  XGBoostVersion(&major, &minor, &patch);
  return joined(major, ".", minor, ".", patch);
}

std::string missing_boosting() { return {}; }

QuantisedRows::QuantisedRows(std::int64_t rows, std::int64_t features, const std::vector<std::int64_t>& categories,
                             const GatherRange& gather, int threads)
    : rows_(rows) {
  silence();
  matrix_ = RowPieces(rows, features, categories, gather).quantised(threads);
}

GrownTree QuantisedRows::grow(const std::vector<float>& gradients, const std::vector<float>& curvatures,
                              const RoundOptions& options) const {
  silence();
  Round round(matrix_.get(), options);
  round.boost(gradients, curvatures);
  return {round.tree(), round.added()};
}

}  // namespace pauc
