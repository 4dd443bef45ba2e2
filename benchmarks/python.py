"""What Python costs and gains, both sides in one run: the rows of `compare.py python`.

Steps of all objectives, from scores to gradients, against the same objective written with plain torch operations, in
seconds of the processor; those on pairs on the P x N matrix (plain_torch.py and plain_steps.py in python/tests).
`backward` is what torch itself takes for the sum of as many scores; `call` is the cost of the binding itself:
cross-entropy of two scores without a graph. Partial AUC against scikit-learn; `import pauc` against `import torch`, in
seconds of the processor.
"""
import pathlib
import resource
import subprocess
import sys
import time

import numpy as np

ROOT = pathlib.Path(__file__).parent.parent
PACKAGE = ROOT / "build/release/python"
sys.path[:0] = [str(PACKAGE), str(ROOT / "python/tests")]

import pauc  # noqa: E402

SIZES = [(32, 32), (256, 256), (4096, 16384)]


def seconds(work, most=2.0, repeats=2000, clock=time.perf_counter):
    """Median time of a call, in at most so many seconds; slow calls count once."""
    times, end = [], time.perf_counter() + most
    while not times or (time.perf_counter() < end and len(times) < repeats):
        start = clock()
        work()
        times.append(clock() - start)
    return float(np.median(times))


def thread_seconds(work, most=2.0):
    """The same in time of the processor, for work of one thread: other programs do not count."""
    return seconds(work, most, clock=time.thread_time)


def memory():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def peers(positives, negatives):
    import plain_steps
    import plain_torch

    examples, two_way = positives + negatives, {"fpr_max": 0.3, "tpr_min": 0.4}
    return [("ce", {}, plain_torch.cross_entropy), ("hard", {"fpr_max": 0.15}, plain_torch.hard_negatives(0.3, 3)),
            ("auc-sh", {}, plain_torch.all_pairs), ("sopa", {"fpr_max": 0.3}, plain_torch.largest_losses(0.3)),
            ("sopa-s", {}, plain_torch.Soft(examples, 1.0, 0.9).loss),
            ("sota", two_way, plain_torch.hardest_of_batch(0.3, 0.6)),
            ("sota-s", {}, plain_torch.Soft(examples, 1.0, 0.9, 1.0, 0.9).loss),
            ("p-push", {}, plain_torch.PowerPush(examples, 2.0, 0.9).loss),
            ("top-push", {}, plain_torch.largest_losses(1 / negatives)),
            ("mb", {}, plain_torch.hardest_of_batch(0.3)),
            ("aw-poly", {}, plain_torch.polynomial_weights(34, two_way=False)),
            ("aw-exp", {}, plain_torch.exponential_weights(10, two_way=False)),
            ("svm-pauc", {"fpr_max": 0.3}, plain_torch.structured_hinge(0.3)),
            ("staco", two_way, plain_steps.Staco(examples, 0.3, 0.4).loss),
            ("pauci", two_way, plain_steps.Instancewise(0.3, 0.4, 50, 0.25).loss),
            ("auc-m", {"gamma": 5}, plain_steps.MinMaxMargin(5, 0.1).loss)]


def objective_rows(quick):
    import torch

    for positives, negatives in SIZES:
        count = positives + negatives
        generator = torch.Generator().manual_seed(0)
        scores = torch.randn(count, generator=generator, requires_grad=True)
        labels, index = (torch.arange(count) < positives).long(), torch.arange(count)

        def step(loss):
            scores.grad = None
            loss(scores, labels, index).backward()

        own = thread_seconds(lambda: step(lambda scores, labels, index: scores.sum()), most=1)
        yield "backward", f"{positives}x{negatives}", (own, memory()), None, None
        for name, options, plain in peers(positives, negatives):
            if quick and count > 10_000 and name not in ("sopa", "sopa-s"):
                continue
            objective = pauc.objective(name, examples=count, **options)
            objective.begin_stage(0.1)
            own = thread_seconds(lambda: step(objective))
            peer = thread_seconds(lambda: step(plain), most=0.5)
            yield name, f"{positives}x{negatives}", (own, memory()), "torch operations", peer
    # The cheapest call that does everything: two scores through cross-entropy, without a graph.
    small, two = torch.zeros(2), torch.tensor([0, 1])
    ce = pauc.objective("ce")
    plain = torch.nn.functional.binary_cross_entropy_with_logits
    yield ("call", "2", (thread_seconds(lambda: ce(small, two), most=1), memory()), "binary_cross_entropy_with_logits",
           thread_seconds(lambda: plain(small, two.float()), most=1))


def metric_rows(quick):
    from sklearn.metrics import roc_auc_score

    random = np.random.default_rng(0)
    rows = 10**6 if quick else 10**7
    labels = random.random(rows) < 0.1
    scores = random.normal(size=rows) + labels
    peer = seconds(lambda: roc_auc_score(labels, scores, max_fpr=0.05), most=0.1)
    for name, threads in (("partial_auc", 1), ("partial_auc, all cores", None)):
        own = seconds(lambda: pauc.partial_auc(labels, scores, fpr_max=0.05, threads=threads))
        yield name, str(rows), (own, memory()), "scikit-learn", peer
    same = abs(pauc.partial_auc(labels, scores, fpr_max=0.05) - roc_auc_score(labels, scores, max_fpr=0.05))
    assert same < 1e-12, same


def import_rows():
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    def start(code):
        environment = {"PYTHONPATH": str(PACKAGE), "PATH": "/usr/bin:/bin"}
        return seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True, env=environment), repeats=15,
                       clock=used)

    nothing = start("pass")
    yield "import", "1", (start("import pauc") - nothing, memory()), "import torch", start("import torch") - nothing


def measured(quick, row):
    """Rows by `row`, as compare.py makes them."""
    for found in (import_rows(), metric_rows(quick), objective_rows(quick)):
        yield from (row(*one) for one in found)
