"""Writes the types of pauc.objective, one overload for each method of the registry: write_stubs.py FILE"""
import math
import pathlib
import sys

import pauc

HEAD = '''"""Types of pauc.objective, written by python/stubs/write_stubs.py."""
from typing import Literal, overload

from pauc import Objective
'''
TYPES = {"NUMBER": "float", "INTEGER": "int", "on|off": "bool"}


def type_of(option):
    if option["type"] in TYPES:
        return TYPES[option["type"]]
    if "|" in option["type"]:
        return f"Literal[{', '.join(map(repr, option['type'].split('|')))}]"
    return "str"


def default_of(option):
    default = option["default"]
    return "..." if isinstance(default, float) and not math.isfinite(default) else repr(default)


def parameter(name, kind, default):
    return f"    {name}: {kind}{' | None' if default == 'None' else ''} = {default},\n"


def overload(name, parameters):
    star = "    *,\n" if parameters else ""
    return (f"\n@overload\ndef objective(\n    name: {name},\n    examples: int = 0,\n{star}{''.join(parameters)}"
            ") -> Objective: ...\n")


def parameters_of(row):
    options = [parameter(option["name"], type_of(option), default_of(option)) for option in row["options"]]
    return options + [parameter(bound, "float", "None") for bound in row["bounds"]]


def parameters_of_all(rows):
    """For a name that is known only when the program runs: the options of all methods."""
    types = {}
    for row in rows:
        for option in row["options"]:
            types.setdefault(option["name"], {})[type_of(option)] = None
        for bound in row["bounds"]:
            types.setdefault(bound, {})["float"] = None
    return [parameter(name, " | ".join(kinds), "None") for name, kinds in types.items()]


def stubs(rows):
    overloads = [overload(f'Literal["{row["name"]}"]', parameters_of(row)) for row in rows]
    return HEAD + "".join([*overloads, overload("str", parameters_of_all(rows))])


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).write_text(stubs(pauc.objectives()))
