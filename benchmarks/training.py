"""Steps of training by pauc and by loops of PyTorch: the rows of `compare.py train` and `compare.py models`."""
import os
import statistics
import subprocess
import sys

from measuring import ROOT, all_of, row


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
