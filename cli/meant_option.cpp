#include "meant_option.h"

#include <algorithm>

#include "pauc/core/text/lower_case.h"

namespace pauc::cli {

namespace {

struct Meaning {
  const char* words;   // separated by spaces, without -- and in any spelling of - and _
  const char* option;  // of pauc
  const char* advice;  // the option as it is typed, or a whole clause on what to do instead
};

// The first row whose word is asked for and whose option the command has counts.
constexpr Meaning kMeanings[] = {
    {"cv kfold kfolds nfold nfolds crossvalidation crossvalidate crossval numfolds", "--folds", "--folds K"},
    {"target targetcolumn labelcolumn labels class classcolumn outcome response y ycol dependent", "--label",
     "--label COLUMN"},
    {"testsize testfraction holdout", "--fractions",
     "set the shares of train, valid and test: --fractions 0.7,0.1,0.2 for a test share of 0.2"},
    {"trainsize trainfraction splitratio validsize valsize validationsize validationsplit validfraction", "--fractions",
     "set the shares of train, valid and test: --fractions 0.8,0.1,0.1 for a training share of 0.8"},
    {"testfile testdata testset testcsv evalset", "--test", "--test FILE"},
    {"nepochs numepochs maxepochs iterations maxiter niter steps", "--epochs", "--epochs N"},
    {"learningrate eta stepsize", "--lr", "--lr NUMBER"},
    {"batch bs minibatch batchsizes", "--batch-size", "--batch-size N"},
    {"fpr maxfpr fprlimit maxfalsepositiverate alpha falsepositiverate beta falsealarms", "--fpr-max",
     "--fpr-max 0.05"},
    {"specificity minspecificity", "--fpr-max", "give 1 - specificity: --fpr-max 0.05 for a specificity of 0.95"},
    {"sensitivity recall minrecall mintpr tpr minsensitivity", "--tpr-min", "--tpr-min 0.8"},
    {"ignore exclude dropcolumns skip remove without ignorecolumns dropcols", "--drop", "--drop A,B"},
    {"columns cols usecols featurecolumns inputs x predictors", "--features", "--features A,B"},
    {"categorical categoricalfeatures catfeatures factors nominal", "--categories", "--categories A,B"},
    {"navalues na nastring nulls missingvalues nan", "--missing", "--missing unknown,-999"},
    {"patient subject cluster groupby groups groupcolumn patientid", "--group", "--group COLUMN"},
    {"idcolumn index indexcol rowid key identifier", "--id", "--id COLUMN"},
    {"weights sampleweight sampleweights weightcolumn caseweights", "--weight", "--weight COLUMN"},
    {"poslabel positiveclass positivelabel posclass positivevalue", "--positive", "--positive VALUE"},
    {"classifier estimator algorithm method algo architecture", "--model", "--model NAME (see pauc list models)"},
    {"loss lossfunction criterion metric", "--objective", "--objective NAME (see pauc list objectives)"},
    {"optimizer optim solver", "--optimiser", "--optimiser NAME"},
    {"output outdir outputdir outfolder save saveto savedir outfile o destination", "--out", "--out PLACE"},
    {"randomstate randomseed rngseed", "--seed", "--seed N"},
    {"jobs njobs ncores cores nthreads numthreads workers numworkers cpus parallel", "--threads", "--threads N"},
    {"noheader skipheader headerless headernone", "--no-header", "--no-header"},
    {"stratify stratified shuffle splitby", "--split", "--split stratified, grouped or random"},
    {"force f replace", "--overwrite", "--overwrite"},
    {"continue restart resumefrom", "--resume", "--resume with the --out of the run"},
    {"time timeout timelimit maxtime budget duration timebudget hours", "--minutes", "--minutes N"},
    {"threshold cutoff operatingpoint", "--at-fpr", "decide by a false-positive rate: --at-fpr RATE"},
    {"threshold cutoff operatingpoint", "--fpr-max",
     "training needs none; give it when you score rows: pauc predict RUN DATA --threshold T, or --at-fpr RATE"},
    {"proba predictproba probabilities prob", "--probability", "--probability"},
    {"earlystopping earlystoppingrounds", "--patience", "--patience N"},
    {"regularization regularisation l2 weightdecays c", "--weight-decay", "--weight-decay NUMBER"},
    {"pretrained checkpoint warmstart finetune initfrom", "--init", "--init RUN"},
    {"scores scorecolumn predictions prediction pred ypred predcolumn", "--score", "--score COLUMN"},
    {"bootstrap bootstraps nboot", "--replicates", "--ci bootstrap --replicates N"},
    {"ci conf confidencelevel level confint", "--confidence", "--confidence 0.95"},
    {"debug v progress", "--verbose", "--verbose"},
    {"silent q nooutput", "--quiet", "--quiet"},
    {"report html page", "--html", "--html FILE"},
    {"sep delimiter separator delim", "--kind", "leave it out: commas, tabs and semicolons are recognised"},
    {"encoding charset codepage", "--kind", "leave it out: UTF-8, UTF-16 and Latin-1 are recognised"},
    {"gpu cuda usegpu usecuda gpus", "--device", "--device cuda"},
    {"gpu cuda usegpu usecuda gpus device", "--threads",
     "this command computes on the processor; --threads N sets the number of its threads"},
};

// Without dashes and underscores, in lower case.
std::string plain_word(const std::string& option) {
  std::string word;
  for (const char c : option.substr(0, option.find('='))) {
    if (c != '-' && c != '_') word += lower_case(c);
  }
  return word;
}

bool lists(const std::string& words, const std::string& word) {
  return (" " + words + " ").find(" " + word + " ") != std::string::npos;
}

struct CommandMeaning {
  const char* words;
  const char* command;
};

constexpr CommandMeaning kCommands[] = {
    {"fit learn build create training run model", "train"},
    {"score apply infer inference classify prediction", "predict"},
    {"eval evaluation auc roc metrics test judge measure", "evaluate"},
    {"show info describe head inspect look summary stats check explore", "data"},
    {"html page plot results view", "report"},
    {"benchmark tune grid search gridsearch comparison", "compare"},
    {"models objectives datasets", "list"},
    {"server http api rest endpoint listen", "serve"},
    {"wizard guide begin init new hello", "start"},
    {"clean cleanup prune trim gc shrink", "tidy"},
};

}  // namespace

std::string meant_command(const std::string& unknown) {
  const std::string word = plain_word(unknown);
  for (const CommandMeaning& meaning : kCommands) {
    if (lists(meaning.words, word)) return meaning.command;
  }
  return "";
}

std::string meant_option(const std::string& unknown, const std::vector<std::string>& known) {
  const std::string word = plain_word(unknown);
  for (const Meaning& meaning : kMeanings) {
    const bool has = std::find(known.begin(), known.end(), meaning.option) != known.end();
    if (!has || !lists(meaning.words, word)) continue;
    const bool is_option = std::string(meaning.advice).rfind("--", 0) == 0;
    return (is_option ? "pauc calls it " : "") + std::string(meaning.advice);
  }
  return "";
}

}  // namespace pauc::cli
