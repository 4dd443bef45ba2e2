"""Measures pauc and its peers in the same run, on one thread each (effort: on all cores), and prints ratios.

  compare.py metrics|objectives|data|train|models|effort|python [--quick] [--json]

For objectives, `seconds` is one whole step from scores to gradients through autograd, sorting included, nothing reused,
in seconds of the processor on one thread; the baseline is the same step by plain tensor operations, by sorting where
the loss allows it and else in tiles of pairs, or x.sum().backward() on as many scores.
one_way_bootstrap is the time of one replicate; evaluate is the time of all figures with analytic intervals.

Prints medians of several runs; with --quick, slow peers run once. Without --json it prints a table and saves the
figures in benchmarks/results/.
"""
import argparse
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np  # noqa: E402
from sklearn.metrics import roc_auc_score  # noqa: E402

ROOT = pathlib.Path(__file__).parent.parent
BUILD = ROOT / "build/release"
REPLICATES = 2000


def ours(program, name, repetitions, environment=None):
    """Median seconds and memory growth of one google-benchmark."""
    command = [BUILD / program, f"--benchmark_filter=^{name}(/|$)", f"--benchmark_repetitions={repetitions}",
               "--benchmark_min_time=0", "--benchmark_format=json"]
    output = subprocess.check_output(command, env={**os.environ, **(environment or {})}, stderr=subprocess.DEVNULL)
    runs = [run for run in json.loads(output)["benchmarks"] if run["run_type"] == "iteration"]
    return statistics.median(run["real_time"] for run in runs), max(run["memory_mb"] for run in runs)


def all_of(program, pattern, repetitions, min_time, environment=None, clock="real_time"):
    """Median seconds and memory growth by name and size of every benchmark that the pattern meets, in one process."""
    command = [BUILD / program, f"--benchmark_filter={pattern}", f"--benchmark_repetitions={repetitions}",
               f"--benchmark_min_time={min_time}", "--benchmark_format=json"]
    output = subprocess.check_output(command, env={**os.environ, **(environment or {})}, stderr=subprocess.DEVNULL)
    seconds, memory = {}, {}
    for run in json.loads(output)["benchmarks"]:
        if run["run_type"] == "iteration":
            key = tuple(run["run_name"].split("/")[0:3])
            seconds.setdefault(key, []).append(run[clock])
            memory[key] = max(memory.get(key, 0), run["memory_mb"])
    return {key: (statistics.median(values), memory[key]) for key, values in seconds.items()}


def timed(function, repetitions):
    seconds = []
    for _ in range(repetitions):
        start = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def row(name, size, measured, baseline, baseline_seconds):
    seconds, memory = measured
    ratio = None if baseline_seconds is None else baseline_seconds / seconds
    return {"name": name, "size": size, "seconds": seconds, "baseline": baseline, "baseline_seconds": baseline_seconds,
            "ratio": ratio, "memory_mb": memory}


def dumped(rows, positives, folder):
    subprocess.check_call([BUILD / "bench_metrics", "--dump", str(rows), str(positives), folder])
    return np.fromfile(f"{folder}/labels.u8", np.uint8), np.fromfile(f"{folder}/scores.f64", np.float64)


def proc_seconds(folder, rows, replicates):
    """Seconds a replicate of pROC's own stratified bootstrap of a partial AUC."""
    script = f"""
      suppressPackageStartupMessages(library(pROC))
      labels <- as.integer(readBin("{folder}/labels.u8", "raw", {rows}))
      scores <- readBin("{folder}/scores.f64", "double", {rows})
      curve <- roc(labels, scores, levels = c(0, 1), direction = "<", quiet = TRUE, auc = FALSE)
      seconds <- system.time(ci.auc(curve, method = "bootstrap", boot.n = {replicates}, progress = "none",
                                    partial.auc = c(1, 0.7)))[["elapsed"]]
      cat(seconds / {replicates})
    """
    return float(subprocess.check_output(["Rscript", "-e", script], text=True))


def metrics(quick):
    repetitions = 3 if quick else 7
    rows, positives = 10_000_000, 1_000_000
    size = f"{positives}x{rows - positives}"
    with tempfile.TemporaryDirectory() as folder:
        labels, scores = dumped(rows, positives, folder)
        once = 1 if quick else 3
        yield row("auc", size, ours("bench_metrics", "auc", repetitions), "scikit-learn roc_auc_score",
                  timed(lambda: roc_auc_score(labels, scores), once))
        yield row("one_way", size, ours("bench_metrics", "one_way", repetitions),
                  "scikit-learn roc_auc_score(max_fpr=0.3)",
                  timed(lambda: roc_auc_score(labels, scores, max_fpr=0.3), once))
        yield row("two_way", size, ours("bench_metrics", "two_way", repetitions), None, None)
    with tempfile.TemporaryDirectory() as folder:
        dumped(100_000, 10_000, folder)
        seconds, memory = ours("bench_metrics", "one_way_bootstrap", 1 if quick else 5)
        yield row("one_way_bootstrap", "10000x90000", (seconds / REPLICATES, memory), "pROC ci.auc(method='bootstrap')",
                  proc_seconds(folder, 100_000, 30 if quick else 300))
    yield row("evaluate", "100000x900000", ours("bench_metrics", "evaluate_all", repetitions), None, None)


OBJECTIVES = ["sopa", "sopa@own", "sopa-s", "sopa-s@0.1", "sota", "sota@own", "sota-s", "sota-s@0.1", "auc-sh",
              "p-push", "top-push", "mb", "aw-poly", "aw-exp", "staco", "pauci", "svm-pauc", "auc-m", "ce", "hard"]
QUICK_OBJECTIVES = ["sopa", "sopa@own", "sopa-s", "sopa-s@0.1", "sota-s", "sota-s@0.1", "auc-sh"]
PLAIN, SUM = "plain tensor operations", "x.sum().backward()"


def plain_name(name):
    """Tiles of pairs take the same time at any lambda."""
    return name if name.endswith("@own") else name.partition("@")[0]


def objective_row(name, size, measured, baseline, baseline_seconds):
    base, _, value = name.partition("@")
    if base not in ("sopa-s", "sota-s", "exact_kl"):
        return row(name, "x".join(size), measured, baseline, baseline_seconds)
    return {**row(base, "x".join(size), measured, baseline, baseline_seconds), "lambda": float(value or 1)}


def objectives(quick):
    names = QUICK_OBJECTIVES if quick else OBJECTIVES
    either = "|".join(names)
    for size in [("32", "32"), ("256", "256"), ("1024", "4096"), ("4096", "16384")]:
        if quick and size in (("256", "256"), ("1024", "4096")):
            continue
        at_size = "/".join(size)
        small, large = size == ("32", "32"), size == ("4096", "16384")
        fast = all_of("bench_objectives", f"^({either}|sum_backward)/{at_size}$", 5 if quick else 9, 0.05,
                      clock="cpu_time")
        slow = "|".join(sorted({plain_name(name) for name in names}))
        plain = all_of("bench_objectives", f"^plain:({slow})/{at_size}$", 1 if quick and large else 3,
                       0.05 if small else 0, clock="cpu_time")
        for name in names:
            measured = fast[(name, *size)]
            yield objective_row(name, size, measured, PLAIN, plain[("plain:" + plain_name(name), *size)][0])
            if small:
                yield objective_row(name, size, measured, SUM, fast[("sum_backward", *size)][0])
    largest = [("100000", "1000000")] if quick else [("1000", "9000"), ("10000", "90000"), ("100000", "900000"),
                                                     ("1000000", "9000000"), ("100000", "1000000")]
    for name in ["exact_cvar", "exact_kl", "exact_kl@0.1"]:
        found = {size: all_of("bench_objectives", f"^{name}/{'/'.join(size)}$", 3, 0, clock="cpu_time")[(name, *size)]
                 for size in largest}
        for size, measured in found.items():
            yield objective_row(name, size, measured, None, None)
        if not quick:
            times = [found[size][0] for size in largest[:4]]
            print(f"{name}: time grows as n to the power " +
                  ", ".join(f"{math.log10(b / a):.2f}" for a, b in zip(times, times[1:])) +
                  f" from 1e4 to 1e5, 1e6, 1e7 scores; {math.log10(times[3] / times[0]) / 3:.2f} over all",
                  file=sys.stderr)


def data(quick):
    rows, columns = 400_000, 10
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/numbers.csv"
        numbers = np.random.default_rng(7).normal(size=(rows, columns))
        with open(path, "w") as file:
            file.write(",".join(f"c{c}" for c in range(columns)) + "\n")
            file.writelines(",".join(map(repr, line)) + "\n" for line in numbers.tolist())
        measured = ours("bench_data", "csv", 5 if quick else 15, {"PAUC_BENCHMARK_CSV": path})
        print(f"csv: {rows * columns / measured[0] / 1e6:.1f} million numbers of 17 digits a second, "
              f"{os.path.getsize(path) / measured[0] / 1e6:.0f} MB a second", file=sys.stderr)
        yield row("csv", f"{rows}x{columns}", measured, "numpy.loadtxt",
                  timed(lambda: np.loadtxt(path, delimiter=",", skiprows=1), 1 if quick else 3))
        seconds, memory = ours("bench_data", "table", 1, {"PAUC_BENCHMARK_CSV": path})
        flat = rows * (columns - 1) * 4 / 1e6
        print(f"table: memory while loading is {memory / flat:.2f} times the flat arrays ({flat:.1f} MB)",
              file=sys.stderr)
        yield row("table", f"{rows}x{columns}", (seconds, memory), None, None)
    yield from smiles(quick)
    yield from jpeg(quick)


ATOM_LISTS = [range(1, 119), ["CHI_UNSPECIFIED", "CHI_TETRAHEDRAL_CW", "CHI_TETRAHEDRAL_CCW", "CHI_OTHER"], range(11),
              range(-5, 6), range(9), range(5), ["SP", "SP2", "SP3", "SP3D", "SP3D2"], [False, True], [False, True]]
BOND_LISTS = [["SINGLE", "DOUBLE", "TRIPLE", "AROMATIC"],
              ["STEREONONE", "STEREOZ", "STEREOE", "STEREOCIS", "STEREOTRANS", "STEREOANY"], [False, True]]


def places(values, lists):
    return [known.index(value) if value in known else len(known) for value, known in zip(values, lists)]


def graph(molecule):
    """A molecule as OGB's smiles2graph has it, by RDKit in Python."""
    atoms = [places([atom.GetAtomicNum(), str(atom.GetChiralTag()), atom.GetTotalDegree(), atom.GetFormalCharge(),
                     atom.GetTotalNumHs(), atom.GetNumRadicalElectrons(), str(atom.GetHybridization()),
                     atom.GetIsAromatic(), atom.IsInRing()], ATOM_LISTS) for atom in molecule.GetAtoms()]
    bonds = [(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx(),
              places([str(bond.GetBondType()), str(bond.GetStereo()), bond.GetIsConjugated()], BOND_LISTS))
             for bond in molecule.GetBonds()]
    return np.array(atoms, np.uint8), bonds


def described():
    """Features of a molecule by RDKit in Python, as the option features_from names them."""
    from rdkit import Chem, RDLogger
    from rdkit.Chem import AllChem, Descriptors, MACCSkeys, rdMolDescriptors
    RDLogger.DisableLog("rdApp.*")
    names = re.findall(r'"(\w+)"', (ROOT / "src/pauc/data/molecule/descriptor_names.h").read_text())
    functions = [getattr(Descriptors, name, None) or getattr(rdMolDescriptors, "Calc" + name, Chem.GetFormalCharge)
                 for name in names]
    of = Chem.MolFromSmiles
    return {"morgan": lambda s: AllChem.GetHashedMorganFingerprint(of(s), 2, 2048).GetNonzeroElements(),
            "descriptors": lambda s: [function(molecule) for molecule in [of(s)] for function in functions],
            "maccs": lambda s: list(MACCSkeys.GenMACCSKeys(of(s)).GetOnBits())}


def standardised():
    """Graphs and fingerprints of molecules in standard form, by RDKit's MolStandardize in Python."""
    from rdkit import Chem
    from rdkit.Chem import AllChem
    from rdkit.Chem.MolStandardize import rdMolStandardize
    fragments, charges = rdMolStandardize.LargestFragmentChooser(), rdMolStandardize.Uncharger()

    def standard(line):
        return charges.uncharge(fragments.choose(Chem.MolFromSmiles(line)))

    return {"graphs": lambda s: graph(Chem.MolFromSmiles(s)), "standard_graphs": lambda s: graph(standard(s)),
            "standard_morgan":
                lambda s: AllChem.GetHashedMorganFingerprint(standard(s), 2, 2048).GetNonzeroElements()}


def smiles(quick):
    lines = [line.split()[0] for line in open("/usr/share/RDKit/Contrib/FreeWilson/data/CHEMBL2321810.smi")]
    with tempfile.NamedTemporaryFile("w") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        found = all_of("bench_data", "smiles", 3 if quick else 9, 0, {"PAUC_BENCHMARK_SMILES": file.name})
    for kind, peer in {**standardised(), **described()}.items():
        measured = found[("smiles", kind)]
        print(f"smiles: {len(lines) / measured[0]:.0f} molecules a second, {kind}", file=sys.stderr)
        yield row("smiles" if kind == "graphs" else "smiles, " + kind, len(lines), measured, "rdkit in Python",
                  timed(lambda: [peer(line) for line in lines], 1 if quick else 3))


def photographs(folder, count, width=600, height=450):
    """Smooth colours with some grain, so that they are as large as dermoscopy's: some 60 kB each."""
    from PIL import Image
    random = np.random.default_rng(3)
    for k in range(count):
        smooth = np.asarray(
            Image.fromarray(random.integers(0, 256, (12, 16, 3), np.uint8)).resize((width, height), Image.BICUBIC))
        grain = random.normal(0, 6, smooth.shape)
        Image.fromarray(np.clip(smooth + grain, 0, 255).astype(np.uint8)).save(f"{folder}/{k}.jpg", quality=90)


def jpeg(quick):
    from PIL import Image
    count = 40 if quick else 120
    with tempfile.TemporaryDirectory() as folder:
        photographs(folder, count)
        found = all_of("bench_data", "jpeg", 5 if quick else 15, 0.2, {"PAUC_BENCHMARK_IMAGES": folder})
        seconds = {size: measured for (_, size), measured in found.items()}
        files = [f"{folder}/{k}.jpg" for k in range(count)]

        def small(path):
            image = Image.open(path)
            image.draft("RGB", (64, 64))
            return np.asarray(image.resize((64, 64), Image.BILINEAR))

        print(f"jpeg of 600 x 450: {count / seconds['0'][0]:.0f} a second as they are, "
              f"{count / seconds['64'][0]:.0f} as 64 x 64", file=sys.stderr)
        yield row("jpeg", "450x600", seconds["0"], "Pillow",
                  timed(lambda: [np.asarray(Image.open(path)) for path in files], 1 if quick else 3))
        yield row("jpeg", "64x64", seconds["64"], "Pillow, draft mode",
                  timed(lambda: [small(path) for path in files], 1 if quick else 3))


PYTHON_LOOP = """
import time, torch
torch.set_num_threads(1)
rows, features, batch = 65536, 64, 1024
torch.manual_seed(0)
x = torch.randn(rows, features)
y = (torch.rand(rows) < 0.1).float()
layers = [torch.nn.Linear(features, 128), torch.nn.ReLU(), torch.nn.Linear(128, 128), torch.nn.ReLU(),
          torch.nn.Linear(128, 1)]
model = torch.nn.Sequential(*layers)
adam = torch.optim.Adam(model.parameters(), 1e-3, weight_decay=2e-4)
loss = torch.nn.BCEWithLogitsLoss()
for epoch in range({epochs}):
    order = torch.randperm(rows)
    start = time.perf_counter()
    for begin in range(0, rows, batch):
        chosen = order[begin:begin + batch]
        adam.zero_grad()
        loss(model(x[chosen]).squeeze(1), y[chosen]).backward()
        adam.step()
    print((time.perf_counter() - start) * batch / rows)
"""


def python_step_seconds(epochs, environment):
    command = ["/usr/bin/python3", "-c", PYTHON_LOOP.replace("{epochs}", str(epochs))]
    output = subprocess.check_output(command, text=True, env={**os.environ, **environment})
    return statistics.median(float(line) for line in output.split())


def matrix_kernels():
    """What cli/handover.cpp chooses for OpenBLAS, which does not know processors newer than itself."""
    flags = next(line for line in open("/proc/cpuinfo") if line.startswith("flags")).split()
    if {"avx512f", "avx512bw", "avx512dq", "avx512vl"} <= set(flags):
        return {"OPENBLAS_CORETYPE": "SKYLAKEX"}
    return {"OPENBLAS_CORETYPE": "HASWELL"} if {"avx2", "fma"} <= set(flags) else {}


def train(quick):
    names = ["ce", "sopa", "sopa-s"] + ([] if quick else ["sota-s", "auc-sh", "p-push", "mb", "aw-poly"])
    as_installed = python_step_seconds(3 if quick else 9, {})
    os.environ.update(matrix_kernels())
    steps = all_of("bench_train", f"^step:({'|'.join(names)})/", 3 if quick else 9, 0)
    alone = all_of("bench_train", f"^objective:({'|'.join(names)})/", 1, 0.2)
    python = python_step_seconds(3 if quick else 9, {})
    size = ("128", "896")
    rows = 1024 / steps[("step:ce", *size)][0]
    print(f"MLP 2 x 128 on 64 features, batch 1024: {rows:.0f} rows a second by ce, "
          f"{1024 / python:.0f} by a loop in python3-torch", file=sys.stderr)
    yield row("step:ce", "x".join(size), steps[("step:ce", *size)],
              "the same model in a loop of python3-torch, as installed", as_installed)
    yield row("step:ce", "x".join(size), steps[("step:ce", *size)],
              "the same with the matrix kernels that pauc chooses", python)
    for name in names:
        yield row(f"step:{name}", "x".join(size), steps[(f"step:{name}", *size)],
                  "its objective and backward alone (ratio: share of the step)", alone[(f"objective:{name}", *size)][0])


PYTHON_IMAGES = """
import sys, time, torch
sys.path.insert(0, "tests/model/image")
from resnet_oracle import ResNet20, Torchvision
torch.set_num_threads(1)
torch.manual_seed(0)
images = torch.randn({rows}, 3, 32, 32)
labels = (torch.arange({rows}) % 2).float()
model = ResNet20(3, 0) if "{name}" == "resnet20" else Torchvision(3, 0, "small")
if "{layout}" == "channels last":
    model = model.to(memory_format=torch.channels_last)
    images = images.contiguous(memory_format=torch.channels_last)
adam = torch.optim.Adam(model.parameters(), 1e-3)
loss = torch.nn.BCEWithLogitsLoss()
for step in range({steps} + 2):
    start = time.perf_counter()
    adam.zero_grad()
    loss(model(images, []), labels).backward()
    adam.step()
    if step >= 2:
        print(time.perf_counter() - start)
"""


def python_image_step(name, rows, layout, steps):
    script = PYTHON_IMAGES.format(name=name, rows=rows, layout=layout, steps=steps)
    output = subprocess.check_output(["/usr/bin/python3", "-c", script], text=True, cwd=ROOT)
    return statistics.median(float(line) for line in output.split())


def images(seconds, name, rows, quick):
    step = seconds[name]
    print(f"{name}, batch {rows} of 32 x 32: {rows / step[0]:.0f} images a second in training, "
          f"{rows / seconds[name + '_use'][0]:.0f} in use", file=sys.stderr)
    yield row(name, str(rows), step, "plain tensor operations and the stock Adam", seconds[name + "_by_tensors"][0])
    for layout in ["channels last", "channels first"]:
        yield row(name, str(rows), step, f"the same network in python3-torch, {layout}",
                  python_image_step(name, rows, layout, 5 if quick else 15))


def shares(seconds, name, rows):
    for objective in (found for found in seconds if found.startswith("objective:")):
        yield row(name, str(rows), seconds[name], f"{objective} and its backward alone (ratio: share of the step)",
                  seconds[objective][0])


def molecules(seconds, name):
    step, products = seconds[name], seconds[name + "_matrix_products"][0]
    print(f"{name}, batch 64: {64 / step[0]:.0f} molecules a second in training; "
          f"{step[0] / products:.2f} times its matrix products", file=sys.stderr)
    yield row(name, "64", step, "plain tensor operations and the stock Adam", seconds[name + "_by_tensors"][0])
    yield row(name, "64", step, "its matrix products alone (ratio: share of the step)", products)


def models(quick):
    os.environ.update(matrix_kernels())
    found = all_of("bench_models", "^(gin|dmpnn|resnet|objective)", 3 if quick else 15, 0.2)
    seconds = {name: measured for (name, *_), measured in found.items()}
    yield from molecules(seconds, "gin")
    yield from molecules(seconds, "dmpnn")
    yield from shares(seconds, "gin", 64)
    yield from images(seconds, "resnet20", 64, quick)
    yield from shares(seconds, "resnet20", 64)
    yield from images(seconds, "resnet18", 16, quick)


def effort(quick):
    """Seconds and memory of whole trainings and predictions beside XGBoost's own: benchmarks/effort.py."""
    from effort import effort as measured
    yield from measured(quick, BUILD / "pauc", row)


def python(quick):
    """Steps, metrics and the import of the Python package: benchmarks/python.py."""
    from python import measured
    yield from measured(quick, row)


def keep(name, figures):
    asked = ["git", "-C", ROOT, "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(asked, capture_output=True, text=True).stdout.strip()
    folder = ROOT / "benchmarks/results"
    folder.mkdir(exist_ok=True)
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
    host = {"cpu": cpu, "cores": len(os.sched_getaffinity(0))}
    content = {"host": host, "commit": commit, "figures": figures}
    (folder / f"{name}.json").write_text(json.dumps(content, indent=1) + "\n")


def main():
    stages = {"metrics": metrics, "objectives": objectives, "data": data, "train": train, "models": models,
              "effort": effort, "python": python}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage", choices=stages)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    figures = list(stages[arguments.stage](arguments.quick))
    if arguments.json:
        print(json.dumps(figures, indent=1))
        return
    print(f"{'what':36} {'size':>16} {'pauc s':>10} {'peer s':>10} {'ratio':>8} {'memory MB':>10}  peer")
    for f in figures:
        peer = ("-", "-") if f["ratio"] is None else (f"{f['baseline_seconds']:.4g}", f"{f['ratio']:.3g}")
        name = f["name"] + (f" lambda {f['lambda']:g}" if "lambda" in f else "")
        print(f"{name:36} {f['size']:>16} {f['seconds']:10.4g} {peer[0]:>10} {peer[1]:>8} "
              f"{f['memory_mb']:10.0f}  {f['baseline'] or ''}")
    if not arguments.quick:
        keep(arguments.stage, figures)


if __name__ == "__main__":
    main()
