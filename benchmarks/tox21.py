#!/usr/bin/env python3
"""Compares training methods on tox21 (NR-AR, OGB's scaffold split) by the paper's protocol: cross-entropy first, the last
layer drawn anew, then the method; batch 64, learning rate 1e-3, a tenth of it after epochs 20 and 40, weight decay 2e-4.

One-way figures are those of runs for FPR <= 0.3, two-way ones of runs for TPR >= 0.6, FPR <= 0.4; epochs are chosen on
validation, test is read once. ce is trained for as many epochs as the others after their pre-training.

Example: benchmarks/tox21.py --pauc build/release/pauc --data FOLDER/mol/tox21/mol.csv.gz --out OUT
"""
import argparse
import json
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

METHODS = ["ce", "auc-sh", "sopa", "sopa-s", "sota-s"]
TARGETS = {  # of the runs: options, and the regions in which their test scores are judged
    "one-way": (["--fpr-max", "0.3"], [["--fpr-max", "0.3"], ["--fpr-max", "0.5"]]),
    "two-way": (["--tpr-min", "0.6", "--fpr-max", "0.4"],
                [["--tpr-min", "0.6", "--fpr-max", "0.4"], ["--tpr-min", "0.5", "--fpr-max", "0.5"]]),
}
PROTOCOL = "--label NR-AR --split split --batch-size 64 --lr 1e-3 --lr-decay 20,40 --weight-decay 2e-4 --threads 1 --quiet"


def run(args, target, method, seed):
    """The folder of a finished run."""
    out = args.out / target / f"{method}-{seed}"
    if not (out / "metrics.json").exists():
        command = [args.pauc, "train", args.data, *PROTOCOL.split(), *TARGETS[target][0], "--objective", method]
        command += ["--epochs", args.epochs, "--seed", seed, "--out", out, "--resume"]
        command += ["--pretrain-epochs", args.pretrain] if method != "ce" else []
        subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
        print("done:", out, file=sys.stderr, flush=True)
    return out


def test_values(args, target, folder):
    """The figures of a run's test scores in the target's regions: mcclish one-way, normalised two-way."""
    values = []
    for region in TARGETS[target][1]:
        command = [args.pauc, "evaluate", folder / "predictions-test.csv", "--json", *region]
        score = json.loads(subprocess.check_output([str(word) for word in command]))["scores"]["score"]
        values.append(score["one_way"]["mcclish"] if target == "one-way" else score["two_way"]["normalised"])
    return values


def summary(args, method):
    """Mean (standard deviation) of each region's test value, and seconds an epoch."""
    cells, seconds = [], []
    for target in TARGETS:
        folders = [args.out / target / f"{method}-{seed}" for seed in range(args.seeds)]
        for values in zip(*(test_values(args, target, folder) for folder in folders)):
            spread = f" ({statistics.stdev(values):.4f})" if len(values) > 1 else ""
            cells.append(f"{statistics.mean(values):.4f}{spread}")
        seconds += [json.loads(line)["seconds"] for folder in folders for line in (folder / "log.jsonl").open()]
    return [method, *cells, f"{statistics.median(seconds):.2f}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pauc", type=Path, required=True, help="the program")
    parser.add_argument("--data", type=Path, required=True, help="tox21 as CSV with columns NR-AR, smiles, split")
    parser.add_argument("--out", type=Path, required=True, help="folder of the runs; finished ones are left as they are")
    parser.add_argument("--seeds", type=int, default=3, help="how many: 0, 1, ... [%(default)s]")
    parser.add_argument("--epochs", type=int, default=60, help="[%(default)s]")
    parser.add_argument("--pretrain", type=int, default=60, help="epochs of cross-entropy before a method [%(default)s]")
    parser.add_argument("--methods", default=",".join(METHODS), help="[%(default)s]")
    parser.add_argument("--workers", type=int, default=2, help="runs at once, one thread each [%(default)s]")
    args = parser.parse_args()
    args.methods = args.methods.split(",")
    jobs = [(target, method, seed) for seed in range(args.seeds) for method in args.methods for target in TARGETS]
    with ThreadPoolExecutor(args.workers) as pool:
        for _ in pool.map(lambda job: run(args, *job), jobs):
            pass
    rows = [["method", "FPR <= 0.3", "FPR <= 0.5", "0.6 / 0.4", "0.5 / 0.5", "s / epoch"], ["---"] * 6]
    rows += [summary(args, method) for method in args.methods]
    print("\n".join("| " + " | ".join(row) + " |" for row in rows))


if __name__ == "__main__":
    main()
