#!/usr/bin/python3
"""How many steps a larger batch saves: steps until the partial AUC on the training part reaches a fixed value.

Several ranks share one batch, so what they can save is what a larger batch saves (docs/distributed.md). Trains gin on a
table of molecules with batches of 64 to 512 and notes the first epoch whose training value reaches --value; its steps
are epochs x batches. The batch of K ranks is that of one process, so one process measures all of them.

Example: benchmarks/global_batch.py --data FOLDER --work /tmp/global-batch --seeds 5 -- --label NR-AR --smiles smiles
"""
import json
import math
import shutil
import statistics
import subprocess
import sys
from functools import partial

from options import parse, parser_of
from recorded_cells import RecordedCells, markdown, measure_all

BATCHES = [64, 128, 256, 512]
IDENTITY = ["objective", "batch", "seed"]


def measure(args, cell):
    run = args.work / f"{cell['objective']}-{cell['batch']}-{cell['seed']}"
    line = [args.pauc, "train", args.data, "--model", "gin", "--objective", cell["objective"], "--fpr-max", "0.3",
            "--batch-size", cell["batch"], "--epochs", args.epochs, "--patience", 0, "--lr-decay", "none",
            "--seed", cell["seed"], "--threads", args.threads, "--importance", 0, "--no-report", "--quiet",
            "--overwrite", "--out", run, *args.options]
    subprocess.run([str(word) for word in line], check=True, stdout=subprocess.DEVNULL)
    epochs = [json.loads(text) for text in (run / "log.jsonl").read_text().splitlines()]
    rows = json.loads((run / "model.json").read_text())["data"]["train"]["rows"]
    reached = next((epoch["epoch"] for epoch in epochs if epoch["train"] >= args.value), None)
    batches = math.ceil(rows / cell["batch"])
    if not args.keep_runs:
        shutil.rmtree(run)
    return [{**cell, "values": {"reach": args.value, "steps": reached and reached * batches},
             "seconds": sum(epoch["seconds"] for epoch in epochs[:reached])}]


def table(cells):
    lines = []
    for objective in dict.fromkeys(cell["objective"] for cell in cells):
        for batch in BATCHES:
            steps = [cell["values"]["steps"] for cell in cells
                     if (cell["objective"], cell["batch"]) == (objective, batch)]
            found = [number for number in steps if number]
            mean = f"{statistics.fmean(found):.0f}" if found else ""
            lines.append([objective, str(batch), mean, f"{len(found)} of {len(steps)}"])
    return markdown(["objective", "batch", "mean steps", "seeds that reached the value"], lines)


def main():
    end = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options = sys.argv[end + 1:]
    del sys.argv[end:]
    parser = parser_of(__doc__, "sopa-s,sopa", "benchmarks/results/global_batch.json")
    parser.add_argument("--value", type=float, default=0.95, help="partial AUC of the training part [%(default)s]")
    parser.add_argument("--epochs", type=int, default=60, help="[%(default)s]")
    args = parse(parser, {"methods": ["sopa-s", "sopa"]})
    args.options = options
    cells = RecordedCells(args.results, IDENTITY)
    wanted = [{"objective": objective, "batch": batch, "seed": seed}
              for objective in args.methods for batch in BATCHES for seed in range(args.seeds)]
    failed = 0 if args.show else measure_all(cells, wanted, partial(measure, args), args.workers)
    print(table(cells.all()))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
