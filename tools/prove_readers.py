#!/usr/bin/env python3
"""Random files and random problems, read and computed by pauc and by others: CSV by Python's csv, NPY by NumPy, partial
AUC by scikit-learn. Prints a summary of each; exit code 1 if they differ.

  tools/prove_readers.py --count 100000
  tools/prove_readers.py csv --count 1000 --seed 7
"""
import argparse
import collections
import csv
import io
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time


class Reader:
    """build/release/read_cells (tests/oracle/read_cells.cpp)."""

    def __init__(self, program, path):
        self.path = path
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        errors="replace")

    def read(self, kind, content):
        """The fields as bytes by record, or what was refused."""
        self.path.unlink(missing_ok=True)
        self.path.write_bytes(content)
        self.process.stdin.write(f"{kind} {self.path}\n")
        self.process.stdin.flush()
        records = []
        while not (line := self.process.stdout.readline().rstrip("\n")).startswith((".", "!")):
            if self.process.poll() is not None:
                sys.exit(f"{kind}: the reader has crashed; see {self.path}")
            records.append([bytes.fromhex(field) for field in line.split(",")])
        return records if line == "." else line[1:]


def records_of_python(text):
    """As Python reads them, strictly, without blank lines; None: refused, or lines of different lengths."""
    try:
        records = [record for record in csv.reader(io.StringIO(text, newline=""), strict=True) if record]
    except csv.Error:
        return None
    if not records or len({len(record) for record in records}) > 1:
        return None
    return [[field.encode() for field in record] for record in records]


def random_csv(chance):
    """A file as some program writes it, or any characters that mean something."""
    if chance.random() < 0.3:
        return "".join(chance.choices('a1,,""\n\n \r\u00e9', k=chance.randrange(1, 40)))
    columns = chance.randrange(1, 6)
    lengths = (1, 3, 12, 17, 40) if chance.random() < 0.9 else (5000,)
    field = lambda: "".join(chance.choices('ab0.-," \n\u00e9\t;', weights=(9, 9, 9, 5, 5, 1, 1, 1, 1, 1, 1, 1),
                                           k=chance.choice((0, *lengths))))
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator=chance.choice(("\n", "\r\n")),
                        quoting=chance.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL)))
    for _ in range(chance.randrange(1, 12)):
        writer.writerow([field() for _ in range(columns)])
        if chance.random() < 0.1:
            out.write("\n")
    text = out.getvalue()
    return text.rstrip("\r\n") if chance.random() < 0.2 else text


def prove_csv(reader, chance):
    text = random_csv(chance)
    # To Python a lone carriage return ends a line, to pauc it is a character.
    if "\r" in text.replace("\r\n", "") or text.count("\r") != text.count("\r\n"):
        text = text.replace("\r", "")
    expected, found = records_of_python(text), reader.read("csv", text.encode())
    if expected is None:
        return ("both refuse", "") if isinstance(found, str) else ("pauc is less strict", "")
    if found == expected:
        return "same", ""
    return "different", f"{text!r}: {found!r}, Python: {expected!r}"


def prove_npy(reader, chance):
    import numpy as np

    kind = chance.choice(("<f4", "<f8", "i1", "<i2", "<i4", "<i8", "u1", "<u2", "<u4", "<u8", "?", "<f2", ">f8", "<c8"))
    shapes = (chance.randrange(1, 30),), (chance.randrange(1, 30), chance.randrange(1, 9)), (0, 3), ()
    shape = chance.choices(shapes, weights=(9, 9, 1, 1))[0]
    count = int(np.prod(shape))
    numbers = np.frombuffer(chance.randbytes(np.dtype(kind).itemsize * count), kind)
    if kind == "?":
        numbers = np.frombuffer(chance.randbytes(count), "u1") % 2 == 1
    if kind in ("<f4", "<f8") and chance.random() < 0.7:
        numbers = np.array([chance.choice((chance.gauss(0, 1), chance.gauss(0, 1e30), float("nan"), 0.0, 1e-40))
                            for _ in range(count)], kind)
    array = np.array(numbers).reshape(shape, order=chance.choice("CF"))
    if array.ndim == 2 and chance.random() < 0.1:
        array = np.asfortranarray(array)
    out = io.BytesIO()
    np.save(out, array)
    content = out.getvalue()
    if chance.random() < 0.1:
        content = content[:chance.randrange(len(content))]
    found = reader.read("npy", content)
    is_cut = len(content) < len(out.getvalue())
    if is_cut or array.size == 0 or array.ndim == 0 or kind in ("<f2", ">f8", "<c8"):
        return ("both refuse", "") if isinstance(found, str) else ("different", f"{kind} {shape} {is_cut}: is read")
    with np.errstate(over="ignore", invalid="ignore"):
        floats = array.astype("f8").astype("<f4").reshape(len(array), -1)
    if isinstance(found, str):
        fine = np.isinf(floats).any() or (array.ndim == 2 and array.flags.f_contiguous and not array.flags.c_contiguous)
        return ("refused by pauc for a reason", "") if fine else ("different", f"{kind} {shape}: {found}")
    read = np.array([[np.frombuffer(field, "<f4")[0] for field in record] for record in found], "<f4")
    same = read.shape == floats.shape and np.array_equal(read, floats, equal_nan=True)
    return ("same", "") if same else ("different", f"{kind} {shape}: {read!r}, NumPy: {floats!r}")


def prove_metrics(_, chance):
    import numpy as np
    import pauc
    from sklearn.metrics import roc_auc_score

    rows = chance.randrange(2, 60)
    numbers = np.random.default_rng(chance.randrange(1 << 60))
    labels = numbers.integers(0, 2, rows)
    if labels.min() == labels.max():
        labels[0] = 1 - labels[0]
    scores = numbers.normal(size=rows) + labels * numbers.uniform(-1, 2)
    if chance.random() < 0.5:
        scores = np.round(scores * chance.choice((1, 3)))
    weights = numbers.uniform(0.1, 5, rows) if chance.random() < 0.3 else None
    bound = chance.choice((1, 0.5, 0.3, 0.1, 0.01, numbers.uniform(0.001, 0.999)))
    expected = roc_auc_score(labels, scores, sample_weight=weights, max_fpr=None if bound == 1 else bound)
    found = pauc.partial_auc(labels, scores, weights=weights, fpr_max=bound, threads=1)
    if abs(found - expected) <= 1e-12:
        return "same to 1e-12", ""
    return "different", f"{labels.tolist()}, {scores.tolist()}, {weights}, {bound}: {found}, scikit-learn: {expected}"


PROOFS = {"csv": prove_csv, "npy": prove_npy, "metrics": prove_metrics}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", metavar="WHAT", help=f"of {', '.join(PROOFS)}; default: all")
    parser.add_argument("--build", default="build/release", help="folder with read_cells and the Python package")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    sys.path.insert(0, f"{arguments.build}/python")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="prove-readers-"))
    reader = Reader(f"{arguments.build}/read_cells", folder / "file")
    failed = False
    for what in arguments.what or PROOFS:
        begin, outcomes = time.time(), collections.Counter()
        for number in range(arguments.count):
            outcome, why = PROOFS[what](reader, random.Random(f"{what} {arguments.seed} {number}"))
            outcomes[outcome] += 1
            if outcome == "different" and outcomes[outcome] <= 10:
                print(f"{what} {number}: {why}", flush=True)
        failed = failed or outcomes["different"] > 0
        print(f"{what}: {arguments.count} tries: {dict(outcomes)}; {time.time() - begin:.0f} s", flush=True)
    shutil.rmtree(folder)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
