"""Measures pauc and its peers in the same run, on one thread each (effort: on all cores), and prints ratios.

  compare.py metrics|objectives|data|train|models|effort|python [--quick] [--json]

For objectives, `seconds` is one whole step from scores to gradients through autograd, sorting included, nothing reused,
in seconds of the processor on one thread; the baseline is the same step by plain tensor operations, by sorting where
the loss allows it and else in tiles of pairs, or x.sum().backward() on as many scores.
one_way_bootstrap is the time of one replicate; evaluate is the time of all figures with analytic intervals.

Prints medians of several runs; with --quick, slow peers run once. Without --json it prints a table and saves the
figures in benchmarks/results/.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np  # noqa: E402
from sklearn.metrics import roc_auc_score  # noqa: E402

from measuring import BUILD, ROOT, all_of, ours, row, timed  # noqa: E402
from reading import data  # noqa: E402
from training import models, train  # noqa: E402

REPLICATES = 2000


def dumped(rows, positives, folder):
    subprocess.check_call([BUILD / "bench_metrics", "--dump", str(rows), str(positives), folder])
    return np.fromfile(f"{folder}/labels.u8", np.uint8), np.fromfile(f"{folder}/scores.f64", np.float64)


def proc_seconds(folder, rows, replicates):
    """Seconds a replicate of pROC's own stratified bootstrap of a partial AUC."""
    script = f"""
      suppressPackageStartupMessages(library(pROC))
      labels <- as.integer(readBin("{folder}/labels.u8", "raw", {rows}))
      scores <- readBin("{folder}/scores.f64", "double", {rows})
      curve <- roc(labels, scores, levels = c(0, 1), direction = "<", quiet = TRUE, auc = FALSE)
      seconds <- system.time(ci.auc(curve, method = "bootstrap", boot.n = {replicates}, progress = "none",
                                    partial.auc = c(1, 0.7)))[["elapsed"]]
      cat(seconds / {replicates})
    """
    return float(subprocess.check_output(["Rscript", "-e", script], text=True))


def metrics(quick):
    repetitions = 3 if quick else 7
    rows, positives = 10_000_000, 1_000_000
    size = f"{positives}x{rows - positives}"
    with tempfile.TemporaryDirectory() as folder:
        labels, scores = dumped(rows, positives, folder)
        once = 1 if quick else 3
        yield row("auc", size, ours("bench_metrics", "auc", repetitions), "scikit-learn roc_auc_score",
                  timed(lambda: roc_auc_score(labels, scores), once))
        yield row("one_way", size, ours("bench_metrics", "one_way", repetitions),
                  "scikit-learn roc_auc_score(max_fpr=0.3)",
                  timed(lambda: roc_auc_score(labels, scores, max_fpr=0.3), once))
        yield row("two_way", size, ours("bench_metrics", "two_way", repetitions), None, None)
    with tempfile.TemporaryDirectory() as folder:
        dumped(100_000, 10_000, folder)
        seconds, memory = ours("bench_metrics", "one_way_bootstrap", 1 if quick else 5)
        yield row("one_way_bootstrap", "10000x90000", (seconds / REPLICATES, memory), "pROC ci.auc(method='bootstrap')",
                  proc_seconds(folder, 100_000, 30 if quick else 300))
    yield row("evaluate", "100000x900000", ours("bench_metrics", "evaluate_all", repetitions), None, None)


OBJECTIVES = ["sopa", "sopa@own", "sopa-s", "sopa-s@0.1", "sota", "sota@own", "sota-s", "sota-s@0.1", "auc-sh",
              "p-push", "top-push", "mb", "aw-poly", "aw-exp", "staco", "pauci", "svm-pauc", "auc-m", "ce", "hard"]
QUICK_OBJECTIVES = ["sopa", "sopa@own", "sopa-s", "sopa-s@0.1", "sota-s", "sota-s@0.1", "auc-sh"]
PLAIN, SUM = "plain tensor operations", "x.sum().backward()"


def plain_name(name):
    """Tiles of pairs take the same time at any lambda."""
    return name if name.endswith("@own") else name.partition("@")[0]


def objective_row(name, size, measured, baseline, baseline_seconds):
    base, _, value = name.partition("@")
    if base not in ("sopa-s", "sota-s", "exact_kl"):
        return row(name, "x".join(size), measured, baseline, baseline_seconds)
    return {**row(base, "x".join(size), measured, baseline, baseline_seconds), "lambda": float(value or 1)}


def objectives(quick):
    names = QUICK_OBJECTIVES if quick else OBJECTIVES
    either = "|".join(names)
    for size in [("32", "32"), ("256", "256"), ("1024", "4096"), ("4096", "16384")]:
        if quick and size in (("256", "256"), ("1024", "4096")):
            continue
        at_size = "/".join(size)
        small, large = size == ("32", "32"), size == ("4096", "16384")
        fast = all_of("bench_objectives", f"^({either}|sum_backward)/{at_size}$", 5 if quick else 9, 0.05,
                      clock="cpu_time")
        slow = "|".join(sorted({plain_name(name) for name in names}))
        plain = all_of("bench_objectives", f"^plain:({slow})/{at_size}$", 1 if quick and large else 3,
                       0.05 if small else 0, clock="cpu_time")
        for name in names:
            measured = fast[(name, *size)]
            yield objective_row(name, size, measured, PLAIN, plain[("plain:" + plain_name(name), *size)][0])
            if small:
                yield objective_row(name, size, measured, SUM, fast[("sum_backward", *size)][0])
    largest = [("100000", "1000000")] if quick else [("1000", "9000"), ("10000", "90000"), ("100000", "900000"),
                                                     ("1000000", "9000000"), ("100000", "1000000")]
    for name in ["exact_cvar", "exact_kl", "exact_kl@0.1"]:
        found = {size: all_of("bench_objectives", f"^{name}/{'/'.join(size)}$", 3, 0, clock="cpu_time")[(name, *size)]
                 for size in largest}
        for size, measured in found.items():
            yield objective_row(name, size, measured, None, None)
        if not quick:
            times = [found[size][0] for size in largest[:4]]
            print(f"{name}: time grows as n to the power " +
                  ", ".join(f"{math.log10(b / a):.2f}" for a, b in zip(times, times[1:])) +
                  f" from 1e4 to 1e5, 1e6, 1e7 scores; {math.log10(times[3] / times[0]) / 3:.2f} over all",
                  file=sys.stderr)


def effort(quick):
    """Seconds and memory of whole trainings and predictions beside XGBoost's own: benchmarks/effort.py."""
    from effort import effort as measured
    yield from measured(quick, BUILD / "pauc", row)


def python(quick):
    """Steps, metrics and the import of the Python package: benchmarks/python.py."""
    from python import measured
    yield from measured(quick, row)


def keep(name, figures):
    asked = ["git", "-C", ROOT, "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(asked, capture_output=True, text=True).stdout.strip()
    folder = ROOT / "benchmarks/results"
    folder.mkdir(exist_ok=True)
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
    host = {"cpu": cpu, "cores": len(os.sched_getaffinity(0))}
    content = {"host": host, "commit": commit, "figures": figures}
    (folder / f"{name}.json").write_text(json.dumps(content, indent=1) + "\n")


def main():
    stages = {"metrics": metrics, "objectives": objectives, "data": data, "train": train, "models": models,
              "effort": effort, "python": python}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage", choices=stages)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    figures = list(stages[arguments.stage](arguments.quick))
    if arguments.json:
        print(json.dumps(figures, indent=1))
        return
    print(f"{'what':36} {'size':>16} {'pauc s':>10} {'peer s':>10} {'ratio':>8} {'memory MB':>10}  peer")
    for f in figures:
        peer = ("-", "-") if f["ratio"] is None else (f"{f['baseline_seconds']:.4g}", f"{f['ratio']:.3g}")
        name = f["name"] + (f" lambda {f['lambda']:g}" if "lambda" in f else "")
        print(f"{name:36} {f['size']:>16} {f['seconds']:10.4g} {peer[0]:>10} {peer[1]:>8} "
              f"{f['memory_mb']:10.0f}  {f['baseline'] or ''}")
    if not arguments.quick:
        keep(arguments.stage, figures)


if __name__ == "__main__":
    main()
