"""Figures of a benchmark, one cell per training, in one JSON file that grows while the benchmark runs.

A cell is a dictionary; some of its keys say what was measured, the others hold the figures. A finished cell is not
measured again, so a stopped benchmark continues when it is called again. Several benchmarks may share a file.
"""
import fcntl
import json
import math
import os
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path


class RecordedCells:
    def __init__(self, path, identity):
        self.path, self.identity = Path(path), identity
        self.path.parent.mkdir(parents=True, exist_ok=True)

    def all(self):
        return json.loads(self.path.read_text())["cells"] if self.path.exists() else []

    def has(self, wanted):
        return any(all(cell.get(key) == wanted[key] for key in self.identity) for cell in self.all())

    def add(self, cells):
        """Adds cells that have no equal yet. The folder is locked while the file is read and replaced."""
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            known = self.all()
            known += [cell for cell in cells if not self.has(cell)]
            known.sort(key=lambda cell: [str(cell[key]) for key in self.identity])
            temporary = self.path.with_suffix(".part")
            with open(temporary, "w") as file:
                file.write('{"host": ' + json.dumps(host()) + ',\n "cells": [\n  ')
                file.write(",\n  ".join(json.dumps(cell) for cell in known) + "\n ]}\n")
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, self.path)
        finally:
            os.close(folder)


def host():
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
    return {"cpu": cpu, "cores": os.cpu_count()}


def mean_and_error(values):
    """Mean and its standard error; the latter is NaN for a single value."""
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return statistics.fmean(values), error


def plus_minus(values):
    mean, error = mean_and_error(values)
    return f"{mean:+.4f}" if math.isnan(error) else f"{mean:+.4f} ± {error:.4f}"


def markdown(head, lines):
    rows = [head, ["---"] * len(head), *lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def by_data(cells, data_key, figure, members=False):
    """The `values` of `comparison`: `figure` of each cell; with `members` also of each member, as BLEND:MEMBER."""
    found = {}
    for cell in cells:
        methods = {cell["method"]: cell["values"]}
        if members:
            methods.update({f"{cell['method']}:{name}": one for name, one in cell.get("members", {}).items()})
        for name, values in methods.items():
            found.setdefault(cell[data_key], {}).setdefault(name, {})[cell["seed"]] = figure(values)
    return found


def shown(methods, values):
    """`methods`, and after them the members of blends."""
    names = dict.fromkeys(name for found in values.values() for name in found)
    return [*methods, *(name for name in names if name not in methods)]


def comparison(values, methods, against):
    """A Markdown table: means by data set, then differences to the method `against`, paired by seed.

    `values` is {data set: {method: {seed: value}}}. The last line has the mean over data sets with its standard error,
    and the number of data sets where the method is better and worse.
    """
    methods = [name for name in methods if any(name in found for found in values.values())]
    others = [name for name in methods if name != against] if against in methods else []
    differences = {name: [] for name in others}
    lines, shown = [], {name: [] for name in methods}
    for data, found in values.items():
        line = [data]
        for name in methods:
            of_seeds = list(found.get(name, {}).values())
            line.append(f"{statistics.fmean(of_seeds):.4f} ({len(of_seeds)})" if of_seeds else "")
            shown[name] += [statistics.fmean(of_seeds)] if of_seeds else []
        for name in others:
            seeds = sorted(set(found.get(name, {})) & set(found.get(against, {})))
            paired = [found[name][seed] - found[against][seed] for seed in seeds]
            line.append(plus_minus(paired) if paired else "")
            differences[name] += [statistics.fmean(paired)] if paired else []
        lines.append(line)
    complete = {name: len(means) == len(values) for name, means in shown.items()}
    last = ["mean"] + [f"{statistics.fmean(shown[name]):.4f}" if complete[name] else "" for name in methods]
    for name in others:
        over = differences[name]
        better, worse = sum(value > 0 for value in over), sum(value < 0 for value in over)
        last.append(f"{plus_minus(over)} ({better}/{worse})" if over else "")
    head = ["data", *methods, *(f"{name} − {against}" for name in others)]
    return markdown(head, [*lines, last])


def seconds_table(cells, data_key, methods):
    """Mean seconds of one training by data set and method: clock / processor."""
    names = list(dict.fromkeys(cell[data_key] for cell in cells))
    methods = [name for name in methods if any(cell["method"] == name for cell in cells)]
    lines = []
    for data in names:
        line = [data]
        for name in methods:
            found = [cell for cell in cells if (cell[data_key], cell["method"]) == (data, name)]
            means = [statistics.fmean(cell[key] for cell in found) for key in ("seconds", "cpu_seconds") if found]
            line.append(" / ".join(f"{mean:.1f}" for mean in means))
        lines.append(line)
    return markdown(["seconds: clock / processor", *methods], lines)


def measure_all(cells, wanted, measure, workers):
    """Measures the cells that are missing, `workers` at a time, and returns how many failed.

    `measure` is a function of a module, or a partial of one: it runs in another process. A cell that fails is reported,
    and the others go on.
    """
    failed = 0
    with ProcessPoolExecutor(workers) as pool:
        asked = {pool.submit(measure, cell): cell for cell in wanted if not cells.has(cell)}
        for done in as_completed(asked):
            try:
                found = done.result()
            except Exception as error:  # a method that this build lacks, or a training that fails
                failed += 1
                name = " ".join(str(asked[done][key]) for key in cells.identity)
                print(f"{name}: left out: {error}", file=sys.stderr, flush=True)
                continue
            cells.add(found)
            for one in found:
                print(*(one[key] for key in cells.identity), f"{one['seconds']:.1f} s", json.dumps(one["values"]),
                      file=sys.stderr, flush=True)
    return failed
