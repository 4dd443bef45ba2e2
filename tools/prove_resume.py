#!/usr/bin/env python3
"""A long version of what the tests check: a training that is killed, or whose checkpoints are damaged, ends with the
same bits as one that ran straight through. Stops with exit code 1 at the first difference and leaves its folder.

  tools/prove_resume.py examples/patients.csv --kills 20 --corrupt 50 -- --id patient --objective sopa --epochs 8
  tools/prove_resume.py examples/patients.csv --kills 20 -- --id patient --members mlp,trees --folds 4

--checkpoint-kills kills the command and all its ranks while a checkpoint is written. With --processes in the options,
--rank-kills kills one rank at a time instead of the command, --rank-stops stops one (SIGSTOP); all ranks must end in
time with a sentence that names it.

  tools/prove_resume.py examples/patients.csv --rank-kills 100 --rank-stops 10 -- --id patient --model mlp \
    --objective sopa --epochs 60 --patience 0 --processes 3 --rank-timeout 5
"""
import argparse
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from run_bits import bits_of


def newest_change(folder):
    """When a file below the folder was last written; files may vanish meanwhile."""
    newest = 0
    for path in folder.rglob("*"):
        try:
            newest = max(newest, path.stat().st_mtime)
        except FileNotFoundError:
            pass
    return newest


class Prover:
    def __init__(self, arguments, folder):
        self.line = [arguments.pauc, "train", arguments.data, *arguments.options, "--resume", "--out"]
        self.folder = folder
        self.random = random.Random(arguments.seed)
        begin = time.time()
        self.finish(folder / "straight/run")
        self.seconds = time.time() - begin
        self.expected = bits_of(folder / "straight/run")
        print(f"straight: {self.seconds:.1f} s, {len(self.expected)} files", flush=True)

    def begin(self, run, words):
        """A training that has said these words, or has ended."""
        process = subprocess.Popen([*self.line, str(run)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while words not in (line := process.stderr.readline()) and line:
            pass
        return process

    def begin_writing(self, run):
        """A training that has written something, so that the next one has more to start from, or has ended."""
        started = time.time()
        process = self.begin_silently(run)
        while process.poll() is None and newest_change(run) < started:
            time.sleep(0.01)
        return process

    def begin_silently(self, run):
        return subprocess.Popen([*self.line, str(run)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

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
        run, kills, trainings = self.folder / "killed/run", 0, 1
        while kills < count:
            starting = self.random.random() < 0.1
            process = self.begin_silently(run) if starting else self.begin_writing(run)
            time.sleep(self.random.uniform(0, 1 if starting else 2 * self.seconds / count))
            process.kill()
            kills += 1
            if process.wait() != -signal.SIGKILL:  # it had ended by itself
                self.compare(run, f"before kill {kills}")
                shutil.rmtree(run)
                kills, trainings = kills - 1, trainings + 1
        self.finish(run)
        self.compare(run, f"after {kills} kills")
        print(f"kill -9: {kills} in {trainings} training(s), same bits", flush=True)

    @staticmethod
    def half_written(run):
        """Whether a checkpoint has begun that is not complete yet."""
        try:
            names = os.listdir(run / "checkpoint")
        except FileNotFoundError:
            return False
        tensors = {name.split(".")[0] for name in names if name.endswith(".safetensors")}
        records = {name.split(".")[0] for name in names if name.endswith(".json")}
        return any(name.endswith(".tmp") for name in names) or bool(tensors - records)

    def kill_in_checkpoint(self, count):
        run, kills, half, trainings = self.folder / "checkpoints/run", 0, 0, 1
        while kills < count:
            process = self.begin_writing(run)
            time.sleep(self.random.uniform(0, min(1, self.seconds / 4)))
            while process.poll() is None and not self.half_written(run):
                pass
            time.sleep(self.random.uniform(0, 0.001))
            process.kill()  # and with it all its ranks
            if process.wait() != -signal.SIGKILL:  # it had ended by itself
                self.compare(run, f"before kill {kills + 1}")
                shutil.rmtree(run)
                trainings += 1
                continue
            time.sleep(0.05)  # until they have ended
            kills, half = kills + 1, half + self.half_written(run)
        self.finish(run)
        self.compare(run, f"after {kills} kills in checkpoints")
        print(f"kill -9 of all in a checkpoint: {kills} in {trainings} training(s), {half} of them left half a "
              "checkpoint, same bits", flush=True)

    def ranks_of(self, process):
        """The processes of the ranks, by rank."""
        ranks = {}
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                variables = (folder / "environ").read_bytes().split(b"\0") if parent == process.pid else []
            except (OSError, ValueError):
                continue
            for variable in variables:
                if variable.startswith(b"RANK="):
                    ranks[int(variable[5:])] = int(folder.name)
        return ranks

    def fail_ranks(self, count, how, limit):
        """One rank at a time fails at a random moment; the rest of the ranks have to end within `limit` seconds."""
        run, fails, trainings, slowest = self.folder / f"{how.name}/run", 0, 1, 0
        while fails < count:
            process = subprocess.Popen([*self.line, str(run)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                       text=True)
            started = time.time()
            while process.poll() is None and newest_change(run) < started:
                time.sleep(0.01)
            time.sleep(self.random.uniform(0, self.seconds / 2))
            ranks = self.ranks_of(process) if process.poll() is None else {}
            rank = self.random.choice([*ranks]) if ranks else None
            began = time.time()
            if rank is not None:
                os.kill(ranks[rank], how)
            try:
                said = process.communicate(timeout=2 * limit)[1]
            except subprocess.TimeoutExpired:  # rank 0 was stopped when the others had finished and needed it no more
                os.kill(ranks[rank], signal.SIGCONT)
                said = process.communicate()[1]
            if process.returncode == 0:  # it had ended by itself, or nearly so
                self.compare(run, f"before {how.name} {fails + 1}")
                shutil.rmtree(run)
                trainings += 1
                continue
            fails, seconds = fails + 1, time.time() - began
            slowest = max(slowest, seconds)
            if seconds > limit or f"rank {rank} on " not in said or process.returncode != 1:
                sys.exit(f"{how.name} {fails} of rank {rank}: {seconds:.1f} s, {process.returncode}: {said[-500:]}")
            if any(pathlib.Path(f"/proc/{one}").exists() for one in ranks.values()):
                sys.exit(f"{how.name} {fails} of rank {rank}: a rank has outlived the command")
            print(f"{how.name} {fails} of rank {rank}: all ended after {seconds:.1f} s", flush=True)
        self.finish(run)
        self.compare(run, f"after {fails} {how.name}")
        print(f"{how.name} of a rank: {fails} in {trainings} training(s), all ended within {slowest:.1f} s, named, "
              "same bits", flush=True)

    def damage(self, path):
        content = bytearray(path.read_bytes())
        place = self.random.randrange(len(content))
        how = self.random.choice(["bit flipped", "byte changed", "cut"])
        content[place] ^= 1 << self.random.randrange(8) if how == "bit flipped" else self.random.randrange(1, 256)
        path.write_bytes(content[:place] if how == "cut" else content)
        return f"{path.name} {how} at {place}"

    def corrupt(self, count):
        """On a run with a named objective that was killed when one epoch was left, so that each resumption is quick."""
        run, whole = self.folder / "damaged/run", self.folder / "whole/run"
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
            said = self.finish(run, 76 if case == "both" else 0)
            seen = {"newest": "previous checkpoint is used" in said, "both": "no intact checkpoint" in said}
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
    for name in ("--kills", "--corrupt", "--checkpoint-kills", "--rank-kills", "--rank-stops", "--seed"):
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
    if arguments.checkpoint_kills:
        prover.kill_in_checkpoint(arguments.checkpoint_kills)
    if arguments.rank_kills:
        prover.fail_ranks(arguments.rank_kills, signal.SIGKILL, 90)
    if arguments.rank_stops:
        prover.fail_ranks(arguments.rank_stops, signal.SIGSTOP, 90)
    shutil.rmtree(folder)


main()
