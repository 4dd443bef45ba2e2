#!/usr/bin/env python3
"""Compares training methods on tables: partial AUC (FPR <= 0.05, McClish scale) on test, the same splits for all.

Each table is split anew for each seed; pauc's runs and xgboost learn from the same training rows and are judged on
the same test rows. xgboost has no use for the validation rows and does not see them.

Needs numpy and pandas, and for xgboost also scikit-learn and xgboost.

Example: benchmarks/tables.py --pauc build/release/pauc --data FOLDER --seeds 5 --out OUT --resume
"""
import argparse
import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd

FPR_MAX = "0.05"
CSV = ["--no-header"]
TABLES = {  # name: file, the file of a test part of its own, options of pauc
    "mammography": ("mammography.csv", None, CSV),
    "annthyroid": ("adbench_annthyroid.csv.gz", None, CSV),
    "shuttle": ("adbench_shuttle.csv.gz", None, CSV),
    "cover": ("adbench_cover.csv.gz", None, CSV),
    "a9a": ("a9a.gz", "a9a.t.gz", []),
}
METHODS = ["ce", "sopa", "sopa-s", "auto", "xgboost"]
PAIRS = [("auto", "ce"), ("auto", "xgboost")]


def mcclish(evaluation):
    return evaluation["scores"]["score"]["one_way"]["mcclish"]


def train(args, table, method, seed):
    """The folder of a finished run of pauc."""
    file, test, options = TABLES[table]
    out = args.out / table / f"{method}-{seed}"
    if args.resume and (out / "metrics.json").exists():
        return out
    command = [args.pauc, "train", args.data / file, *options, "--fpr-max", FPR_MAX, "--objective", method]
    command += ["--seed", seed, "--split-seed", seed, "--threads", args.threads, "--quiet", "--out", out, "--overwrite"]
    command += ["--test", args.data / test] if test else []
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
    return out


def read(path, columns=None):
    """Inputs and labels; the label is the last column of a CSV, the first of LIBSVM; positive above 0."""
    if ".csv" in path.name:
        table = pd.read_csv(path, header=None, quotechar="'")
        return table.iloc[:, :-1].to_numpy(), (table.iloc[:, -1].to_numpy() > 0).astype(int)
    from sklearn.datasets import load_svmlight_file

    inputs, labels = load_svmlight_file(str(path), n_features=columns)
    return inputs.toarray(), (labels > 0).astype(int)


def xgboost(args, table, seed, split):
    """The evaluation of xgboost on the split of a run of pauc."""
    import xgboost as xgb

    out = args.out / table / f"xgboost-{seed}.csv"
    if not (args.resume and out.exists()):
        file, test_file, _ = TABLES[table]
        inputs, labels = read(args.data / file)
        valid, test = (pd.read_csv(split / f"predictions-{part}.csv") for part in ("valid", "test"))
        kept = np.ones(len(labels), bool)
        kept[valid["row"] - 1] = False
        if test_file:
            test_inputs, test_labels = read(args.data / test_file, inputs.shape[1])
        else:
            kept[test["row"] - 1] = False
            test_inputs, test_labels = inputs, labels
        rows = test["row"].to_numpy() - 1
        assert (test_labels[rows] == test["label"]).all(), f"{table}: rows and labels do not match"
        model = xgb.XGBClassifier(n_estimators=300, n_jobs=args.threads, random_state=seed)
        model.fit(inputs[kept], labels[kept])
        scores = model.predict(test_inputs[rows], output_margin=True)
        pd.DataFrame({"label": test_labels[rows], "score": scores}).to_csv(out, index=False)
    command = [args.pauc, "evaluate", out, "--json", "--fpr-max", FPR_MAX]
    return json.loads(subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout)


def measure(args, table, seed):
    """Test partial AUC by method."""
    results, split = {}, None
    for method in sorted(args.methods, key=lambda name: name == "xgboost"):
        if method != "xgboost":
            split = train(args, table, method, seed)
            results[method] = mcclish(json.loads((split / "metrics.json").read_text())["test"])
        else:
            results[method] = mcclish(xgboost(args, table, seed, split or train(args, table, "ce", seed)))
    return results


def mean_and_std(values):
    return float(np.mean(values)), float(np.std(values, ddof=1)) if len(values) > 1 else math.nan


def markdown(measured, methods):
    pairs = [pair for pair in PAIRS if set(pair) <= set(methods)]
    head = ["table", *methods, *(f"{a} − {b}" for a, b in pairs)]
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for table, runs in measured.items():
        cells = [table]
        for method in methods:
            mean, std = mean_and_std([run[method] for run in runs])
            cells.append(f"{mean:.4f} ({std:.4f})")
        for a, b in pairs:
            mean, std = mean_and_std([run[a] - run[b] for run in runs])
            cells.append(f"{mean:+.4f} ± {std / math.sqrt(len(runs)):.4f}")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pauc", type=Path, required=True, help="the program")
    parser.add_argument("--data", type=Path, required=True, help="folder of the tables")
    parser.add_argument("--out", type=Path, required=True, help="folder of the runs and of results.json")
    parser.add_argument("--seeds", type=int, default=5, help="how many: 0, 1, ... [%(default)s]")
    parser.add_argument("--methods", default=",".join(METHODS), help="[%(default)s]")
    parser.add_argument("--tables", default=",".join(TABLES), help="[%(default)s]")
    parser.add_argument("--threads", type=int, default=1, help="[%(default)s]")
    parser.add_argument("--resume", action="store_true", help="leave finished runs as they are")
    args = parser.parse_args()
    args.methods, args.tables = args.methods.split(","), args.tables.split(",")
    for given, known in ((args.methods, METHODS), (args.tables, TABLES)):
        unknown = sorted(set(given) - set(known))
        if unknown:
            parser.error(f"unknown: {', '.join(unknown)}; expected some of {', '.join(known)}")
    args.out.mkdir(parents=True, exist_ok=True)
    measured = {}
    for table in args.tables:
        for seed in range(args.seeds):
            measured.setdefault(table, []).append(measure(args, table, seed))
            print(table, seed, measured[table][-1], file=sys.stderr, flush=True)
            (args.out / "results.json").write_text(json.dumps(measured, indent=2) + "\n")
    print("Mean (standard deviation) over seeds; differences are paired: mean ± standard error.\n")
    print(markdown(measured, args.methods))


if __name__ == "__main__":
    main()
