#!/usr/bin/python3
"""How many steps a larger batch saves with the loss of the whole batch, and with the average of its parts' losses.

K ranks of 64 rows each share a batch of 64 K rows. pauc's ranks compute the loss of the whole batch; plain
DistributedDataParallel averages K losses of 64 rows. Both are trained here in one process, with the same network on
fingerprints of molecules, the same first weights and the same batches: steps until the partial AUC on the training part
reaches --value at FPR <= 0.3, looked at after every second step.

Example: PYTHONPATH=build/release/python benchmarks/averaged_steps.py --data mol.csv.gz
"""
import argparse
import csv
import gzip
import statistics
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import torch
from rdkit import Chem, DataStructs, RDLogger
from rdkit.Chem import AllChem

import pauc
from averaged_losses import network
from recorded_cells import RecordedCells, markdown, measure_all

METHODS = ["sopa", "sopa-s"]
BATCHES = [64, 128, 256, 512]
LOSSES = ["whole", "average"]
ROWS_OF_A_RANK = 64
BITS = 1024
FPR_MAX = 0.3
BETWEEN_LOOKS = 2
IDENTITY = ["objective", "batch", "loss", "seed"]


def fingerprint(smiles):
    molecule = Chem.MolFromSmiles(smiles)
    if molecule is None:
        return None
    bits = np.zeros(BITS, np.float32)
    DataStructs.ConvertToNumpyArray(AllChem.GetMorganFingerprintAsBitVect(molecule, 2, BITS), bits)
    return bits


def training_part(path, label):
    """Fingerprints and labels of the rows that the column `split` calls train and that have a label."""
    RDLogger.DisableLog("rdApp.*")
    with gzip.open(path, "rt", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["split"] == "train" and row[label] != ""]
    found = [(bits, int(float(row[label]))) for row in rows for bits in [fingerprint(row["smiles"])]
             if bits is not None]
    bits, labels = zip(*found)
    return torch.tensor(np.array(bits)), torch.tensor(labels)


def objectives_of(cell, examples):
    count = 1 if cell["loss"] == "whole" else cell["batch"] // ROWS_OF_A_RANK
    settings = {} if cell["objective"] == "sopa-s" else {"fpr_max": FPR_MAX}
    return [pauc.objective(cell["objective"], examples=examples, **settings) for _ in range(count)]


def steps_to(value, most, cell, inputs, labels):
    """Steps until the partial AUC of all rows reaches the value; None if it has not after `most`."""
    model = network(inputs.shape[1])
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-3)
    objectives = objectives_of(cell, len(labels))
    sampler = pauc.BalancedBatchSampler(labels, batch_size=cell["batch"], seed=cell["seed"])
    step = 0
    while True:
        for batch in sampler:
            rows = torch.as_tensor(batch)
            rows = rows[torch.argsort(labels[rows], stable=True)]
            scores = model(inputs[rows]).squeeze(1)
            parts = len(objectives)
            loss = sum(objective(scores[k::parts], labels[rows[k::parts]], rows[k::parts])
                       for k, objective in enumerate(objectives)) / parts
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            step += 1
            if step % BETWEEN_LOOKS == 0:
                with torch.no_grad():
                    found = pauc.partial_auc(labels, model(inputs).squeeze(1), fpr_max=FPR_MAX, scale="mcclish")
                if found >= value:
                    return step
            if step >= most:
                return None


def measure(args, part, cell):
    begin = time.perf_counter()
    torch.set_num_threads(1)
    torch.manual_seed(cell["seed"])
    steps = steps_to(args.value, args.steps, cell, *part)
    return [{**cell, "values": {"reach": args.value, "steps": steps}, "seconds": time.perf_counter() - begin}]


def shown(cells, objective, batch, loss):
    steps = [cell["values"]["steps"] for cell in cells
             if (cell["objective"], cell["batch"], cell["loss"]) == (objective, batch, loss)]
    reached = [step for step in steps if step is not None]
    if not reached:
        return "-"
    note = "" if len(reached) == len(steps) else f", {len(reached)} of {len(steps)} seeds"
    return f"{statistics.fmean(reached):.0f} ({min(reached)} to {max(reached)}{note})"


def table(cells):
    lines = [[objective, str(batch), *(shown(cells, objective, batch, loss) for loss in LOSSES)]
             for objective in METHODS for batch in BATCHES]
    return markdown(["objective", "batch", "steps, loss of the whole batch", "average of losses of 64 rows"], lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="gzipped CSV with smiles, labels and split")
    parser.add_argument("--results", type=Path, default="benchmarks/results/averaged_steps.json",
                        help="file of the figures [%(default)s]")
    parser.add_argument("--seeds", type=int, default=5, help="how many: 0, 1, ... [%(default)s]")
    parser.add_argument("--show", action="store_true", help="only print the table of what is recorded")
    parser.add_argument("--label", default="NR-AR", help="column of the labels [%(default)s]")
    parser.add_argument("--value", type=float, default=0.95, help="partial AUC to reach (McClish scale) [%(default)s]")
    parser.add_argument("--steps", type=int, default=3000, help="most steps of a training [%(default)s]")
    args = parser.parse_args()
    cells = RecordedCells(args.results, IDENTITY)
    failed = 0
    if not args.show:
        part = training_part(args.data, args.label)
        wanted = [{"objective": objective, "batch": batch, "loss": loss, "seed": seed} for objective in METHODS
                  for batch in BATCHES for loss in LOSSES for seed in range(args.seeds)
                  if batch > ROWS_OF_A_RANK or loss == "whole"]
        failed = measure_all(cells, wanted, partial(measure, args, part), workers=1)
    print(table(cells.all()))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
