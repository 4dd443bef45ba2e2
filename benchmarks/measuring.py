"""How benchmarks are run and what a row of their tables holds."""
import json
import os
import pathlib
import statistics
import subprocess
import time

ROOT = pathlib.Path(__file__).parent.parent
BUILD = ROOT / "build/release"


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
