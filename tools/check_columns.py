#!/usr/bin/env python3
"""Fails on a line of more than 120 columns: tools/check_columns.py [root]

Rows of Markdown tables and lines with a URL cannot be broken; recorded results are written by pauc.
"""
import os
import pathlib
import sys

MOST_COLUMNS = 120
SUFFIXES = (".md", ".h", ".cpp", ".py", ".js", ".css", ".sh", ".cmake", ".txt", ".yaml", ".R")
RECORDED = "experiments/results/"


def checked_files(root):
    """Names relative to the root, without hidden files and what .gitignore lists. Works where there is no git too."""
    ignored = {name.strip("/") for name in (root / ".gitignore").read_text().split()}
    for folder, folders, files in os.walk(root):
        where = pathlib.Path(folder).relative_to(root)
        folders[:] = sorted(name for name in folders if not name.startswith(".") and str(where / name) not in ignored)
        yield from (str(where / name) for name in sorted(files) if name.endswith(SUFFIXES))


def may_be_longer(name, line):
    return "http" in line or (name.endswith(".md") and line.lstrip().startswith("|"))


def complaints(root):
    for name in checked_files(root):
        if name.startswith(RECORDED):
            continue
        for number, line in enumerate((root / name).read_text(encoding="utf-8").splitlines(), 1):
            if len(line) > MOST_COLUMNS and not may_be_longer(name, line):
                yield f"{name}:{number}: expected at most {MOST_COLUMNS} columns, got {len(line)}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    found = list(complaints(root))
    print("\n".join(found) if found else "columns: fine")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
