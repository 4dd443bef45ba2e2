#!/usr/bin/env python3
"""Draws where training for partial AUC pays, from the recorded experiments: tools/when_it_pays.py [--check]

Writes docs/when.svg and, between the lines "<!-- differences -->" and "<!-- end -->", the table of docs/when.md: the
difference to cross-entropy, paired by seed, with its 95 % t interval. --check only says whether both are up to date.
Each recorded result is named here with the method that stands for it, so nothing is chosen by its test values.
"""
import json
import math
import pathlib
import statistics
import sys
from html import escape

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "experiments" / "results"
PAGE, FIGURE = ROOT / "docs" / "when.md", ROOT / "docs" / "when.svg"
BEGIN, END = "<!-- differences -->\n", "<!-- end -->"

# What the studies of defaults call sopa with its default settings, which were chosen on validation.
DEFAULT, DEFAULT_ON_IMAGES = "squared-hinge, shared", "sigmoid, own"
GROUPS = [  # heading, then: recorded result, what its data are called, method by kind of target
    ("Linear models on tables", [("linear_tables", None, {"one_way": "sopa"})]),
    ("MLP on tables", [("defaults_tables", None, {"one_way": DEFAULT})]),
    ("GIN on molecules", [("defaults_tox21", "tox21 NR-AR", {"one_way": DEFAULT}),
                          ("tox21_short", "tox21 NR-AR, paper's protocol", {"one_way": "sopa-s", "two_way": "sota-s"}),
                          ("muv_short", "MUV-548, paper's protocol", {"one_way": "sopa-s", "two_way": "sota-s"})]),
    ("ResNet20 on images", [("defaults_ham10000_short", "HAM10000", {"one_way": DEFAULT_ON_IMAGES}),
                            ("ham10000_short", "HAM10000, paper's protocol",
                             {"one_way": "sopa-s", "two_way": "sota-s"})]),
]
# The 97.5 % quantile of Student's t by degrees of freedom.
STUDENT = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262}

LEFT, RIGHT, WIDTH, ROW = 400, 670, 860, 18
SMALLEST, LARGEST = -0.06, 0.12


def words(target):
    kind, rest = target[:7], target[8:]
    if kind == "two_way":
        tpr, fpr = rest.split("_")
        return f"TPR ≥ {tpr}, FPR ≤ {fpr}"
    return f"FPR ≤ {rest}"


def paired(method, ce):
    """The mean of the differences by seed and half of its interval's width."""
    by_seed = dict(zip(ce["seeds"], ce["values"]))
    differences = [value - by_seed[seed] for seed, value in zip(method["seeds"], method["values"]) if seed in by_seed]
    count = len(differences)
    error = statistics.stdev(differences) / math.sqrt(count)
    return statistics.fmean(differences), STUDENT[count - 1] * error, count


def tables_of(result, name):
    """(name of the data, table) of a recorded result; several datasets are named by their folders."""
    folder = RESULTS / result
    if (folder / "table.json").exists():
        return [(name, json.loads((folder / "table.json").read_text()))]
    return [(path.parent.name, json.loads(path.read_text())) for path in sorted(folder.glob("*/table.json"))]


def rows_of(result, name, methods):
    for data, table in tables_of(result, name):
        for target in table["targets"]:
            method = methods.get(target[:7])
            if method is None:
                continue
            mean, half, count = paired(table["methods"][method][target], table["methods"]["ce"][target])
            yield {"data": data, "positives": table["splits"]["train"]["positive"], "target": words(target),
                   "method": "sopa" if method in (DEFAULT, DEFAULT_ON_IMAGES) else method, "mean": mean, "half": half,
                   "seeds": count}


def verdict(row):
    if row["mean"] - row["half"] > 0:
        return "ahead"
    return "behind" if row["mean"] + row["half"] < 0 else "level"


def interval(row):
    return f"{row['mean']:+.3f} [{row['mean'] - row['half']:+.3f}, {row['mean'] + row['half']:+.3f}]"


def place(value):
    return LEFT + (RIGHT - LEFT) * (value - SMALLEST) / (LARGEST - SMALLEST)


def inside(value):
    return min(max(value, SMALLEST), LARGEST)


def marks(row, y):
    """The interval and the estimate; an arrow where they leave the axis."""
    colour = {"ahead": "#0b6e4f", "behind": "#b3261e", "level": "#777777"}[verdict(row)]
    low, high = row["mean"] - row["half"], row["mean"] + row["half"]
    yield (f'<line x1="{place(inside(low)):.1f}" y1="{y}" x2="{place(inside(high)):.1f}" y2="{y}" '
           f'stroke="{colour}" stroke-width="2"/>')
    for end, beyond, step in ((LARGEST, high > LARGEST, 6), (SMALLEST, low < SMALLEST, -6)):
        if beyond:
            x = place(end)
            yield f'<path d="M{x:.1f} {y - 4} L{x + step:.1f} {y} L{x:.1f} {y + 4} Z" fill="{colour}"/>'
    if SMALLEST <= row["mean"] <= LARGEST:
        fill = "#ffffff" if verdict(row) == "level" else colour
        yield f'<circle cx="{place(row["mean"]):.1f}" cy="{y}" r="4" fill="{fill}" stroke="{colour}" stroke-width="2"/>'


def text(x, y, words, more=""):
    return f'<text x="{x}" y="{y}"{more}>{escape(words)}</text>'


def figure(groups):
    lines, y = [], 60
    for heading, rows in groups:
        lines.append(text(8, y + 4, heading, ' font-weight="bold"'))
        y += ROW
        for row in rows:
            lines.append(text(20, y + 4, f"{row['data']}, {row['target']} ({row['method']})"))
            lines += marks(row, y)
            lines.append(text(WIDTH - 8, y + 4, interval(row), ' text-anchor="end"'))
            y += ROW
        y += ROW // 2
    grid = []
    for tenth in range(-4, 13, 4):
        x = place(tenth / 100)
        colour = "#444444" if tenth == 0 else "#dddddd"
        grid.append(f'<line x1="{x:.1f}" y1="44" x2="{x:.1f}" y2="{y}" stroke="{colour}"/>')
        grid.append(text(f"{x:.1f}", 38, f"{tenth / 100:+.2f}" if tenth else "0", ' text-anchor="middle"'))
    head = [text(8, 16, "Partial AUC on test: the method minus cross-entropy", ' font-weight="bold" font-size="14"'),
            text(WIDTH - 8, 38, "mean [95 % over seeds]", ' text-anchor="end"')]
    description = "Each row is one difference with its interval; the table of docs/when.md has the same figures."
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 8}" width="{WIDTH}" height="{y + 8}" '
        'role="img" font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="12" fill="#222222">',
        "<title>Where training for partial AUC pays</title>", f"<desc>{description}</desc>",
        f'<rect width="{WIDTH}" height="{y + 8}" fill="#ffffff"/>', *head, *grid, *lines, "</svg>", ""])


def table(groups):
    lines = ["| model | data | positives | target | method | difference to ce | seeds | |",
             "|---|---|---|---|---|---|---|---|"]
    for heading, rows in groups:
        lines += [f"| {heading} | {row['data']} | {row['positives']} | {row['target']} | {row['method']} | "
                  f"{interval(row)} | {row['seeds']} | {verdict(row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def main():
    groups = [(heading, [row for source in sources if (RESULTS / source[0]).exists() for row in rows_of(*source)])
              for heading, sources in GROUPS]
    page = PAGE.read_text()
    begin, end = page.index(BEGIN) + len(BEGIN), page.index(END)
    wanted = {PAGE: page[:begin] + table(groups) + page[end:], FIGURE: figure(groups)}
    stale = [path for path, content in wanted.items() if not path.exists() or path.read_text() != content]
    if sys.argv[1:] == ["--check"]:
        for path in stale:
            print(f"{path.relative_to(ROOT)}: is not up to date: run tools/when_it_pays.py")
        sys.exit(1 if stale else 0)
    for path in stale:
        path.write_text(wanted[path])


if __name__ == "__main__":
    main()
