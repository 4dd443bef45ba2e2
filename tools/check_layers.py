#!/usr/bin/env python3
"""Fails on an include that crosses a layer: tools/check_layers.py [root]. docs/architecture.md has the picture.

LibTorch is allowed in the sources of pauc_torch and in the headers that only they include. The CMakeLists.txt of a
folder says which library a source belongs to. python/ is on top of all layers; its module _core does without LibTorch.
"""
import pathlib
import re
import sys

STAGES = ("data", "sampler", "model", "objective", "optimiser")
MAY_INCLUDE = {
    "core": set(),
    "metric": {"core"},
    "kernel": {"core"},
    "batch": {"core"},
    "ranks": {"core", "batch"},
    **{stage: {"core", "batch"} for stage in STAGES},
    "record": {"core", "metric"},
    "report": {"core", "metric", "record"},
}
MAY_INCLUDE["objective"] = MAY_INCLUDE["objective"] | {"kernel"}
MAY_INCLUDE["trainer"] = {"core", "batch", "ranks", "metric", "record", *STAGES}
MAY_INCLUDE["compare"] = {"core", "metric", "record", "report", "trainer", "data", "objective"}
MAY_INCLUDE["python"] = {"core", "batch", "metric", "sampler", "objective", "record", "report", "trainer"}

OURS = re.compile(r'^\s*#\s*include\s*[<"]pauc/((\w+)/[\w/.]+)[>"]')
TORCH = re.compile(r'^\s*#\s*include\s*[<"](torch|ATen|c10|caffe2)/')
BESIDE = re.compile(r'^\s*#\s*include\s*"(\w+\.h)"')  # how files of python/ include each other
SOURCES = re.compile(r"target_sources\((\w+)\s+PRIVATE([^)]*)\)")
PYTHON_SOURCES = re.compile(r"pauc_add_python_module\(_core\s+([^)]*)\)")


class Tree:
    """The include lines of all headers and sources below src/pauc, and of python/src as python/NAME."""

    def __init__(self, root):
        self.root = root
        self.top = root / "src" / "pauc"
        self.lines = {}
        for path in sorted(self.top.rglob("*")):
            if path.suffix in (".h", ".cpp") and path.parent != self.top:
                self.lines[path.relative_to(self.top).as_posix()] = path.read_text().splitlines()
        for path in sorted((root / "python" / "src").glob("*")):
            self.lines[f"python/{path.name}"] = path.read_text().splitlines()
        self.torch_route = {}

    def where(self, name, number):
        return f"{self.path(name)}:{number}"

    def path(self, name):
        layer, _, rest = name.partition("/")
        return f"python/src/{rest}" if layer == "python" else f"src/pauc/{name}"

    def included(self, name, line):
        """The file of ours that a line includes; None for any other line."""
        ours, beside = OURS.match(line), BESIDE.match(line)
        if ours:
            return ours[1]
        return f"python/{beside[1]}" if beside and name.startswith("python/") else None

    def route_to_torch(self, name):
        """The chain of includes that leads from a file to LibTorch; empty where none does."""
        if name in self.torch_route or name not in self.lines:
            return self.torch_route.get(name, [])
        self.torch_route[name] = []  # an include cycle ends here
        for number, line in enumerate(self.lines[name], 1):
            ours = self.included(name, line)
            rest = self.route_to_torch(ours) if ours else []
            if TORCH.match(line) or rest:
                self.torch_route[name] = [f"{self.where(name, number)}: {line.strip()}", *rest]
                break
        return self.torch_route[name]


def sources_without_torch(root, top):
    listing = root / "python" / "CMakeLists.txt"
    for names in PYTHON_SOURCES.findall(listing.read_text() if listing.exists() else ""):
        yield from (f"python/{pathlib.PurePath(name).name}" for name in names.split())
    for listing in sorted(top.rglob("CMakeLists.txt")):
        for library, names in SOURCES.findall(listing.read_text()):
            if library != "pauc_torch":
                yield from ((listing.parent / name).relative_to(top).as_posix() for name in names.split())


def crossed_layers(tree):
    for name, lines in tree.lines.items():
        layer = name.split("/")[0]
        if layer not in MAY_INCLUDE:
            yield f"src/pauc/{name}: no layer is called {layer}; the layers are {', '.join(MAY_INCLUDE)}"
            continue
        for number, line in enumerate(lines, 1):
            ours = OURS.match(line)
            if ours and ours[2] not in MAY_INCLUDE[layer] | {layer}:
                allowed = ", ".join(sorted(MAY_INCLUDE[layer])) or "nothing else"
                yield f"{tree.where(name, number)}: {layer} may include {allowed}, got {ours[1]}"


def torch_in_the_wrong_place(tree):
    for name in sources_without_torch(tree.root, tree.top):
        route = tree.route_to_torch(name)
        if route:
            yield "; ".join(route) + ": this source is built without LibTorch"


def complaints(tree):
    return [*crossed_layers(tree), *torch_in_the_wrong_place(tree)]


def main():
    tree = Tree(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent))
    found = complaints(tree)
    print("\n".join(found) if found else "layers: fine")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
