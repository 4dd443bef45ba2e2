#include "pauc/trainer/config/meant_name.h"

#include <algorithm>

#include "pauc/core/text/lower_case.h"

namespace pauc {

namespace {

struct Meaning {
  const char* words;   // separated by spaces, in any spelling of - and _
  const char* needed;  // the name that the list must have
  const char* advice;  // what to say
};

constexpr Meaning kMeanings[] = {
    {"xgboost xgb lightgbm lgbm catboost gbm gbdt gbrt boosting boosted gradientboosting tree", "trees", "trees"},
    {"logistic logisticregression logreg lr glm lasso ridge svm regression", "linear", "linear"},
    {"randomforest rf extratrees randomforestclassifier", "forest", "forest"},
    {"nn dnn net network neuralnetwork neural deep perceptron", "mlp", "mlp"},
    {"gnn gcn graph mpnn chemprop gat", "gin", "gin"},
    {"cnn resnet convnet image", "resnet20", "resnet20"},
    {"auc auroc rocauc roc aucroc", "auc-m",
     "auto, which tries several for the partial AUC, or auc-sh for the whole AUC"},
    {"pauc opauc partialauc", "sopa", "sopa"},
    {"tpauc twoway twowayauc", "sota", "sota"},
    {"bce logloss crossentropy binarycrossentropy logistic logit deviance", "ce", "ce"},
    {"top precision precisionattop ap", "top-push", "top-push or p-push"},
};

}  // namespace

std::string meant_name(const std::string& wanted, const std::vector<std::string>& names) {
  std::string word;
  for (const char c : wanted) {
    if (c != '-' && c != '_' && c != ' ') word += lower_case(c);
  }
  for (const Meaning& meaning : kMeanings) {
    const bool lists = (" " + std::string(meaning.words) + " ").find(" " + word + " ") != std::string::npos;
    if (lists && std::find(names.begin(), names.end(), meaning.needed) != names.end()) return meaning.advice;
  }
  return "";
}

}  // namespace pauc
