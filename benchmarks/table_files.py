"""The tables of the benchmarks, split for each seed into files that all methods share."""
import gzip
import os
from pathlib import Path

import numpy as np

TABLES = {  # name: file, the file of a test part of its own
    "mammography": ("mammography.csv", None),
    "annthyroid": ("adbench_annthyroid.csv.gz", None),
    "shuttle": ("adbench_shuttle.csv.gz", None),
    "cover": ("adbench_cover.csv.gz", None),
    "a9a": ("a9a.gz", "a9a.t.gz"),
}
MOST_TEST_ROWS = 40000
PARTS = ("train", "valid", "test")


def read(path):
    """Inputs and labels; the label is the last column of a CSV and the first of LIBSVM; positive above 0."""
    if ".csv" in path.name:
        opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path)
        with opened as file:
            table = np.loadtxt((line.replace("'", "") for line in file), delimiter=",")
        return table[:, :-1], (table[:, -1] > 0).astype(int)
    from sklearn.datasets import load_svmlight_file

    inputs, labels = load_svmlight_file(str(path), n_features=123)
    return inputs.toarray(), (labels > 0).astype(int)


def drawn(labels, among, count, random):
    """`count` of the rows `among`, each class in proportion."""
    positive = among[labels[among] == 1]
    negative = among[labels[among] == 0]
    positives = round(count * len(positive) / len(among))
    return np.concatenate([random.permutation(positive)[:positives], random.permutation(negative)[:count - positives]])


def parts_of(labels, with_own_test, own_test, rows, seed):
    """The part of each row: train, valid, test, or "" where it is not used.

    Rows for training are 8000, or 3 in 4 of a smaller table; or with rows "all" 4 in 5. A tenth of them is valid.
    """
    random = np.random.default_rng(seed)
    everything = np.arange(len(labels))
    for_training = everything[~own_test] if with_own_test else everything
    most = len(for_training) if with_own_test else int(len(labels) * (0.8 if rows == "all" else 0.75))
    learnt = drawn(labels, for_training, most if rows == "all" else min(int(rows), most), random)
    valid = drawn(labels, learnt, len(learnt) // 10, random)
    rest = everything[own_test] if with_own_test else np.setdiff1d(everything, learnt)
    test = rest if rows == "all" or len(rest) <= MOST_TEST_ROWS else drawn(labels, rest, MOST_TEST_ROWS, random)
    parts = np.full(len(labels), "", dtype="U5")
    parts[learnt], parts[valid], parts[test] = "train", "valid", "test"
    return parts


class Table:
    """The rows of one table that a seed uses, in memory and as a CSV file with the columns label and split."""

    def __init__(self, folder, name, rows, seed):
        file, test_file = TABLES[name]
        inputs, labels = read(folder / file)
        own_test = np.zeros(len(labels), bool)
        if test_file:
            test_inputs, test_labels = read(folder / test_file)
            own_test = np.concatenate([own_test, np.ones(len(test_labels), bool)])
            inputs, labels = np.concatenate([inputs, test_inputs]), np.concatenate([labels, test_labels])
        parts = parts_of(labels, bool(test_file), own_test, rows, seed)
        used = parts != ""
        self.inputs, self.labels, self.parts = inputs[used], labels[used], parts[used]

    def part(self, *names):
        chosen = np.isin(self.parts, names)
        return self.inputs[chosen], self.labels[chosen]

    def write(self, path):
        """Writes the file unless it is there. A name that is moved into place is never a torn file."""
        if path.exists():
            return path
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(f"{path}.{os.getpid()}.part")
        with open(temporary, "w") as file:
            file.write(",".join([*(f"x{k}" for k in range(self.inputs.shape[1])), "label", "split"]) + "\n")
            for numbers, label, part in zip(self.inputs.tolist(), self.labels, self.parts):
                file.write(",".join([*(f"{number:.17g}" for number in numbers), str(label), part]) + "\n")
        os.replace(temporary, path)
        return path
