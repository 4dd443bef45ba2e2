#!/usr/bin/env python3
"""Fails on an include that crosses a layer: tools/check_layers.py [root]. docs/architecture.md has the picture."""
import pathlib
import re
import sys

STAGES = ("data", "sampler", "model", "objective", "optimiser")
MAY_INCLUDE = {
    "core": set(),
    "metric": {"core"},
    "kernel": {"core"},
    "batch": {"core"},
    **{stage: {"core", "batch"} for stage in STAGES},
    "report": {"core", "metric"},
}
MAY_INCLUDE["objective"] = MAY_INCLUDE["objective"] | {"kernel"}
MAY_INCLUDE["trainer"] = {"core", "batch", "metric", *STAGES}
MAY_INCLUDE["compare"] = {"core", "metric", "report", "trainer", "data", "objective"}
TORCH_FREE = {"core", "metric", "kernel", "report", "compare"}
# Single files that a layer may see beside its neighbours.
EXTRA_FILES = {"trainer": {"report/estimator.h", "report/record.h", "report/hardest.h", "report/run_paths.h"}}

OURS = re.compile(r'^\s*#\s*include\s*[<"]pauc/((\w+)/[\w/.]+)[>"]')
TORCH = re.compile(r'^\s*#\s*include\s*[<"](torch|ATen|c10|caffe2)/')


def torch_free(layer, path):
    return layer in TORCH_FREE or path.name in ("registry.cpp", "registry.h")


def complaints(root):
    for path in sorted((root / "src" / "pauc").rglob("*.[hc]*")):
        layer = path.relative_to(root / "src" / "pauc").parts[0]
        if path.suffix not in (".h", ".cpp") or layer == path.name:
            continue
        where = path.relative_to(root)
        if layer not in MAY_INCLUDE:
            yield f"{where}: no layer is called {layer}; the layers are {', '.join(MAY_INCLUDE)}"
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            ours = OURS.match(line)
            if ours and ours[2] not in MAY_INCLUDE[layer] | {layer} and ours[1] not in EXTRA_FILES.get(layer, ()):
                allowed = ", ".join(sorted(MAY_INCLUDE[layer])) or "nothing else"
                yield f"{where}:{number}: {layer} may include {allowed}, got {ours[1]}"
            if TORCH.match(line) and torch_free(layer, path):
                yield f"{where}:{number}: expected no LibTorch here, got {line.strip()}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    found = list(complaints(root))
    print("\n".join(found) if found else "layers: fine")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
