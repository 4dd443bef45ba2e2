"""Trains with the command `pauc` and reads what it leaves: seconds, peak memory, scores."""
import csv
import json
import os
import shutil
import subprocess
import time
from pathlib import Path

import numpy as np

from judging import judge


WANTED = [0.01, 0.05, 0.1]  # false-positive rates of thresholds


class Failed(Exception):
    pass


def run(command, log, environment=None):
    """Seconds, of the clock and of the processor, and peak memory of a command that has to succeed.

    Its output goes to the file `log`.
    """
    begin = time.perf_counter()
    with open(log, "wb") as output:
        process = subprocess.Popen([str(word) for word in command], stdout=output, stderr=subprocess.STDOUT,
                                   env=environment)
        _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        said = Path(log).read_text(errors="replace").strip().splitlines()
        raise Failed(f"exit code {process.returncode}: {said[-1] if said else ''}")
    return {"seconds": round(seconds, 3), "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 3),
            "memory_mb": round(usage.ru_maxrss / 1024, 1)}


def program_of(pauc):
    """The commit that the program was built from, where its folder is a clone."""
    asked = ["git", "-C", Path(pauc).resolve().parent, "rev-parse", "--short", "HEAD"]
    return "pauc " + subprocess.run(asked, capture_output=True, text=True).stdout.strip()


def train(pauc, data, options, folder, environment=None):
    """Trains from the start in `folder`; what `run` says of it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    command = [pauc, "train", data, *options, "--quiet", "--no-report", "--out", folder]
    return run(command, folder.parent / f"{folder.name}.log", environment)


def scores_of(folder, part):
    """Labels and scores of `valid` or `test`."""
    with open(folder / f"predictions-{part}.csv", newline="") as file:
        rows = [(int(row["label"]), float(row["score"])) for row in csv.DictReader(file)]
    labels, scores = zip(*rows)
    return np.array(labels), np.array(scores)


def judged_members(folder, fprs):
    """Figures on test of each member of a blend, the mean of its models of all folds; of a single model none."""
    path = folder / "members-test.csv"
    if not path.exists():
        return {}
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    labels = [int(row["label"]) for row in rows]
    names = [one["name"] for one in json.loads((folder / "blend.json").read_text())["members"]]
    return {name: judge(labels, [float(row[name]) for row in rows], fprs) for name in names}


def realised(folder, wanted):
    """The share of negatives and of positives of test that reach each threshold of the card; the negatives of test."""
    labels, scores = scores_of(folder, "test")
    card = json.loads((folder / "model.json").read_text())
    thresholds = {point["fpr"]: point["threshold"] for point in card["thresholds"]}
    return {f"{fpr:g}": {"fpr": float(np.mean(scores[labels == 0] >= thresholds[fpr])),
                         "tpr": float(np.mean(scores[labels == 1] >= thresholds[fpr]))}
            for fpr in wanted if fpr in thresholds}, int(np.sum(labels == 0))


def check(folder, values, fpr_max):
    """The figure on test has to be the one that pauc reports itself."""
    reported = json.loads((folder / "metrics.json").read_text())["test"]["scores"]["score"]["one_way"]["mcclish"]
    found = values[f"{fpr_max:g}"]["mcclish"]
    if abs(reported - found) > 1e-6:
        raise Failed(f"partial AUC on test: scikit-learn has {found}, pauc {reported}")


def judged_run(args, cell, folder, used, fprs):
    """The cell with the figures of a finished run and of its members; the folder is removed."""
    values = judge(*scores_of(folder, "test"), fprs)
    check(folder, values, cell["fpr_max"])
    found = {**cell, "values": values, **used, "program": program_of(args.pauc), "chosen": kept_of(folder),
             "realised": realised(folder, WANTED)[0]}
    members = judged_members(folder, fprs)
    if members:
        found["members"] = members
    if not args.keep_runs:
        shutil.rmtree(folder)
    return found


def kept_of(folder):
    """What was chosen on validation: values of the candidates, the one that was kept, weights of a blend."""
    chosen = {}
    if (folder / "candidates.json").exists():
        candidates = json.loads((folder / "candidates.json").read_text())
        chosen["valid"] = {one["name"]: one["valid"] for one in candidates}
        chosen["kept"] = next((one["name"] for one in candidates if one["kept"]), None)
    if (folder / "blend.json").exists():
        members = json.loads((folder / "blend.json").read_text())["members"]
        chosen["weights"] = {one["name"]: one["weight"] for one in members}
    return chosen
