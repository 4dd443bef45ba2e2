"""Small commands of pauc, the folders that they start from, and how they run under tests/faults."""
import dataclasses
import os
import pathlib
import random
import shutil
import struct
import subprocess
import tempfile

from run_bits import bits_of

CALLS = ("open", "read", "write", "fsync", "rename", "close", "mmap", "unlink", "mkdir")
TRAIN = "train t.csv --label y --id id --model linear --optimiser adam --batch-size 32 --quiet --threads 1"
LABELS = "train l.csv --label y,z --id id --model mlp --objective sopa --epochs 2 --batch-size 32 --quiet --threads 1"
MOLECULES = ("train m.sdf --label active --features-from morgan --model linear --optimiser adam --objective ce "
             "--epochs 2 --batch-size 32 --quiet --threads 1")
STUDY = """data: {path: t.csv, label: y, id: id}
model: linear
targets: [{fpr_max: 0.3}]
protocol: {epochs: 2, batch_size: 32, lr: 0.05, lr_decay: none, pretraining: {epochs: 1}}
methods: {ce: , sopa-s: {lambda: [0.1]}}
tuning_seeds: [0]
tuning_epochs: 1
seeds: [0]
"""


@dataclasses.dataclass
class Case:
    """A command, and those that make the folder in which it starts. Run again after a failure, it completes its work.

    `writes`: the files that it may change, by the beginnings of their names; none: any. `after_crash`: another command
    that must complete the work after a power loss, or refuse it in a sentence.
    """
    command: str
    before: tuple = ()
    writes: tuple = ()
    after_crash: str = ""


CASES = {
    "train": Case(f"{TRAIN} --objective sopa --epochs 3 --resume --out run"),
    "resume": Case(f"{TRAIN} --objective sopa --epochs 3 --resume --out run",
                   (f"{TRAIN} --objective sopa --epochs 2 --out run",)),
    "overwrite": Case(f"{TRAIN} --objective sopa --epochs 2 --overwrite --out run",
                      (f"{TRAIN} --objective ce --epochs 2 --out run",),
                      after_crash=f"{TRAIN} --objective sopa --epochs 2 --resume --out run"),
    "auto": Case(f"{TRAIN} --objective auto --epochs 2 --resume --out run"),
    "blend": Case("train t.csv --label y --id id --members linear,mlp --folds 2 --epochs 2 --quiet --threads 1 "
                  "--resume --out run"),
    "predict": Case("predict run new.csv --out scores.csv --quiet", (f"{TRAIN} --objective ce --epochs 2 --out run",),
                    ("scores.csv",)),
    "report": Case("report run --out page.html --quiet", (f"{TRAIN} --objective ce --epochs 2 --out run",),
                   ("page.html",)),
    "calibrate": Case("calibrate run new.csv --quiet", (f"{TRAIN} --objective ce --epochs 2 --out run",),
                      ("run/model.json", "run/calibrations")),
    "monitor": Case("monitor run new.csv --html page.html --quiet", (f"{TRAIN} --objective ce --epochs 2 --out run",),
                    ("page.html",)),
    "labels": Case(f"{LABELS} --resume --out run"),
    "labels-predict": Case("predict run new.csv --out scores.csv --quiet", (f"{LABELS} --out run",), ("scores.csv",)),
    "molecules": Case(f"{MOLECULES} --resume --out run"),
    "hits": Case("predict run m.sdf --top 4 --page hits.html --out scores.csv --quiet", (f"{MOLECULES} --out run",),
                 ("hits.html", "scores.csv")),
    "compare": Case("compare c.yaml --out out --quiet --workers 1"),
}


def table(rows, seed):
    """A third of the rows is positive; the last column says which."""
    chance = random.Random(seed)
    lines = ["id,a,b,c,y"]
    for k in range(rows):
        positive = k % 3 == 0
        b = "" if k % 11 == 5 else f"{chance.random() - 0.2 * positive:.6f}"
        a, c = chance.random() + 0.4 * positive, "red" if k % 4 else "blue"
        lines.append(f"R{seed}-{k},{a:.6f},{b},{c},{positive:d}")
    return "\n".join(lines) + "\n"


def table_of_labels(rows, seed):
    """The same with another label, which a third of the rows lacks."""
    lines = table(rows, seed).splitlines()
    return "\n".join([f"{lines[0]},z", *(f"{line},{('', 0, 1)[(k * k) % 7 % 3]}" for k, line in enumerate(lines[1:]))])


def structures(count):
    """Chains of carbon as SDF; those that end in an oxygen are active."""
    text = ""
    for k in range(count):
        atoms = ["C"] * (2 + k % 20) + ["O" if k % 3 == 0 else "N"]
        text += f"M{k}\n  made by hand\n\n{len(atoms):3}{len(atoms) - 1:3}  0  0  0  0  0  0  0  0999 V2000\n"
        text += "".join(f"{1.5 * x:10.4f}{0:10.4f}{0:10.4f} {atom:3} 0  0\n" for x, atom in enumerate(atoms))
        text += "".join(f"{x:3}{x + 1:3}  1  0\n" for x in range(1, len(atoms)))
        text += f"M  END\n>  <active>\n{int(k % 3 == 0)}\n\n$$$$\n"
    return text


class Workplace:
    """A folder in which the command of a case runs again and again from the same start."""

    def __init__(self, pauc, library, root, case):
        self.pauc, self.library, self.case = os.path.abspath(pauc), os.path.abspath(library), case
        self.start, self.folder, self.counts = root / "start", root / "work", root / "counts"
        self.folder.mkdir(parents=True)
        (self.folder / "t.csv").write_text(table(150, 1))
        (self.folder / "new.csv").write_text(table(60, 2))
        (self.folder / "c.yaml").write_text(STUDY)
        (self.folder / "l.csv").write_text(table_of_labels(150, 3))
        (self.folder / "m.sdf").write_text(structures(60))
        for command in case.before:
            done = self.run(command)
            assert done.returncode == 0, done.stderr
        self.folder.rename(self.start)

    def reset(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.start, self.folder)

    def run(self, command, faults=None):
        """Runs a command of pauc; `faults` are variables of tests/faults/broken_calls.h without PAUC_FAULT_."""
        environment = {**os.environ, "XDG_CACHE_HOME": "/dev/null", "OMP_NUM_THREADS": "1"}
        if faults is not None:
            self.counts.write_bytes(bytes(4096))
            faults = {"FOLDER": os.path.realpath(self.folder), "COUNTS": self.counts, **faults}
            environment["LD_PRELOAD"] = self.library
            environment.update({f"PAUC_FAULT_{name}": str(value) for name, value in faults.items()})
        return subprocess.run([self.pauc, *command.split()], cwd=self.folder, env=environment, capture_output=True,
                              text=True, errors="replace", timeout=300)

    def counted(self):
        """How often each call was made, how many failed, and the file of the last that did."""
        content = self.counts.read_bytes()
        numbers = struct.unpack_from("10q", content)
        path = content[80:592].split(b"\0")[0].decode(errors="replace")
        return dict(zip(CALLS, numbers)), numbers[9], os.path.relpath(path, self.folder) if path else ""

    def files(self):
        """Without what a failure may leave: checkpoints, which are there to resume from, and temporary files."""
        bits = bits_of(self.folder)
        return {name: content for name, content in bits.items()
                if "checkpoint/" not in name and "/.pauc-" not in f"/{name}"
                and not name.endswith("record.json")}


def differing(found, expected):
    return sorted(name for name in {*found, *expected} if found.get(name) != expected.get(name))


def new_folder(prefix):
    return pathlib.Path(tempfile.mkdtemp(prefix=prefix))
