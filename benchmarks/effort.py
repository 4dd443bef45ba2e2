"""What `pauc train` costs beside XGBoost's own fit, on all cores: seconds, peak memory, rows scored per second.

XGBoost fits 300 trees of depth 6 (hist) to a table in memory; the clock starts before its DMatrix is made. pauc is the
whole command: it reads a CSV file, splits, trains, judges and writes the run. A method that the program lacks is left
out. For predict, pauc reads and writes CSV files. XGBoost is measured twice: on a table that is in memory already, and
from CSV file to CSV file by pandas, which is the same work as pauc's; each program starts from scratch. ratio is above
1 where pauc is faster. Seconds of the processor stand beside those of the clock: where other programs work too, compare
them on one core (taskset -c 0), since threads that wait for each other use the processor too.
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import pauc_runs

METHODS = {
    "mlp-auto": ["--model", "mlp", "--objective", "auto"],
    "trees": ["--model", "trees"],
    "quick": ["--effort", "quick"],
    "standard": ["--effort", "standard"],
}
XGBOOST = """
import json, resource, sys, time
import numpy as np, xgboost as xgb
table, new = np.load(sys.argv[1]), np.load(sys.argv[2])
begin, cpu = time.perf_counter(), time.process_time()
train = xgb.DMatrix(table[:, :-1], table[:, -1])
booster = xgb.train({"objective": "binary:logistic", "tree_method": "hist", "max_depth": 6}, train, 300)
fitted, fitted_cpu = time.perf_counter() - begin, time.process_time() - cpu
begin, cpu = time.perf_counter(), time.process_time()
booster.predict(xgb.DMatrix(new))
scored, scored_cpu = time.perf_counter() - begin, time.process_time() - cpu
booster.save_model(sys.argv[3])
print(json.dumps({"fit": fitted, "fit_cpu": fitted_cpu, "predict": scored, "predict_cpu": scored_cpu,
                  "memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
"""
# The clock runs from the start of the program, as for pauc.
XGBOOST_FROM_CSV = """
import sys
import pandas as pd, xgboost as xgb
booster = xgb.Booster(model_file=sys.argv[1])
new = pd.read_csv(sys.argv[2])
scores = booster.predict(xgb.DMatrix(new.to_numpy(dtype="float32")))
pd.DataFrame({"row": range(1, len(new) + 1), "score": scores}).to_csv(sys.argv[3], index=False)
"""


def drawn_table(rows, columns, seed):
    """A tenth of the rows is positive; the label depends on products and thresholds of some columns, with noise."""
    random = np.random.default_rng(seed)
    inputs = random.normal(size=(rows, columns)).astype(np.float32)
    score = inputs[:, 0] * inputs[:, 1] + np.abs(inputs[:, 2]) + (inputs[:, 3] > 1) + inputs[:, 4:12].sum(axis=1) / 3
    score += random.logistic(size=rows)
    return np.column_stack([inputs, score > np.quantile(score, 0.9)]).astype(np.float32)


def write_csv(path, table, names):
    np.savetxt(path, table, delimiter=",", header=",".join(names), comments="", fmt="%.7g")


def without_limits():
    """The environment on all cores; this program limits its own measurements to one."""
    return {key: value for key, value in os.environ.items() if not key.endswith("_NUM_THREADS")}


def xgboost(folder, table, new):
    np.save(folder / "table.npy", table)
    np.save(folder / "new.npy", new)
    python = ["/usr/bin/python3", "-c"]
    command = [*python, XGBOOST, folder / "table.npy", folder / "new.npy", folder / "peer.json"]
    found = json.loads(subprocess.check_output([str(word) for word in command], env=without_limits(), text=True))
    command = [*python, XGBOOST_FROM_CSV, folder / "peer.json", folder / "new.csv", folder / "peer.csv"]
    used = pauc_runs.run(command, folder / "peer.log", without_limits())
    return {**found, "predict_csv": used["seconds"], "predict_csv_cpu": used["cpu_seconds"]}


def effort(quick, pauc, row):
    """Rows as benchmarks/compare.py prints them, with seconds of the processor and the peer's memory."""

    def compared(name, size, used, baseline, key):
        found = row(name, size, (used["seconds"], used["memory_mb"]), baseline, peer[key])
        return {**found, "cpu_seconds": used["cpu_seconds"], "baseline_cpu_seconds": peer[f"{key}_cpu"],
                "baseline_memory_mb": peer["memory_mb"]}

    load = os.getloadavg()[0]
    if load > 0.5:
        print(f"effort: other programs are working (load {load:.1f}); the ratios mean little", file=sys.stderr)
    rows, new_rows, columns = (8000, 40000, 60) if quick else (40000, 200000, 60)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        table, new = drawn_table(rows, columns, 1), drawn_table(new_rows, columns, 2)[:, :-1]
        names = [f"x{k}" for k in range(columns)]
        write_csv(folder / "table.csv", table, [*names, "label"])
        write_csv(folder / "new.csv", new, names)
        peers = [xgboost(folder, table, new) for _ in range(1 if quick else 3)]
        peer = {key: float(np.median([one[key] for one in peers])) for key in peers[0]}
        print(f"XGBoost: fit {peer['fit']:.2f} s, {new_rows / peer['predict']:.0f} rows a second in memory, "
              f"{new_rows / peer['predict_csv']:.0f} from CSV to CSV, {peer['memory_mb']:.0f} MB", file=sys.stderr)
        for method, options in METHODS.items():
            run = folder / method
            try:
                used = pauc_runs.train(pauc, folder / "table.csv", ["--label", "label", "--fpr-max", 0.05, *options],
                                       run, without_limits())
            except pauc_runs.Failed as error:
                print(f"{method}: left out: {error}", file=sys.stderr)
                continue
            yield compared(f"train:{method}", f"{rows}x{columns}", used, "XGBoost's fit of 300 trees", "fit")
            command = [pauc, "predict", run, folder / "new.csv", "--out", folder / "scores.csv", "--quiet"]
            scored = pauc_runs.run(command, folder / "predict.log", without_limits())
            print(f"{method}: {used['seconds'] / peer['fit']:.1f} times XGBoost's fit "
                  f"({used['cpu_seconds'] / peer['fit_cpu']:.1f} by the processor), {used['memory_mb']:.0f} MB; "
                  f"predicts {new_rows / scored['seconds']:.0f} rows a second", file=sys.stderr)
            size = f"{new_rows}x{columns}"
            yield compared(f"predict:{method}", size, scored, "XGBoost's predict in memory", "predict")
            yield compared(f"predict-csv:{method}", size, scored, "XGBoost from CSV to CSV", "predict_csv")
