#!/usr/bin/python3
"""Compares models of molecules on scaffold splits: partial AUC at FPR <= 0.05, 0.1 and 0.3 (McClish scale) on test.

The split is the data set's own, the same for all seeds; a seed changes the training. Each method trains once per seed
for FPR <= 0.1 and is judged at all three. No method sees the test part before it is judged.

  gin      pauc train --model gin --objective auto: the graph network with fine-tunings
  dmpnn    pauc train --model dmpnn --objective auto: the directed network, likewise
  trees    pauc train --model trees --features-from morgan
  forest   pauc train --model forest --split-rule best --features-from morgan
  blend    pauc train without a model: gin, trees and forest on folds
  blend:MEMBER   a member of that blend by itself, the mean of its models of all folds: no training of its own

--data is a folder with tox21/mol.csv.gz and muv/mol.csv.gz (label columns, smiles, split) and the OGB folders
ogbg_molbace and ogbg_molbbbp. A method that the program lacks is reported and left out. Finished figures stay in
--results, and the next call adds what is missing. Needs python3-numpy and python3-sklearn.

Example: benchmarks/molecules.py --pauc build/release/pauc --data FOLDER --work /tmp/molecules --methods gin,trees
"""
import shutil
import sys
from functools import partial
from pathlib import Path

import pauc_runs
from options import parse, parser_of
from recorded_cells import RecordedCells, by_data, comparison, measure_all, seconds_table, shown

TARGET = 0.1
FPRS = [0.05, 0.1, 0.3]
TOX21 = ["NR-AR", "NR-AhR", "NR-ER", "SR-ARE", "SR-MMP"]
TASKS = {  # name: file or folder, options of pauc; the smallest first
    "bace": ("ogbg_molbace", []),
    "bbbp": ("ogbg_molbbbp", []),
    **{f"tox21-{label}": ("tox21/mol.csv.gz", ["--smiles", "smiles", "--split", "split", "--label", label])
       for label in TOX21},
    "muv-548": ("muv/mol.csv.gz", ["--smiles", "smiles", "--split", "split", "--label", "MUV-548"]),
}
METHODS = {
    "gin": ["--model", "gin", "--objective", "auto"],
    "dmpnn": ["--model", "dmpnn", "--objective", "auto"],
    "trees": ["--model", "trees", "--features-from", "morgan"],
    "forest": ["--model", "forest", "--split-rule", "best", "--features-from", "morgan"],
    "blend": [],
}
IDENTITY = ["task", "method", "fpr_max", "seed", "threads"]


def measure(args, cell):
    file, options = TASKS[cell["task"]]
    folder = args.work / "runs" / f"{cell['task']}-{cell['method']}-{cell['seed']}"
    cache = args.work / "cache" / folder.name
    shutil.rmtree(cache, ignore_errors=True)  # every training pays for reading its molecules
    options = [*options, "--cache", cache, "--fpr-max", TARGET, "--seed", cell["seed"], "--threads", args.threads,
               *METHODS[cell["method"]]]
    used = pauc_runs.train(args.pauc, args.data / file, options, folder)
    return [pauc_runs.judged_run(args, cell, folder, used, FPRS)]


def wanted(args):
    """Method by method on each task, so that a stopped benchmark has whole lines."""
    for task in args.tasks:
        for method in args.methods:
            for seed in range(args.seeds):
                yield {"task": task, "method": method, "fpr_max": TARGET, "seed": seed, "threads": args.threads}


def show(args, cells):
    chosen = [cell for cell in cells.all() if cell["task"] in args.tasks and cell["method"] in args.methods
              and cell["threads"] == args.threads]
    chosen.sort(key=lambda cell: args.tasks.index(cell["task"]))
    print("Test, scaffold splits: mean (number of seeds); differences are paired by seed, mean ± standard error;\n"
          "last line: over tasks, with the number of tasks better/worse.\n")
    for fpr, measure in [*((fpr, "mcclish") for fpr in FPRS), (0.05, "tpr")]:
        values = by_data(chosen, "task", lambda found: found[f"{fpr:g}"][measure], members=True)
        title = f"partial AUC, FPR <= {fpr:g}" if measure == "mcclish" else f"TPR at FPR {fpr:g}"
        print(f"{title}\n\n{comparison(values, shown(args.methods, values), args.against)}\n")
    print(seconds_table(chosen, "task", args.methods))


def main():
    parser = parser_of(__doc__, ",".join(METHODS), Path(__file__).parent / "results/molecules.json", seeds=3)
    parser.add_argument("--tasks", default=",".join(TASKS), help="[%(default)s]")
    parser.add_argument("--against", default="gin", help="the method that others are compared with [%(default)s]")
    args = parse(parser, {"methods": list(METHODS), "tasks": list(TASKS)})
    cells = RecordedCells(args.results, IDENTITY)
    failed = 0 if args.show else measure_all(cells, wanted(args), partial(measure, args), args.workers)
    show(args, cells)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
