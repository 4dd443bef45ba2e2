"""Runs of the command and of the package side by side in a temporary folder."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy as np
import pandas

ROOT = pathlib.Path(__file__).parent.parent.parent
COMMAND = os.environ["PAUC_COMMAND"]
PATIENTS = ROOT / "examples/patients.csv"
SAME = ("metrics.json", "predictions-valid.csv", "predictions-test.csv", "log.jsonl", "model.safetensors")


def command(*words):
    subprocess.run([COMMAND, *map(str, words), "--quiet"], check=True, stdout=subprocess.DEVNULL)


def problem(rows=200, seed=0):
    random = np.random.default_rng(seed)
    x = random.normal(size=(rows, 3))
    y = (x[:, 0] + random.normal(size=rows) > 0.7).astype(int)
    return pandas.DataFrame({"a": x[:, 0], "b": x[:, 1], "c": x[:, 2], "sick": y})


def without_seconds(log):
    return [{key: value for key, value in json.loads(line).items() if key != "seconds"} for line in log.splitlines()]


class FolderTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def assert_same_runs(self, one, other, files=SAME):
        for name in files:
            ours, theirs = (self.folder / run / name for run in (one, other))
            if name == "log.jsonl":
                self.assertEqual(without_seconds(ours.read_text()), without_seconds(theirs.read_text()))
            else:
                self.assertEqual(ours.read_bytes(), theirs.read_bytes(), name)
