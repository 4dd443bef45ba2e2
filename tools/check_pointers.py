#!/usr/bin/env python3
"""Fails on a bare pointer taken from a tensor: tools/check_pointers.py [root]

The address of a tensor on another device means nothing to the CPU, and no compiler notices. batch/cpu_data.h refuses
such tensors; everything else asks it for the address.
"""
import pathlib
import re
import sys

ALLOWED = "src/pauc/batch/cpu_data.h"
BARE = re.compile(r"\b(?:mutable_|const_)?data_ptr\b|\bpacked_accessor|\.accessor<")
FOLDERS = ("src/pauc", "cli", "python/src")


def complaints(root):
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            name = file.relative_to(root).as_posix()
            if file.suffix not in (".h", ".cpp") or name == ALLOWED:
                continue
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                if BARE.search(line.split("//")[0]):
                    yield f"{name}:{number}: expected cpu_data, which refuses tensors elsewhere, got {line.strip()}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    found = list(complaints(root))
    print("\n".join(found) if found else "pointers: fine")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
