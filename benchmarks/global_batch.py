#!/usr/bin/python3
"""How many steps a larger batch saves: steps until the partial AUC on the training part reaches a fixed value.

Several ranks share one batch, so what they can save is what a larger batch saves (docs/distributed.md). Trains gin on a
table of molecules with batches of 64 to 512 until the training value reaches --value, and notes the steps until then:
epochs x batches. A training that has not reached it after --epochs is counted as such. The batch of K ranks is that of
one process, so one process measures all of them.

Example: benchmarks/global_batch.py --data mol.csv.gz --work /tmp/global-batch --figure docs/global_batch.svg -- \
           --label NR-AR --smiles smiles --split split
"""
import json
import math
import shutil
import statistics
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

from options import parse, parser_of
from recorded_cells import RecordedCells, markdown, measure_all

BATCHES = [64, 128, 256, 512]
IDENTITY = ["objective", "batch", "seed"]
INTERRUPTED = 75  # exit code of a training that was asked to stop


def start(args, run, objective, batch, seed, epochs):
    line = [args.pauc, "train", args.data, "--model", "gin", "--objective", objective, "--fpr-max", 0.3,
            "--batch-size", batch, "--epochs", epochs, "--patience", 0, "--lr-decay", "none", "--seed", seed,
            "--threads", args.threads, "--importance", 0, "--no-report", "--quiet", "--overwrite", "--out", run,
            *args.options]
    return subprocess.Popen([str(word) for word in line], stdout=subprocess.DEVNULL)


def epochs_of(run):
    log = run / "log.jsonl"
    return [json.loads(text) for text in log.read_text().splitlines()] if log.exists() else []


def training_rows(args):
    run = args.work / "rows"
    if start(args, run, "ce", 512, 0, 1).wait() != 0:
        sys.exit(f"{run}: the training of one epoch has failed")
    return json.loads((run / "model.json").read_text())["data"]["train"]["rows"]


def measure(args, rows, cell):
    run = args.work / f"{cell['objective']}-{cell['batch']}-{cell['seed']}"
    shutil.rmtree(run, ignore_errors=True)  # of a benchmark that was stopped: its log would be read
    process = start(args, run, cell["objective"], cell["batch"], cell["seed"], args.epochs)
    reached = None
    while reached is None and process.poll() is None:
        time.sleep(0.2)
        reached = next((epoch for epoch in epochs_of(run) if epoch["train"] >= args.value), None)
    if reached:
        process.terminate()
    if process.wait() not in ([0, INTERRUPTED] if reached else [0]):
        raise RuntimeError(f"exit code {process.returncode}")
    epochs = epochs_of(run)
    reached = next((epoch["epoch"] for epoch in epochs if epoch["train"] >= args.value), None)
    if not args.keep_runs:
        shutil.rmtree(run)
    batches = math.ceil(rows / cell["batch"])
    return [{**cell, "values": {"reach": args.value, "steps": reached and reached * batches, "epochs": reached},
             "seconds": sum(epoch["seconds"] for epoch in epochs[:reached])}]


def steps_of(cells, objective, batch):
    """Of all seeds; None where the value was not reached."""
    return [cell["values"]["steps"] for cell in cells if (cell["objective"], cell["batch"]) == (objective, batch)]


def table(cells):
    lines = []
    for objective in dict.fromkeys(cell["objective"] for cell in cells):
        first = None
        for batch in BATCHES:
            steps = steps_of(cells, objective, batch)
            found = [number for number in steps if number]
            whole = found and len(found) == len(steps)
            mean = statistics.fmean(found) if whole else None
            first = first or mean
            spread = f"{min(found)} to {max(found)}" if found else ""
            lines.append([objective, str(batch), f"{mean:.0f}" if mean else "", spread,
                          f"{mean / first:.2f}" if mean else "", f"{len(found)} of {len(steps)}"])
    return markdown(["objective", "batch", "steps, mean", "of the seeds", "share of the steps of 64",
                     "seeds that reached the value"], lines)


class Axis:
    """A logarithmic one, from pixel `begin` to `end`."""

    def __init__(self, values, begin, end):
        self.low, self.high, self.begin, self.end = math.log(min(values)), math.log(max(values)), begin, end

    def __call__(self, value):
        share = (math.log(value) - self.low) / max(self.high - self.low, 1e-9)
        return round(self.begin + share * (self.end - self.begin), 1)


def figure(cells, value):
    colours = {"sopa-s": "#1f77b4", "sopa": "#d95f02"}
    found = {name: {batch: [s for s in steps_of(cells, name, batch) if s] for batch in BATCHES} for name in colours}
    most = max(s for by_batch in found.values() for steps in by_batch.values() for s in steps)
    ticks = [10 * 2**k for k in range(20) if 10 * 2**k <= 2 * most]
    across, up = Axis(BATCHES, 80, 560), Axis(ticks, 330, 50)
    lines = [f'<text x="20" y="24" font-weight="bold">Steps until the training partial AUC is {value}, by batch</text>']
    for tick in ticks:
        lines.append(f'<line x1="80" y1="{up(tick)}" x2="560" y2="{up(tick)}" stroke="#dddddd"/>')
        lines.append(f'<text x="72" y="{up(tick) + 4}" text-anchor="end">{tick}</text>')
    lines += [f'<text x="{across(batch)}" y="352" text-anchor="middle">{batch}</text>' for batch in BATCHES]
    for k, (name, by_batch) in enumerate(found.items()):
        colour = colours[name]
        means = [(batch, statistics.fmean(steps)) for batch, steps in by_batch.items() if steps]
        if not means:
            continue
        points = " ".join(f"{across(batch)},{up(mean)}" for batch, mean in means)
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines += [f'<circle cx="{across(batch)}" cy="{up(s)}" r="3" fill="{colour}" fill-opacity="0.5"/>'
                  for batch, steps in by_batch.items() for s in steps]
        ideal = " ".join(f"{across(batch)},{up(means[0][1] * means[0][0] / batch)}" for batch in BATCHES
                         if means[0][1] * means[0][0] / batch >= ticks[0])
        lines.append(f'<polyline points="{ideal}" fill="none" stroke="{colour}" stroke-dasharray="4 4"/>')
        lines.append(f'<text x="450" y="{70 + 18 * k}" fill="{colour}">{name}</text>')
    lines.append('<text x="320" y="376" text-anchor="middle">rows a batch; dots: seeds, line: mean, dashed: '
                 'twice the batch, half the steps</text>')
    return "\n".join([
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 390" width="640" height="390" role="img" '
        'font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="12" fill="#222222">',
        "<title>Steps to a fixed training partial AUC by batch</title>",
        "<desc>The table of docs/distributed.md has the means.</desc>",
        '<rect width="640" height="390" fill="#ffffff"/>', *lines, "</svg>", ""])


def main():
    end = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options = sys.argv[end + 1:]
    del sys.argv[end:]
    parser = parser_of(__doc__, "sopa-s,sopa", "benchmarks/results/global_batch.json")
    parser.add_argument("--value", type=float, default=0.9, help="partial AUC of the training part [%(default)s]")
    parser.add_argument("--epochs", type=int, default=60, help="at most [%(default)s]")
    parser.add_argument("--figure", type=Path, help="SVG file to draw")
    args = parse(parser, {"methods": ["sopa-s", "sopa"]})
    args.options = options
    cells = RecordedCells(args.results, IDENTITY)
    wanted = [{"objective": objective, "batch": batch, "seed": seed}
              for seed in range(args.seeds) for objective in args.methods for batch in BATCHES]
    missing = [cell for cell in wanted if not args.show and not cells.has(cell)]
    failed = measure_all(cells, missing, partial(measure, args, training_rows(args)), args.workers) if missing else 0
    print(table(cells.all()))
    if args.figure:
        args.figure.write_text(figure(cells.all(), args.value))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
