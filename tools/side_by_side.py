#!/usr/bin/env python3
"""Puts recorded results next to the paper's numbers: tools/side_by_side.py [--check] [docs/reproduce.md]

Between the lines "<!-- side by side: RESULT DATASET -->" and "<!-- end -->" of the page it writes one table per target,
from experiments/results/RESULT/table.json and the rows of DATASET in experiments/paper.csv. Between
"<!-- include: FILE -->" and "<!-- end -->" it writes that file of experiments/results, its sentences wrapped at 120
columns. --check only says whether the page is up to date.
"""
import csv
import json
import math
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r"(<!-- include: (\S+) -->\n).*?(<!-- end -->)", re.S)
BLOCK = re.compile(r"(<!-- side by side: (\S+) (\S+) -->\n).*?(<!-- end -->)", re.S)


def words(key):
    kind, rest = key[:7], key[8:]
    if kind == "two_way":
        tpr, fpr = rest.split("_")
        return f"TPR >= {tpr}, FPR <= {fpr}"
    return f"FPR <= {rest}"


def paper_cells(dataset):
    with open(ROOT / "experiments" / "paper.csv", newline="") as file:
        return {(row["method"], row["target"]): row for row in csv.DictReader(file) if row["dataset"] == dataset}


def ours_text(cell, seeds):
    if cell is None:
        return "-"
    spread = f" ({cell['std']:.4f})" if cell["n"] > 1 else ", one seed"
    return f"{cell['mean']:.4f}{spread}" + (f", {cell['n']} of {seeds} seeds" if cell["n"] < seeds else "")


def difference_text(cell, paper):
    if cell is None or paper is None:
        return "-"
    difference = cell["mean"] - float(paper["mean"])
    if cell["n"] < 2:
        return f"{difference:+.4f}"
    return f"{difference:+.4f} ({cell['std'] / math.sqrt(cell['n']):.4f})"


def all_methods(table, paper):
    """Ours, then what only the paper has; its ablations only beside ours."""
    ours = list(table["methods"])
    ablation = any("gamma0=" in method for method in ours)
    theirs = dict.fromkeys(method for method, _ in paper if ("gamma0=" in method) == ablation)
    return ours + [method for method in theirs if method not in ours]


def block(result, dataset):
    path = ROOT / "experiments" / "results" / result / "table.json"
    table = json.loads(path.read_text())
    paper = paper_cells(dataset)
    text = ""
    for target in table["targets"]:
        text += f"\n**{words(target)}**\n\n"
        text += "| method | paper | pauc | difference (standard error of pauc's mean) |\n|---|---|---|---|\n"
        for method in all_methods(table, paper):
            theirs, ours = paper.get((method, target)), table["methods"].get(method, {}).get(target)
            if theirs is None and ours is None:
                continue
            printed = f"{theirs['mean']} ({theirs['std']})" if theirs else "-"
            text += f"| {method} | {printed} | {ours_text(ours, table['seeds'])} | {difference_text(ours, theirs)} |\n"
    missing = "".join(f"- {sentence}\n" for sentence in table["missing"])
    return text + (f"\nMissing:\n\n{missing}" if missing else "") + "\n"


def wrapped(line):
    if line.startswith("|"):
        return line
    return "\n".join(textwrap.wrap(line, 120, break_long_words=False, break_on_hyphens=False))


def included(name):
    text = (ROOT / "experiments" / "results" / name).read_text()
    return "\n".join(wrapped(line) for line in text.split("\n"))


def unshown(page):
    """Results that the page does not show."""
    shown = {found[2] for found in BLOCK.finditer(page)}
    shown |= {str(pathlib.PurePath(found[2]).parent) for found in INCLUDE.finditer(page)}
    results = ROOT / "experiments" / "results"
    tables = sorted(str(path.parent.relative_to(results)) for path in results.glob("**/table.json"))
    return [name for name in tables if name not in shown]


def main():
    arguments = [word for word in sys.argv[1:] if word != "--check"]
    page = pathlib.Path(arguments[0]) if arguments else ROOT / "docs" / "reproduce.md"
    before = page.read_text()
    after = BLOCK.sub(lambda found: found[1] + block(found[2], found[3]) + found[4], before)
    after = INCLUDE.sub(lambda found: f"{found[1]}\n{included(found[2])}\n{found[3]}", after)
    if unshown(after):
        print(f"{page.name}: expected a block for {', '.join(unshown(after))}, got none")
        return 1
    if "--check" in sys.argv:
        if before != after:
            print(f"{page.name}: differs from the recorded results; run tools/side_by_side.py")
            return 1
        print(f"{page.name}: as recorded")
        return 0
    page.write_text(after)
    return 0


if __name__ == "__main__":
    sys.exit(main())
