#!/usr/bin/env python3
"""Lets the n-th system call of a small command fail, for every n: it ends with one sentence and the right exit code,
what was there before stays, and the same command then completes its work with the bits of an undisturbed one.

  tools/prove_faults.py                              # every call of every command: hours
  tools/prove_faults.py predict report --every 5     # every fifth call of two of them

Prints a line for every fault that was not survived, and a summary per command. Exit code 1 if there was any.
"""
import argparse
import collections
import shutil
import subprocess
import sys
import time

from fault_commands import CASES, Workplace, differing, new_folder

# How each call can fail; with "lasts", all later calls fail too.
WAYS = {
    "open": ("EIO", "ENOSPC", "EINTR"),
    "read": ("EIO", "EINTR", "short"),
    "write": ("ENOSPC", "EIO", "EINTR", "short", "zero", "ENOSPC lasts"),
    "fsync": ("EIO", "ENOSPC", "EINTR"),
    "rename": ("EIO", "ENOSPC", "EINTR"),
    "close": ("EIO", "EINTR"),
    "mmap": ("EIO",),
    "unlink": ("EIO",),
    "mkdir": ("EIO", "ENOSPC"),
}
CODES = (66, 73, 74)  # no such input, cannot create, input or output failed


class Prover:
    def __init__(self, name, arguments, root):
        self.name, self.case = name, CASES[name]
        self.place = Workplace(arguments.pauc, arguments.library, root / name, self.case)
        self.before = self.straight("", {"AT": 0}, before=True)
        self.expected = self.straight(self.case.command, {"AT": 0})
        self.calls = self.place.counted()[0]
        unstable = differing(self.straight(self.case.command), self.expected)  # by times
        self.unstable = set(unstable)
        self.outcomes, self.lost = collections.Counter(), []

    def straight(self, command, faults=None, before=False):
        self.place.reset()
        if not before:
            done = self.place.run(command, faults)
            assert done.returncode == 0, (self.name, done.returncode, done.stderr)
        return self.place.files()

    def differing(self, found, expected):
        return [name for name in differing(found, expected) if name not in self.unstable]

    def problem(self, done):
        """What is wrong with the end of a command and what it has left; empty: nothing."""
        found = self.place.files()
        if done.returncode == 0:
            others = self.differing(found, self.expected)
            return f"exit code 0, other bits in {', '.join(others[:3])}" if others else ""
        lines = done.stderr.splitlines()
        if done.returncode not in CODES:
            return f"exit code {done.returncode}: {done.stderr[-300:]}"
        if len(lines) != 1 or not lines[0].startswith("pauc: ") or "internal error" in done.stderr:
            return f"not one sentence: {done.stderr[-300:]}"
        changed = self.differing(found, self.before)
        foreign = [name for name in changed if self.case.writes and not name.startswith(self.case.writes)]
        if foreign:
            return f"has changed {', '.join(foreign[:3])}"
        if self.case.writes and not self.differing({**self.before, **found}, self.expected):
            return ""  # all was written before the failure
        again = self.place.run(self.case.command)
        if again.returncode != 0:
            return f"cannot be repeated: {again.stderr[-300:]}"
        others = self.differing(self.place.files(), self.expected)
        return f"repeated, other bits in {', '.join(others[:3])}" if others else ""

    def fail_at(self, call, at, way):
        how, *lasts = way.split()
        self.place.reset()
        try:
            done = self.place.run(self.case.command, {"CALL": call, "AT": at, "HOW": how, "LASTS": int(bool(lasts))})
        except subprocess.TimeoutExpired:
            self.lost.append(f"{call} {at} {way}: hangs")
            return
        _, failed, path = self.place.counted()
        if failed == 0:
            self.outcomes["not reached"] += 1
            return
        self.outcomes["ignored or repeated" if done.returncode == 0 else f"exit code {done.returncode}"] += 1
        problem = self.problem(done)
        if problem:
            self.lost.append(f"{call} {at} ({path}) {way}: {problem}")
            print(f"{self.name}: {self.lost[-1]}", flush=True)

    def prove(self, every, first):
        begin = time.time()
        number = first
        for call, ways in WAYS.items():
            for way in ways:
                for at in range(1, self.calls[call] + 1):
                    number += 1
                    if number % every == 0:
                        self.fail_at(call, at, way)
        made = {call: count for call, count in self.calls.items() if count}
        print(f"{self.name}: calls {made}; {sum(self.outcomes.values())} faults: {dict(self.outcomes)}; "
              f"not survived: {len(self.lost)}; {time.time() - begin:.0f} s", flush=True)
        return not self.lost


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="COMMAND", help=f"of {', '.join(CASES)}; default: all")
    parser.add_argument("--pauc", default="build/release/pauc")
    parser.add_argument("--library", default="build/release/tests/libpauc_faults.so")
    parser.add_argument("--every", type=int, default=1, help="tries every N-th fault only")
    parser.add_argument("--first", type=int, default=0, help="shifts which of them")
    arguments = parser.parse_args()
    root = new_folder("prove-faults-")
    survived = [Prover(name, arguments, root).prove(arguments.every, arguments.first)
                for name in arguments.cases or CASES]
    shutil.rmtree(root)
    return 0 if all(survived) else 1


if __name__ == "__main__":
    sys.exit(main())
