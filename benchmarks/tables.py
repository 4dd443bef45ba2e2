#!/usr/bin/python3
"""Compares training methods on tables: partial AUC at FPR <= 0.05 and <= 0.01 (McClish scale) on test.

Each seed splits each table in its own way, and all methods learn from and are judged on the same rows. With --rows 8000
(the default) at most 8000 rows are for training and validation, 3 in 4 of a smaller table; at most 40000 are for test.
With --rows all, 4 in 5 are for training and validation. a9a has a test part of its own. A tenth of the rows for
training is the validation part. No method sees the test part before it is judged.

  xgboost         depth 6, eta 0.1, up to 1000 trees, stopped by 30 rounds without progress on the validation part
  xgboost-tuned   the best of six settings by the partial AUC of rows left out, mean of 4 folds
  mlp-auto        pauc train --model mlp --objective auto: one network and fine-tunings of it
  ce, sopa, sopa-s   pauc train --model mlp --objective ..., from scratch
  trees           pauc train --model trees
  quick, standard, best   pauc train --effort ...

pauc trains once for each of --targets; a target without a training of its own is judged by the run for the first one.
A method that the program lacks is reported and left out. Finished figures stay in
--results, and the next call adds what is missing. Needs python3-numpy, python3-sklearn and python3-xgboost.

Example: benchmarks/tables.py --pauc build/release/pauc --data FOLDER --work /tmp/tables --methods xgboost,standard
"""
import sys
from functools import partial
from pathlib import Path

import pauc_runs
from judging import judge
from options import parse, parser_of
from recorded_cells import RecordedCells, by_data, comparison, measure_all, seconds_table
from table_files import TABLES, Table

TARGETS = [0.05, 0.01]
XGBOOST = ["xgboost", "xgboost-tuned"]
OF_PAUC = {
    "mlp-auto": ["--model", "mlp", "--objective", "auto"],
    **{name: ["--model", "mlp", "--objective", name] for name in ("ce", "sopa", "sopa-s")},
    "trees": ["--model", "trees"],
    "quick": ["--effort", "quick"],
    "standard": ["--effort", "standard"],
    "best": ["--effort", "best"],
}
METHODS = [*XGBOOST, *OF_PAUC]
DEFAULT = "xgboost,xgboost-tuned,mlp-auto,quick,standard,best"
IDENTITY = ["table", "rows", "method", "fpr_max", "seed", "threads"]


def measure_xgboost(args, cell):
    """Cells of all targets from one training."""
    import xgboost_methods

    table = Table(args.data, cell["table"], cell["rows"], cell["seed"])
    method = xgboost_methods.one_booster if cell["method"] == "xgboost" else xgboost_methods.tuned
    scores, used, choices = method(table, cell["seed"], args.threads, TARGETS)
    labels = table.part("test")[1]
    return [{**cell, "fpr_max": fpr, "values": judge(labels, scores[fpr], TARGETS), **used,
             "program": xgboost_methods.version(), "chosen": choices[fpr]} for fpr in TARGETS]


def measure_pauc(args, cell):
    name, rows, seed, method = (cell[key] for key in ("table", "rows", "seed", "method"))
    data = args.work / f"{name}-{rows}-{seed}.csv"
    if not data.exists():
        Table(args.data, name, rows, seed).write(data)
    options = ["--label", "label", "--positive", "1", "--split", "split", "--fpr-max", cell["fpr_max"]]
    options += ["--seed", seed, "--split-seed", seed, "--threads", args.threads, *OF_PAUC[method]]
    folder = args.work / "runs" / f"{name}-{rows}-{seed}-{method}-{cell['fpr_max']:g}"
    used = pauc_runs.train(args.pauc, data, options, folder)
    return [pauc_runs.judged_run(args, cell, folder, used, TARGETS)]


def measure(args, cell):
    return measure_xgboost(args, cell) if cell["method"] in XGBOOST else measure_pauc(args, cell)


def wanted(args):
    """Table by table, so that a stopped benchmark has whole lines. XGBoost's cells come for all targets at once."""
    for table in args.tables:
        for seed in range(args.seeds):
            for method in args.methods:
                for fpr_max in TARGETS[:1] if method in XGBOOST else args.targets:
                    yield {"table": table, "rows": args.rows, "method": method, "fpr_max": fpr_max, "seed": seed,
                           "threads": args.threads}


def for_target(cells, fpr_max):
    """Of each training the cell for this target; where there is none, that for the other one."""
    found = {}
    for cell in sorted(cells, key=lambda cell: cell["fpr_max"] == fpr_max):
        found[cell["table"], cell["method"], cell["seed"]] = cell
    return list(found.values())


def show(args, cells):
    chosen = [cell for cell in cells.all() if cell["rows"] == args.rows and cell["table"] in args.tables
              and cell["method"] in args.methods and cell["threads"] == args.threads]
    print(f"Test, at most {args.rows} training rows: mean (number of seeds); differences are paired by seed, mean ± "
          "standard error;\nlast line: over tables, with the number of tables better/worse.\n")
    for fpr_max in TARGETS:
        judged = sorted(for_target(chosen, fpr_max), key=lambda cell: args.tables.index(cell["table"]))
        for measure in ("mcclish", "tpr"):
            values = by_data(judged, "table", lambda found: found[f"{fpr_max:g}"][measure])
            title = f"partial AUC, FPR <= {fpr_max:g}" if measure == "mcclish" else f"TPR at FPR {fpr_max:g}"
            print(f"{title}\n\n{comparison(values, args.methods, args.against)}\n")
    print(seconds_table(chosen, "table", args.methods))


def main():
    parser = parser_of(__doc__, DEFAULT, Path(__file__).parent / "results/table_methods.json")
    parser.add_argument("--tables", default=",".join(TABLES), help="[%(default)s]")
    parser.add_argument("--rows", default="8000", help="most rows for training, or all [%(default)s]")
    parser.add_argument("--targets", default="0.05,0.01", help="trainings of pauc, some of these [%(default)s]")
    parser.add_argument("--against", default="xgboost", help="the method that others are compared with [%(default)s]")
    args = parse(parser, {"methods": METHODS, "tables": list(TABLES), "targets": [f"{fpr:g}" for fpr in TARGETS]})
    args.targets = [float(fpr) for fpr in args.targets]
    if args.rows != "all" and not args.rows.isdigit():
        parser.error(f"--rows: expected a number or all, got {args.rows}")
    cells = RecordedCells(args.results, IDENTITY)
    failed = 0 if args.show else measure_all(cells, wanted(args), partial(measure, args), args.workers)
    show(args, cells)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
