"""XGBoost as people use it: one booster with early stopping, and the best of six settings by 4 folds."""
import time
from contextlib import contextmanager

import numpy as np
import xgboost as xgb

from judging import judge

PLAIN = {"max_depth": 6}
SETTINGS = [{"max_depth": depth, "min_child_weight": weight, "subsample": 0.8, "colsample_bytree": 0.8}
            for depth in (4, 6, 8) for weight in (1, 5)]
FOLDS = 4


@contextmanager
def timed():
    """A dictionary that has the seconds of the clock and of the processor when the block has ended."""
    used, begin, cpu = {}, time.perf_counter(), time.process_time()
    yield used
    used.update(seconds=round(time.perf_counter() - begin, 3), cpu_seconds=round(time.process_time() - cpu, 3))


def version():
    return f"xgboost {xgb.__version__}"


def boosted(train, valid, setting, seed, threads):
    """Up to 1000 trees at eta 0.1; 30 rounds without a lower log loss on `valid` end the training."""
    options = {"objective": "binary:logistic", "eval_metric": "logloss", "tree_method": "hist", "eta": 0.1,
               "seed": seed, "nthread": threads, **setting}
    return xgb.train(options, xgb.DMatrix(*train), 1000, evals=[(xgb.DMatrix(*valid), "valid")],
                     early_stopping_rounds=30, verbose_eval=False)


def margins(booster, inputs):
    return booster.predict(xgb.DMatrix(inputs), output_margin=True, iteration_range=(0, booster.best_iteration + 1))


def one_booster(table, seed, threads, targets):
    """Scores of test by target, seconds, choices by target; this method is the same for all targets."""
    with timed() as used:
        booster = boosted(table.part("train"), table.part("valid"), PLAIN, seed, threads)
        scores = margins(booster, table.part("test")[0])
    chosen = {"rounds": booster.best_iteration + 1}
    return dict.fromkeys(targets, scores), used, dict.fromkeys(targets, chosen)


def dealt(labels, folds, random):
    """The fold of each row, each class spread evenly."""
    fold = np.empty(len(labels), int)
    for value in (0, 1):
        rows = random.permutation(np.flatnonzero(labels == value))
        fold[rows] = np.arange(len(rows)) % folds
    return fold


def folded(table, setting, fold, seed, threads):
    """Scores of the rows left out, and the mean of the four boosters on test.

    An eighth of each booster's rows ends its training, so that the rows left out have no part in it.
    """
    inputs, labels = table.part("train", "valid")
    test = table.part("test")[0]
    left_out, of_test = np.empty(len(labels)), np.zeros(len(test))
    for k in range(FOLDS):
        rows = np.flatnonzero(fold != k)
        stopping = dealt(labels[rows], 8, np.random.default_rng([seed, k])) == 0
        train, valid = rows[~stopping], rows[stopping]
        booster = boosted((inputs[train], labels[train]), (inputs[valid], labels[valid]), setting, seed, threads)
        left_out[fold == k] = margins(booster, inputs[fold == k])
        of_test += margins(booster, test) / FOLDS
    return left_out, of_test


def tuned(table, seed, threads, targets):
    """The setting with the largest partial AUC of the rows left out, for each target."""
    labels = table.part("train", "valid")[1]
    fold = dealt(labels, FOLDS, np.random.default_rng(seed))
    with timed() as used:
        found = [folded(table, setting, fold, seed, threads) for setting in SETTINGS]
    values = [judge(labels, left_out, targets) for left_out, _ in found]
    best = {fpr: max(range(len(found)), key=lambda k: values[k][f"{fpr:g}"]["mcclish"]) for fpr in targets}
    choices = {fpr: {"setting": SETTINGS[k], "valid": values[k][f"{fpr:g}"]["mcclish"]} for fpr, k in best.items()}
    return {fpr: found[k][1] for fpr, k in best.items()}, used, choices
