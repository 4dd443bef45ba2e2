#!/usr/bin/env python3
"""Damages files of run folders by chance and lets commands read them: each ends as if nothing had happened, or with one
sentence and an exit code for bad input; never by a crash, an internal error or a hang. Where it ends well but with
another result, the damage was not seen. That is a failure in tensors and trees, which have checksums; of the other
files, which have none, it is counted by file. Exit code 1 after any failure.

  tools/prove_damage.py                                   # 1000 damages of each: a run, a blend, a run with two labels
  tools/prove_damage.py run --count 200 --seed 7

Damages: a bit or byte changed, the end cut off, exchanged with another file, removed, made 24 GB long.
"""
import argparse
import collections
import os
import pathlib
import random
import shutil
import subprocess
import sys
import time

from fault_commands import CASES, LABELS, TRAIN, Case, Workplace, differing, new_folder
from run_bits import bits_of

CODES = (2, 65, 66, 74, 76)
WITH_CHECKSUM = (".safetensors", "trees.json")
HUGE = 24 << 30
BLEND = CASES["blend"].command.replace(" --resume", "")
RUN = f"{TRAIN} --objective sopa --epochs 3 --out run"
RUNS = {"run": RUN, "blend": BLEND, "labels": f"{LABELS} --out run"}
# Commands, the share of the tries, and the files that make their result. {run} is a folder with a card.
COMMANDS = {
    "report": ("report run --out page.html --quiet", 4, lambda folder: {"page": read(folder / "page.html")}),
    "predict": ("predict run new.csv --out scores.csv --quiet", 2,
                lambda folder: {"scores": read(folder / "scores.csv")}),
    "resume": ("train --resume --quiet --out run", 1, lambda folder: bits_of(folder / "run")),
    "calibrate": ("calibrate {run} new.csv --quiet", 1,
                  lambda folder: {name: read(folder / name) for name in ("run/model.json", "run/tasks/y/model.json")}),
}


def read(path):
    return path.read_bytes() if path.exists() else None


class Prover:
    def __init__(self, name, arguments, root):
        self.name = name
        self.place = Workplace(arguments.pauc, arguments.library, root / name, Case("", (RUNS[name],)))
        self.random = random.Random(arguments.seed)
        self.files = sorted(path.relative_to(self.place.start) for path in (self.place.start / "run").rglob("*")
                            if path.is_file())
        self.lines = {command: line.format(run="run/tasks/y" if name == "labels" else "run")
                      for command, (line, _, _) in COMMANDS.items()}
        self.expected = {}
        for command, (_, _, result) in COMMANDS.items():
            self.place.reset()
            self.unfinish(command)
            done = self.place.run(self.lines[command])
            assert done.returncode == 0, done.stderr
            self.expected[command] = result(self.place.folder)
        self.ends, self.unseen, self.wrong = collections.Counter(), collections.Counter(), 0

    def unfinish(self, command):
        """A run that has nothing left to do would read little."""
        if command == "resume":
            (self.place.folder / "run/metrics.json").unlink()

    def damage(self, path):
        how = self.random.choice(("bit", "byte", "byte", "cut", "exchanged", "removed", "huge"))
        content = bytearray(path.read_bytes())
        at = self.random.randrange(max(1, len(content)))
        if how == "removed":
            path.unlink()
        elif how == "huge":
            os.truncate(path, HUGE)
        elif how == "exchanged":
            other = self.place.folder / self.random.choice(self.files)
            shutil.copy(other, path) if other.exists() and other != path else path.unlink()
        elif how == "cut":
            os.truncate(path, at)
        elif content:
            content[at] ^= 1 << self.random.randrange(8) if how == "bit" else self.random.randrange(1, 256)
            path.write_bytes(content)
        return how if how in ("removed", "huge", "exchanged") else f"{how} at {at}"

    def problem(self, done, command, file):
        if done.returncode == 0:
            path = self.place.folder / file
            if path.exists() and path.stat().st_size == HUGE:
                path.unlink()  # nobody has read it
            result = COMMANDS[command][2](self.place.folder)
            different = [name for name in differing(result, self.expected[command])
                         if pathlib.Path("run") / name != file and "checkpoint/" not in name]
            self.ends["other result" if different else "same result"] += 1
            if different and file.name.endswith(WITH_CHECKSUM):
                return f"not seen, with another result in {', '.join(different[:3])}"
            self.unseen[f"{command}: {file.name}"] += bool(different)
            return ""
        self.ends[f"exit code {done.returncode}"] += 1
        sentence = done.stderr.splitlines()
        if done.returncode not in CODES:
            return f"exit code {done.returncode}: {done.stderr[-300:]}"
        if not sentence or not sentence[-1].startswith("pauc: ") or "internal error" in done.stderr:
            return f"no sentence: {done.stderr[-300:]}"
        return ""

    def try_once(self):
        command = self.random.choices([*COMMANDS], [share for _, share, _ in COMMANDS.values()])[0]
        self.place.reset()
        self.unfinish(command)
        file = self.random.choice([file for file in self.files if (self.place.folder / file).exists()])
        what = f"{file} {self.damage(self.place.folder / file)}, {command}"
        try:
            problem = self.problem(self.place.run(self.lines[command]), command, file)
        except subprocess.TimeoutExpired:
            problem = "hangs"
        if problem:
            self.wrong += 1
            print(f"{self.name}: {what}: {problem}", flush=True)

    def prove(self, count):
        begin = time.time()
        for _ in range(count):
            self.try_once()
        print(f"{self.name}: {count} damages of {len(self.files)} files: {dict(self.ends)}; wrong: {self.wrong}; "
              f"not seen in files without a checksum: {dict(+self.unseen)}; {time.time() - begin:.0f} s", flush=True)
        return self.wrong == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="*", default=[*RUNS], metavar="RUN", help=f"of {', '.join(RUNS)}; default: all")
    parser.add_argument("--pauc", default="build/release/pauc")
    parser.add_argument("--library", default="build/release/tests/libpauc_faults.so")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    root = new_folder("prove-damage-")
    fine = [Prover(name, arguments, root).prove(arguments.count) for name in arguments.runs]
    shutil.rmtree(root)
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
