#!/usr/bin/env python3
"""Compares training methods by the paper's protocol: cross-entropy first, the last layer drawn anew, then the method, all
layers; batch 64, learning rate 1e-3, a tenth of it after a third and two thirds of the epochs, weight decay 2e-4. The
pre-training is done once a seed and its best epoch on validation is the start of all methods; ce goes on from it too.

A method's epoch is chosen on validation, for FPR <= 0.3 or, where its name ends so, for TPR >= 0.6 and FPR <= 0.4; all are
judged in all regions.

  tox21     NR-AR, OGB's scaffold split         --data FOLDER/mol/tox21/mol.csv.gz
  ham10000  melanoma, 32 x 32 pixels, resnet20  --data FOLDER/img/ham10000_32.bin.gz (ham10000.csv beside it)
  cifar10   classes 5-9, of which a fifth is kept, against 0-4, resnet20   --data FOLDER (tools/get_cifar10.sh)

Example: benchmarks/methods.py tox21 --pauc build/release/pauc --data FOLDER/mol/tox21/mol.csv.gz --out OUT
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
METHODS = {  # how a method is trained
    **{name: f"--objective {name} {ONE_WAY}" for name in ("ce", "auc-sh", "mb", "sopa", "sopa-s")},
    **{f"{name} two-way": f"--objective {name} {TWO_WAY}" for name in ("sota-s", "ce")},
}
REGIONS = {  # in which test scores are judged, and the figure that counts
    "FPR <= 0.3": ("--fpr-max 0.3", "one_way", "mcclish"),
    "FPR <= 0.5": ("--fpr-max 0.5", "one_way", "mcclish"),
    "0.6 / 0.4": ("--tpr-min 0.6 --fpr-max 0.4", "two_way", "normalised"),
    "0.5 / 0.5": ("--tpr-min 0.5 --fpr-max 0.5", "two_way", "normalised"),
}
PROTOCOL = "--batch-size 64 --lr 1e-3 --weight-decay 2e-4 --threads 1 --quiet"


def data_options(args):
    return {
        "tox21": "--label NR-AR --split split",
        "ham10000": f"--records 3x32x32 --table {args.data.parent}/ham10000.csv --label melanoma --split split --id image_id --model resnet20",
        "cifar10": "--positive-classes 5-9 --keep-positive 0.2 --model resnet20",
    }[args.dataset].split()


def decay(epochs):
    return f"{epochs // 3},{epochs * 2 // 3}" if epochs >= 3 else "none"


def train(args, out, seed, epochs, options):
    if (out / "metrics.json").exists():
        return
    command = [args.pauc, "train", args.data, *data_options(args), *PROTOCOL.split(), *options]
    command += ["--epochs", epochs, "--seed", seed, "--out", out, "--resume"]
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
    print("done:", out, file=sys.stderr, flush=True)


def pretrained(args, seed):
    return args.out / f"pretrained-{seed}"


def folder_of(args, method, seed):
    return args.out / f"{method.replace(' ', '-')}-{seed}"


def pretrain(args, seed):
    train(args, pretrained(args, seed), seed, args.pretrain, f"--objective ce {ONE_WAY} --lr-decay none".split())


def run(args, method, seed):
    start = ["--init", pretrained(args, seed), "--init-last-layer", "drawn"] if args.pretrain else []
    options = [*METHODS[method].split(), "--lr-decay", decay(args.epochs), *start]
    train(args, folder_of(args, method, seed), seed, args.epochs, options)


def test_value(args, folder, region):
    options, way, scale = REGIONS[region]
    command = [args.pauc, "evaluate", folder / "predictions-test.csv", "--json", *options.split()]
    return json.loads(subprocess.check_output([str(word) for word in command]))["scores"]["score"][way][scale]


def summary(args, method):
    """Mean (standard deviation) of the test value in each region, the last epoch's on training rows, seconds an epoch."""
    folders = [folder_of(args, method, seed) for seed in args.seeds]
    folders = [folder for folder in folders if (folder / "metrics.json").exists()]
    if not folders:
        return []
    logs = [[json.loads(line) for line in (folder / "log.jsonl").open()] for folder in folders]
    columns = [[test_value(args, folder, region) for folder in folders] for region in REGIONS]
    columns.append([log[-1]["train"] for log in logs])
    cells = [f"{statistics.mean(values):.4f} ({statistics.stdev(values) if len(values) > 1 else 0:.4f})" for values in columns]
    seconds = statistics.median(epoch["seconds"] for log in logs for epoch in log)
    return [[method, *cells, str(len(folders)), f"{seconds:.2f}"]]


def work(args):
    with ThreadPoolExecutor(args.workers) as pool:
        if args.pretrain:
            list(pool.map(lambda seed: pretrain(args, seed), args.seeds))
        list(pool.map(lambda job: run(args, *job), [(method, seed) for seed in args.seeds for method in args.methods]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", choices=["tox21", "ham10000", "cifar10"])
    parser.add_argument("--pauc", type=Path, required=True, help="the program")
    parser.add_argument("--data", type=Path, required=True, help="where the data are, see above")
    parser.add_argument("--out", type=Path, required=True, help="folder of the runs; finished ones are left as they are")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2], help="[%(default)s]")
    parser.add_argument("--epochs", type=int, default=60, help="[%(default)s]")
    parser.add_argument("--pretrain", type=int, default=60, help="epochs of cross-entropy before; 0: none [%(default)s]")
    parser.add_argument("--methods", default=",".join(METHODS), help="[%(default)s]")
    parser.add_argument("--workers", type=int, default=2, help="runs at once, one thread each [%(default)s]")
    parser.add_argument("--table", action="store_true", help="only the table of what is finished")
    args = parser.parse_args()
    args.methods = args.methods.split(",")
    if not args.table:
        work(args)
    rows = [["method", *REGIONS, "training rows", "runs", "s / epoch"]]
    rows += [["---"] * len(rows[0])] + [row for method in args.methods for row in summary(args, method)]
    print("\n".join("| " + " | ".join(row) + " |" for row in rows))


if __name__ == "__main__":
    main()
