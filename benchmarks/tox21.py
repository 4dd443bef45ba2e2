#!/usr/bin/env python3
"""Compares training methods on tox21 (NR-AR, OGB's scaffold split) by the paper's protocol: cross-entropy first, the last
layer drawn anew, then the method; batch 64, learning rate 1e-3, a tenth of it after epochs 20 and 40, weight decay 2e-4.

sota-s is trained, and its epoch chosen on validation, for TPR >= 0.6 and FPR <= 0.4, the others for FPR <= 0.3; all are
judged in all regions. ce is trained for as many epochs as the others after their pre-training.

Example: benchmarks/tox21.py --pauc build/release/pauc --data FOLDER/mol/tox21/mol.csv.gz --out OUT
"""
import argparse
import json
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ONE_WAY = "--fpr-max 0.3"
TWO_WAY = "--tpr-min 0.6 --fpr-max 0.4"
METHODS = {"ce": ONE_WAY, "auc-sh": ONE_WAY, "sopa": ONE_WAY, "sopa-s": ONE_WAY, "sota-s": TWO_WAY}
REGIONS = {  # in which test scores are judged, and the figure that counts
    "FPR <= 0.3": ("--fpr-max 0.3", "one_way", "mcclish"),
    "FPR <= 0.5": ("--fpr-max 0.5", "one_way", "mcclish"),
    "0.6 / 0.4": ("--tpr-min 0.6 --fpr-max 0.4", "two_way", "normalised"),
    "0.5 / 0.5": ("--tpr-min 0.5 --fpr-max 0.5", "two_way", "normalised"),
}
PROTOCOL = "--label NR-AR --split split --batch-size 64 --lr 1e-3 --lr-decay 20,40 --weight-decay 2e-4 --threads 1 --quiet"


def folder_of(args, method, seed):
    return args.out / f"{method}-{seed}"


def run(args, method, seed):
    out = folder_of(args, method, seed)
    if (out / "metrics.json").exists():
        return
    command = [args.pauc, "train", args.data, *PROTOCOL.split(), *METHODS[method].split(), "--objective", method]
    command += ["--epochs", args.epochs, "--seed", seed, "--out", out, "--resume"]
    command += ["--pretrain-epochs", args.pretrain] if method != "ce" else []
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
    print("done:", out, file=sys.stderr, flush=True)


def test_value(args, folder, region):
    options, way, scale = REGIONS[region]
    command = [args.pauc, "evaluate", folder / "predictions-test.csv", "--json", *options.split()]
    return json.loads(subprocess.check_output([str(word) for word in command]))["scores"]["score"][way][scale]


def summary(args, method):
    """Mean (standard deviation) of the test value in each region, the last epoch's on training rows, seconds an epoch."""
    folders = [folder_of(args, method, seed) for seed in range(args.seeds)]
    logs = [[json.loads(line) for line in (folder / "log.jsonl").open()] for folder in folders]
    columns = [[test_value(args, folder, region) for folder in folders] for region in REGIONS]
    columns.append([log[-1]["train"] for log in logs])
    cells = [f"{statistics.mean(values):.4f} ({statistics.stdev(values) if len(values) > 1 else 0:.4f})" for values in columns]
    return [method, *cells, f"{statistics.median(epoch['seconds'] for log in logs for epoch in log):.2f}"]


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
    jobs = [(method, seed) for seed in range(args.seeds) for method in args.methods]
    with ThreadPoolExecutor(args.workers) as pool:
        for _ in pool.map(lambda job: run(args, *job), jobs):
            pass
    rows = [["method", *REGIONS, "training rows", "s / epoch"]]
    rows += [["---"] * len(rows[0])] + [summary(args, method) for method in args.methods]
    print("\n".join("| " + " | ".join(row) + " |" for row in rows))


if __name__ == "__main__":
    main()
