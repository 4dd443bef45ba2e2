#!/usr/bin/env python3
"""Replays the power losses of a small training: tests/faults records its changes of files and folders in their order,
and every prefix is built as a disk may show it after a crash. Each such state is read by `report` and `predict`: both
show the run from before or the new one, or refuse in one sentence what is not finished. Then the command is run
again; it must end with the bits of an undisturbed run, or refuse to resume what is still an older run.

  tools/prove_power_loss.py                        # train, resume and overwrite
  tools/prove_power_loss.py resume --every 3

What a disk may show: changes before a sync of their file or folder are there. Of the others, none is; or the names
without the bytes; or the names and half of the bytes; or all; or any of them by chance, in the disk's own order.
"""
import argparse
import os
import pathlib
import random
import shutil
import sys

from fault_commands import CASES, Workplace, differing, new_folder

WAYS = ("none", "names", "torn", "all", "chance")
READ = {"page.html": "report run --out ../page.html --quiet",
        "scores.csv": "predict run new.csv --out ../scores.csv --quiet"}
UNREADABLE = (65, 66)  # a run that is not finished, or none
REFUSED = (2, 73, 76)  # to resume what is still the old run: other options, a folder without a run, no checkpoint


class File:
    def __init__(self):
        self.synced, self.written = b"", []  # bytes on the disk, and writes (offset, bytes) that may be lost

    @staticmethod
    def with_writes(content, writes):
        content = bytearray(content)
        for offset, piece in writes:
            content.extend(bytes(max(0, offset - len(content))))
            content[offset:offset + len(piece)] = piece
        return bytes(content)

    def bytes_after(self, way, chance):
        if way in ("none", "names"):
            return self.synced
        whole = self.with_writes(self.synced, self.written)
        cut = {"all": len(whole), "torn": (len(self.synced) + len(whole)) // 2}.get(way)
        return whole[:chance.randint(len(self.synced), len(whole)) if cut is None else cut]


class Folder:
    def __init__(self):
        self.synced, self.changes = {}, []  # names on the disk, and changes {name: what it is now, or None}

    def now(self):
        return self.after("all", None)

    def after(self, way, chance):
        names = dict(self.synced)
        for change in () if way == "none" else self.changes:
            if way != "chance" or chance.random() < 0.5:
                names.update(change)
        return {name: entry for name, entry in names.items() if entry is not None}


class Disk:
    """Files and folders by what is certain and what is not."""

    def __init__(self, root):
        self.root, self.top = pathlib.Path(root), Folder()
        self.load(self.root, self.top)

    def load(self, path, folder):
        for entry in path.iterdir():
            folder.synced[entry.name] = Folder() if entry.is_dir() else File()
            if entry.is_dir():
                self.load(entry, folder.synced[entry.name])
            else:
                folder.synced[entry.name].synced = entry.read_bytes()

    def at(self, path):
        entry = self.top
        for name in pathlib.Path(path).relative_to(self.root).parts:
            entry = entry.now()[name]
        return entry

    def change(self, path, entry):
        path = pathlib.Path(path)
        self.at(path.parent).changes.append({path.name: entry})

    def apply(self, what, path, second, offset, piece):
        if what == "create":
            self.change(path, File())
        elif what == "truncate":
            raise ValueError(f"{path}: is written in place")
        elif what == "write":
            self.at(path).written.append((offset, piece))
        elif what == "mkdir":
            self.change(path, Folder())
        elif what in ("unlink", "rmdir"):
            self.change(path, None)
        elif what == "rename":
            path, second = pathlib.Path(path), pathlib.Path(second)
            assert path.parent == second.parent, "a rename between folders"
            # One change: no disk shows both names or neither.
            self.at(path.parent).changes.append({second.name: self.at(path), path.name: None})
        elif what == "sync":
            self.sync(self.at(path))

    @staticmethod
    def sync(entry):
        if isinstance(entry, Folder):
            entry.synced, entry.changes = entry.now(), []
        else:
            entry.synced, entry.written = File.with_writes(entry.synced, entry.written), []

    def build(self, folder, way, chance):
        """Writes one state; returns it as a text that tells it from others."""
        shutil.rmtree(folder, ignore_errors=True)
        told = []

        def write(entry, path):
            if isinstance(entry, Folder):
                path.mkdir()
                for name, inner in sorted(entry.after(way, chance).items()):
                    write(inner, path / name)
            else:
                content = entry.bytes_after(way, chance)
                path.write_bytes(content)
                told.append((str(path.relative_to(folder)), content))

        write(self.top, folder)
        return hash(tuple(told))


def changes_in(path):
    content, at = path.read_bytes(), 0
    while at < len(content):
        end = content.index(b"\n", at)
        what, where, second, offset, size = content[at:end].decode().split("\t")
        yield what, where, second, int(offset), content[end + 1:end + 1 + int(size)]
        at = end + 2 + int(size)


class Prover:
    def __init__(self, name, arguments, root):
        self.name, self.case = name, CASES[name]
        self.place = Workplace(arguments.pauc, arguments.library, root / name, self.case)
        self.record = root / name / "record"
        self.place.reset()
        self.disk = Disk(os.path.realpath(self.place.folder))
        before = self.read()
        done = self.place.run(self.case.command, {"RECORD": self.record})
        assert done.returncode == 0, done.stderr
        self.expected = self.place.files()
        self.whole = [before, self.read()]
        assert before is not None and len(self.whole[1]) == len(READ)
        self.random = random.Random(arguments.seed)
        self.lost = self.refused = self.unfinished = 0

    def read(self):
        """What `report` and `predict` make of a run, without what they refuse; None if they do neither in order."""
        results = {}
        for name, command in READ.items():
            done, path = self.place.run(command), self.place.folder.parent / name
            if done.returncode == 0:
                results[name] = path.read_bytes()
            elif done.returncode not in UNREADABLE or len(done.stderr.splitlines()) != 1:
                return None
        return results

    def lose(self, state, what):
        self.lost += 1
        kept = self.place.folder.parent / f"lost-{self.lost}"
        self.place.folder.rename(kept)
        print(f"{self.name}: after {state}: {what}; see {kept}", flush=True)

    def check(self, state):
        found = self.read()
        if found is None or not any(found.items() <= whole.items() for whole in self.whole):
            return self.lose(state, "is read as neither the old run nor the new one")
        self.unfinished += len(found) < len(READ)
        done = self.place.run(self.case.after_crash or self.case.command)
        found = differing(self.place.files(), self.expected) if done.returncode == 0 else []
        if self.case.after_crash and done.returncode in REFUSED and len(done.stderr.splitlines()) == 1:
            self.refused += 1
        elif done.returncode != 0 or found:
            self.lose(state, f"exit code {done.returncode}, {done.stderr[-300:]}"
                             f"other bits in {', '.join(found[:3]) or 'none'}")
        return None

    def prove(self, every):
        changes = list(changes_in(self.record))
        seen, built = set(), 0
        for number, change in enumerate(changes, 1):
            self.disk.apply(*change)
            if number % every != 0:
                continue
            for way in WAYS:
                built += 1
                state = self.disk.build(self.place.folder, way, self.random)
                if state not in seen:
                    seen.add(state)
                    self.check(f"change {number} ({change[0]} {os.path.relpath(change[1], self.disk.root)}), {way}")
        print(f"{self.name}: {len(changes)} changes, {built} states, {len(seen)} different; not finished: "
              f"{self.unfinished}; refused to resume: {self.refused}; lost: {self.lost}", flush=True)
        return self.lost == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", default=["train", "resume", "overwrite"], metavar="COMMAND",
                        help=f"of {', '.join(CASES)}; default: train resume overwrite")
    parser.add_argument("--pauc", default="build/release/pauc")
    parser.add_argument("--library", default="build/release/tests/libpauc_faults.so")
    parser.add_argument("--every", type=int, default=1, help="stops after every N-th change only")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    root = new_folder("prove-power-loss-")
    survived = [Prover(name, arguments, root).prove(arguments.every) for name in arguments.cases]
    if all(survived):
        shutil.rmtree(root)
    return 0 if all(survived) else 1


if __name__ == "__main__":
    sys.exit(main())
