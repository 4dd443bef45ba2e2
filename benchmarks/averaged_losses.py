#!/usr/bin/python3
"""What an exact loss of the whole batch buys over the average of the losses of its parts.

K processes in plain DistributedDataParallel average K losses, each of a K-th of the batch. pauc's ranks compute the
loss of the whole batch instead (docs/distributed.md). Both are trained here in one process: the same small network from
the same cross-entropy start, the same batches of 512 rows with 64 positives, and the batch as a whole or dealt to 4
or 16 objectives with a state of their own. Partial AUC (McClish scale) after 30 epochs, on the training rows and on
test.

Example: PYTHONPATH=build/release/python benchmarks/averaged_losses.py --data FOLDER --work /tmp/averaged
"""
import copy
import sys
import time
from functools import partial

import torch

import pauc
from options import parse, parser_of
from recorded_cells import RecordedCells, markdown, measure_all, plus_minus
from table_files import Table

TABLES = ["mammography", "annthyroid"]
METHODS = ["sopa", "sopa-s", "auc-sh"]
PARTS = [1, 4, 16]
FPR_MAX = 0.05
BATCH, POSITIVES = 512, 64
IDENTITY = ["table", "objective", "seed"]


def standardised(table):
    """Inputs and labels for training (the validation rows as well) and for test, by the moments of the former."""
    inputs, labels = table.part("train", "valid")
    mean, deviation = inputs.mean(0), inputs.std(0)
    test_inputs, test_labels = table.part("test")
    return [(torch.tensor((x - mean) / deviation, dtype=torch.float32), torch.tensor(y))
            for x, y in ((inputs, labels), (test_inputs, test_labels))]


def network(width):
    return torch.nn.Sequential(torch.nn.Linear(width, 64), torch.nn.ReLU(), torch.nn.Linear(64, 1))


def train(model, objectives, inputs, labels, epochs, lr, seed):
    """One objective sees all rows of a batch; of K, each sees every K-th positive and every K-th negative."""
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    sampler = pauc.BalancedBatchSampler(labels, batch_size=BATCH, positives=POSITIVES, seed=seed)
    for _ in range(epochs):
        for batch in sampler:
            rows = torch.as_tensor(batch)
            rows = rows[torch.argsort(labels[rows], stable=True)]
            scores = model(inputs[rows]).squeeze(1)
            loss = sum(objective(scores[k::len(objectives)], labels[rows[k::len(objectives)]], rows[k::len(objectives)])
                       for k, objective in enumerate(objectives)) / len(objectives)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()


def judged(model, inputs, labels):
    with torch.no_grad():
        return pauc.partial_auc(labels, model(inputs).squeeze(1), fpr_max=FPR_MAX, scale="mcclish")


def objective_of(name, examples):
    return pauc.objective(name, examples=examples, **({} if name == "auc-sh" else settings_of(name)))


def settings_of(name):
    return {"lambda_": 0.1} if name == "sopa-s" else {"fpr_max": FPR_MAX}


def measure(args, cell):
    begin = time.perf_counter()
    torch.set_num_threads(args.threads)
    torch.manual_seed(cell["seed"])
    training, test = standardised(Table(args.data, cell["table"], "8000", cell["seed"]))
    start = network(training[0].shape[1])
    train(start, [pauc.objective("ce")], *training, epochs=30, lr=3e-3, seed=cell["seed"])
    values = {"ce": {"train": judged(start, *training), "test": judged(start, *test)}}
    for parts in PARTS:
        model = copy.deepcopy(start)
        objectives = [objective_of(cell["objective"], len(training[1])) for _ in range(parts)]
        train(model, objectives, *training, epochs=30, lr=1e-3, seed=cell["seed"])
        values[str(parts)] = {"train": judged(model, *training), "test": judged(model, *test)}
    return [{**cell, "values": values, "seconds": time.perf_counter() - begin}]


def table(cells):
    lines = []
    for name in TABLES:
        for objective in METHODS:
            chosen = [cell["values"] for cell in cells if (cell["table"], cell["objective"]) == (name, objective)]
            if not chosen:
                continue
            for part in ("train", "test"):
                whole = [values["1"][part] for values in chosen]
                lines.append([name, objective, part, f"{sum(whole) / len(whole):.4f}",
                              *(plus_minus([values[str(parts)][part] - values["1"][part] for values in chosen])
                                for parts in PARTS[1:])])
    return markdown(["table", "objective", "part", "whole batch", "average of 4", "average of 16"], lines)


def main():
    args = parse(parser_of(__doc__, ",".join(METHODS), "benchmarks/results/averaged_losses.json"), {"methods": METHODS})
    cells = RecordedCells(args.results, IDENTITY)
    wanted = [{"table": name, "objective": objective, "seed": seed}
              for name in TABLES for objective in args.methods for seed in range(args.seeds)]
    failed = 0 if args.show else measure_all(cells, wanted, partial(measure, args), args.workers)
    print(table(cells.all()))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
