#!/usr/bin/env python3
"""A long version of what the tests check: a comparison that is killed again and again ends with the same table and
curves as one that ran straight through, and no finished run is repeated. Stops with exit code 1 at the first difference
and leaves its folder.

  tools/prove_compare.py examples/compare.yaml --kills 20
"""
import argparse
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

RESULTS = ("table.json", "table.md", "table.csv", "table.tex", "curves.csv")


def results_of(out):
    return {name: (out / name).read_bytes() for name in RESULTS}


def finished_runs(out):
    """When each was finished, to the nanosecond."""
    return {path.parent.name: path.stat().st_mtime_ns for path in out.glob("runs/*/metrics.json")}


class Prover:
    def __init__(self, arguments, folder):
        self.line = [arguments.pauc, "compare", arguments.config, "--data-root", arguments.data_root, "--out"]
        self.folder = folder
        self.random = random.Random(arguments.seed)

    def finish(self, out):
        begin = time.time()
        done = subprocess.run([*self.line, str(out)], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{out}: {done.returncode}: {done.stderr[-500:]}")
        return time.time() - begin

    def kill_once(self, out, most_seconds):
        """The seconds after which it was killed; none where it had ended by itself."""
        process = subprocess.Popen([*self.line, str(out)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        seconds = self.random.uniform(0, most_seconds)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
        return seconds if process.wait() == -signal.SIGKILL else None

    def check_kept(self, finished, out):
        now = finished_runs(out)
        lost = [name for name, moment in finished.items() if now.get(name) != moment]
        if lost:
            sys.exit(f"lost or done again: {', '.join(lost)}; see {out}")
        return now

    def check_results(self, out):
        expected, found = results_of(self.folder / "straight"), results_of(out)
        different = [name for name in RESULTS if found[name] != expected[name]]
        if different:
            sys.exit(f"other bytes in {', '.join(different)}; see {self.folder}")

    def kill(self, count):
        straight, killed = self.folder / "straight", self.folder / "killed"
        seconds = self.finish(straight)
        print(f"straight: {seconds:.1f} s, {len(finished_runs(straight))} runs", flush=True)
        moments, finished, kept, comparisons = [], {}, 0, 1
        while len(moments) < count:
            moment = self.kill_once(killed, seconds / 3)
            finished = self.check_kept(finished, killed)
            if moment is not None:
                moments.append(moment)
                kept = max(kept, len(finished))
                continue
            self.check_results(killed)  # it had ended by itself: once more from the beginning
            shutil.rmtree(killed)
            finished, comparisons = {}, comparisons + 1
        self.finish(killed)
        self.check_kept(finished, killed)
        self.check_results(killed)
        print(f"kill -9: {count} times in {comparisons} comparison(s),",
              f"after {min(moments):.2f} to {max(moments):.2f} s,",
              f"with up to {kept} runs finished: none lost or repeated; {', '.join(RESULTS)}: the same bytes",
              flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("config")
    parser.add_argument("--data-root", default=".")
    parser.add_argument("--pauc", default="build/release/pauc")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="prove-compare-"))
    Prover(arguments, folder).kill(arguments.kills)
    shutil.rmtree(folder)


main()
