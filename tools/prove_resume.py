#!/usr/bin/env python3
"""A long version of what the tests check: a training that is killed, or whose checkpoints are damaged, ends with the
same bits as one that ran straight through. Stops with exit code 1 at the first difference and leaves its folder.

  tools/prove_resume.py examples/patients.csv --kills 20 --corrupt 50 -- --id patient --objective sopa --epochs 8
"""
import argparse
import json
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time


def bits_of(run):
    """The files of a run and its candidates, except checkpoints, run.json and the page.

    The log is taken without its seconds, configs without the run's own name.
    """
    bits = {}
    for path in (path for path in run.rglob("*") if path.is_file()):
        bits[str(path.relative_to(run))] = path.read_bytes()
        if path.name == "log.jsonl":
            lines = [json.loads(line) for line in path.read_text().splitlines()]
            bits[str(path.relative_to(run))] = [{**line, "seconds": 0} for line in lines]
        if path.name == "config.yaml":
            bits[str(path.relative_to(run))] = re.sub("init: .*candidates", "init: candidates", path.read_text())
    return {name: content for name, content in bits.items()
            if "checkpoint/" not in name and name != "run.json" and not name.endswith("report.html")}


class Prover:
    def __init__(self, arguments, folder):
        self.line = [arguments.pauc, "train", arguments.data, *arguments.options, "--resume", "--out"]
        self.folder = folder
        self.random = random.Random(arguments.seed)
        begin = time.time()
        self.finish(folder / "straight")
        self.seconds = time.time() - begin
        self.expected = bits_of(folder / "straight")
        print(f"straight: {self.seconds:.1f} s, {len(self.expected)} files", flush=True)

    def begin(self, run, words):
        """A training that has said these words, or has ended."""
        process = subprocess.Popen([*self.line, str(run)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while words and words not in (line := process.stderr.readline()) and line:
            pass
        return process

    def finish(self, run, code=0):
        done = subprocess.run([*self.line, str(run)], capture_output=True, text=True)
        return done.stderr if done.returncode == code else sys.exit(f"{run}: {done.returncode}: {done.stderr[-500:]}")

    def compare(self, run, what):
        found = bits_of(run)
        different = [name for name in {*found, *self.expected} if found.get(name) != self.expected.get(name)]
        if different:
            sys.exit(f"{what}: other bits in {', '.join(sorted(different))}; see {run}")

    def kill(self, count):
        """A tenth while the program starts, the others while it works."""
        run, kills, trainings = self.folder / "killed", 0, 1
        while kills < count:
            starting = self.random.random() < 0.1
            process = self.begin(run, "" if starting else "epoch ")
            time.sleep(self.random.uniform(0, 1 if starting else self.seconds / count))
            process.kill()
            kills += 1
            if process.wait() != -signal.SIGKILL:  # it had ended by itself
                self.compare(run, f"before kill {kills}")
                shutil.rmtree(run)
                kills, trainings = kills - 1, trainings + 1
        self.finish(run)
        self.compare(run, f"after {kills} kills")
        print(f"kill -9: {kills} in {trainings} training(s), same bits", flush=True)

    def damage(self, path):
        content = bytearray(path.read_bytes())
        place = self.random.randrange(len(content))
        how = self.random.choice(["bit flipped", "byte changed", "cut"])
        content[place] ^= 1 << self.random.randrange(8) if how == "bit flipped" else self.random.randrange(1, 256)
        path.write_bytes(content[:place] if how == "cut" else content)
        return f"{path.name} {how} at {place}"

    def corrupt(self, count):
        """On a run with a named objective that was killed when one epoch was left, so that each resumption is quick."""
        run, whole = self.folder / "damaged", self.folder / "whole"
        process = self.begin(whole, f"epoch {len(self.expected['log.jsonl']) - 1}/")
        process.kill()
        process.wait()
        newest, before = sorted({path.stem for path in whole.glob("checkpoint/*.json")}, reverse=True)[:2]
        cases = {"newest": [newest], "both": [newest, before], "older": [before]}
        counts = dict.fromkeys(cases, 0)
        for _ in range(count):
            shutil.rmtree(run, ignore_errors=True)
            shutil.copytree(whole, run)
            case = self.random.choices([*cases], [8, 1, 1])[0]
            files = [f"{number}.{self.random.choice(['json', 'safetensors'])}" for number in cases[case]]
            what = "; ".join(self.damage(run / "checkpoint" / name) for name in files)
            said = self.finish(run, 65 if case == "both" else 0)
            seen = {"newest": "checkpoint before it is used" in said, "both": "no checkpoint is left" in said}
            if not seen.get(case, not any(seen.values())):
                sys.exit(f"{what}: not seen: {said[-500:]}")
            if case != "both":
                self.compare(run, what)
            counts[case] += 1
        print(f"damaged: {count} ({counts}): each seen where it matters, same bits or refused", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--pauc", default="build/release/pauc")
    for name in ("--kills", "--corrupt", "--seed"):
        parser.add_argument(name, type=int, default=0)
    end = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    arguments = parser.parse_args(sys.argv[1:end])
    arguments.options = sys.argv[end + 1:]  # of pauc train
    folder = pathlib.Path(tempfile.mkdtemp(prefix="prove-resume-"))
    prover = Prover(arguments, folder)
    if arguments.kills:
        prover.kill(arguments.kills)
    if arguments.corrupt:
        prover.corrupt(arguments.corrupt)
    shutil.rmtree(folder)


main()
