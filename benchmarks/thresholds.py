#!/usr/bin/python3
"""How well a threshold keeps its promise: the realised FPR on test at a wanted FPR of 1 %, 5 % and 10 %.

The thresholds are those of the model card. A single run takes them from its validation part, a tenth of the rows; a
run with folds takes them from all rows for training, each scored by the model that has not seen it. Rows and splits
are those of benchmarks/tables.py with --rows 8000. The spread over seeds includes that of the test part, whose share
of false alarms varies by chance too: "chance" is the standard deviation of a perfect threshold on as many negatives.

  trees         pauc train --model trees
  trees-folds   pauc train --model trees --folds 4
  mlp-auto      pauc train --model mlp --objective auto
  quick, standard, best   pauc train --effort ...

Example: benchmarks/thresholds.py --pauc build/release/pauc --data FOLDER --work /tmp/thresholds
"""
import math
import shutil
import statistics
import sys
from functools import partial
from pathlib import Path

import pauc_runs
from options import parse, parser_of
from recorded_cells import RecordedCells, markdown, measure_all
from table_files import TABLES, Table

TARGET = 0.1
ROWS = "8000"
METHODS = {
    "trees": ["--model", "trees"],
    "trees-folds": ["--model", "trees", "--folds", "4"],
    "mlp-auto": ["--model", "mlp", "--objective", "auto"],
    "quick": ["--effort", "quick"],
    "standard": ["--effort", "standard"],
    "best": ["--effort", "best"],
}
IDENTITY = ["table", "method", "seed"]


def measure(args, cell):
    name, seed = cell["table"], cell["seed"]
    data = args.work / f"{name}-{ROWS}-{seed}.csv"
    if not data.exists():
        Table(args.data, name, ROWS, seed).write(data)
    folder = args.work / "runs" / f"{name}-{cell['method']}-{seed}"
    options = ["--label", "label", "--positive", "1", "--split", "split", "--fpr-max", TARGET, "--seed", seed]
    options += ["--split-seed", seed, "--threads", args.threads, *METHODS[cell["method"]]]
    used = pauc_runs.train(args.pauc, data, options, folder)
    values, negatives = pauc_runs.realised(folder, pauc_runs.WANTED)
    if not args.keep_runs:
        shutil.rmtree(folder)
    return [{**cell, "values": values, "test_negatives": negatives, **used,
             "program": pauc_runs.program_of(args.pauc)}]


def line_of(table, method, cells):
    line = [table, method, str(len(cells))]
    for fpr in pauc_runs.WANTED:
        rates = [cell["values"][f"{fpr:g}"]["fpr"] for cell in cells if f"{fpr:g}" in cell["values"]]
        if len(rates) < 2:
            line += [""]
            continue
        chance = math.sqrt(fpr * (1 - fpr) / cells[0]["test_negatives"])
        line.append(f"{100 * statistics.fmean(rates):.2f} ± {100 * statistics.stdev(rates):.2f} "
                    f"[{100 * min(rates):.2f}, {100 * max(rates):.2f}], chance {100 * chance:.2f}")
    return line


def show(args, cells):
    print("Realised FPR on test in %: mean ± standard deviation [smallest, largest] over seeds.\n")
    lines = []
    for table in args.tables:
        for method in args.methods:
            found = [cell for cell in cells.all() if (cell["table"], cell["method"]) == (table, method)]
            lines += [line_of(table, method, found)] if found else []
    print(markdown(["table", "method", "seeds", *(f"wanted {100 * fpr:g} %" for fpr in pauc_runs.WANTED)], lines))


def main():
    parser = parser_of(__doc__, "trees,trees-folds", Path(__file__).parent / "results/thresholds.json", seeds=20)
    parser.add_argument("--tables", default="mammography,annthyroid,a9a", help="[%(default)s]")
    args = parse(parser, {"methods": list(METHODS), "tables": list(TABLES)})
    cells = RecordedCells(args.results, IDENTITY)
    wanted = [{"table": table, "method": method, "seed": seed}
              for table in args.tables for seed in range(args.seeds) for method in args.methods]
    failed = 0 if args.show else measure_all(cells, wanted, partial(measure, args), args.workers)
    show(args, cells)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
