#!/usr/bin/python3
"""Compares one network for the twelve labels of tox21 with a network for each: AUC and partial AUC on test.

Both have the same architecture, number of epochs and rows of each part (the data set's scaffold split); the epoch is
chosen on validation, for the one network by the mean over labels. A figure is the mean over the twelve labels, as in
OGB's evaluation; partial AUC is on McClish's scale. A seed changes the training.

  shared   pauc train --label A,B,...
  single   pauc train --label A,B,... --task A, and so on; seconds are those of all twelve
  virtual  as shared, with --virtual-node on

--data is a folder with tox21/mol.csv.gz. Finished figures stay in --results, and the next call adds what is missing.
Needs python3-numpy and python3-sklearn.

Example: benchmarks/labels.py --pauc build/release/pauc --data FOLDER --work /tmp/labels --objectives ce --seeds 2
"""
import shutil
import statistics
import sys
from functools import partial
from pathlib import Path

from sklearn.metrics import roc_auc_score

import pauc_runs
from judging import judge
from options import parse, parser_of
from recorded_cells import RecordedCells, markdown, measure_all, plus_minus

LABELS = ["NR-AR", "NR-AR-LBD", "NR-AhR", "NR-Aromatase", "NR-ER", "NR-ER-LBD", "NR-PPAR-gamma", "SR-ARE", "SR-ATAD5",
          "SR-HSE", "SR-MMP", "SR-p53"]
TARGET = 0.1
FPRS = [0.05, 0.1, 0.3]
OBJECTIVES = {
    "ce": ["--objective", "ce"],
    "sopa": ["--objective", "sopa", "--pretrain-epochs", "10"],
}
METHODS = {"shared": [], "single": [], "virtual": ["--virtual-node", "on"]}
IDENTITY = ["objective", "epochs", "method", "seed", "threads"]


def figures(folder):
    labels, scores = pauc_runs.scores_of(folder, "test")
    values = judge(labels, scores, FPRS)
    pauc_runs.check(folder, values, TARGET)
    found = {f"{fpr:g}": values[f"{fpr:g}"]["mcclish"] for fpr in FPRS}
    return {"auc": float(roc_auc_score(labels, scores)), **found, "rows": len(labels)}


def measure(args, cell):
    name = f"{cell['objective']}-{cell['epochs']}-{cell['method']}-{cell['seed']}"
    folder = args.work / "runs" / name
    shutil.rmtree(folder, ignore_errors=True)
    common = ["--label", ",".join(LABELS), "--smiles", "smiles", "--split", "split", "--fpr-max", TARGET, "--model",
              "gin", *METHODS[cell["method"]], *OBJECTIVES[cell["objective"]], "--epochs", cell["epochs"], "--seed",
              cell["seed"], "--threads", args.threads, "--cache", args.work / "cache"]
    data = args.data / "tox21/mol.csv.gz"
    if cell["method"] != "single":
        used = pauc_runs.train(args.pauc, data, common, folder)
        values = {label: figures(folder / "tasks" / label) for label in LABELS}
    else:
        runs = {label: pauc_runs.train(args.pauc, data, [*common, "--task", label], folder / label)
                for label in LABELS}
        values = {label: figures(folder / label) for label in LABELS}
        used = {"seconds": round(sum(run["seconds"] for run in runs.values()), 3),
                "cpu_seconds": round(sum(run["cpu_seconds"] for run in runs.values()), 3),
                "memory_mb": max(run["memory_mb"] for run in runs.values())}
    if not args.keep_runs:
        shutil.rmtree(folder)
    return [{**cell, "values": values, **used, "program": pauc_runs.program_of(args.pauc)}]


def wanted(args):
    for objective in args.objectives:
        for seed in range(args.seeds):
            for method in args.methods:
                yield {"objective": objective, "epochs": args.epochs, "method": method, "seed": seed,
                       "threads": args.threads}


def mean_of(cell, measure_name):
    return statistics.fmean(of_label[measure_name] for of_label in cell["values"].values())


def show(args, cells):
    measures = {"AUC": "auc", **{f"partial AUC, FPR <= {fpr:g}": f"{fpr:g}" for fpr in FPRS}}
    for objective in args.objectives:
        asked = (objective, args.epochs, args.threads)
        found = {(cell["method"], cell["seed"]): cell for cell in cells.all()
                 if (cell["objective"], cell["epochs"], cell["threads"]) == asked}
        methods = [method for method in METHODS if any(method == of for of, _ in found)]
        print(f"\n{objective}, {args.epochs} epochs: mean over {len(LABELS)} labels and over seeds, with the standard "
              "deviation over seeds\n")
        lines = []
        for method in methods:
            of_method = [cell for (name, _), cell in sorted(found.items()) if name == method]
            lines.append([method, str(len(of_method)),
                          *(spread([mean_of(cell, key) for cell in of_method]) for key in measures.values()),
                          *(f"{statistics.fmean(cell[key] for cell in of_method):.0f}"
                            for key in ("cpu_seconds", "memory_mb"))])
        print(markdown(["", "seeds", *measures, "seconds of the processor", "MB"], lines))
        seeds = sorted(seed for method, seed in found if method == "shared" and ("single", seed) in found)
        if seeds:
            show_pairs([(found["shared", seed], found["single", seed]) for seed in seeds], measures)


def spread(values):
    return f"{statistics.fmean(values):.4f}" + (f" ({statistics.stdev(values):.4f})" if len(values) > 1 else "")


def show_pairs(pairs, measures):
    """Differences paired by label, since seeds are few."""
    print(f"\nshared − single, mean over {len(pairs)} seeds; ± standard error over the labels\n")
    lines = []
    for name, key in measures.items():
        of_labels = [statistics.fmean(shared["values"][label][key] - single["values"][label][key]
                                      for shared, single in pairs) for label in LABELS]
        lines.append([name, plus_minus(of_labels), f"{sum(value > 0 for value in of_labels)} of {len(LABELS)}"])
    print(markdown(["", "shared − single", "labels better"], lines))


def main():
    parser = parser_of(__doc__, ",".join(METHODS), Path(__file__).parent / "results/labels.json", seeds=5)
    parser.add_argument("--objectives", default=",".join(OBJECTIVES), help="[%(default)s]")
    parser.add_argument("--epochs", type=int, default=20, help="of each training [%(default)s]")
    args = parse(parser, {"methods": list(METHODS), "objectives": list(OBJECTIVES)})
    cells = RecordedCells(args.results, IDENTITY)
    failed = 0 if args.show else measure_all(cells, wanted(args), partial(measure, args), args.workers)
    show(args, cells)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
