"""What the oracles of graph networks have in common: the batch as explicit lists, sums over molecules, the answer."""
import pathlib
import sys

import torch

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from tensor_files import read, write  # noqa: E402

ATOM_FEATURES = [119, 5, 12, 12, 10, 6, 6, 2, 2]


def edges_of(tensors):
    """Explicit lists: from, to, and the three features of the bond."""
    begins = tensors["graph.edge_begins"].tolist()
    targets = [atom for atom in range(len(begins) - 1) for _ in range(begins[atom], begins[atom + 1])]
    codes = tensors["graph.edge_bonds"].long()
    bonds = [codes // 12, codes // 2 % 6, codes % 2]
    return tensors["graph.edge_sources"].long(), torch.tensor(targets, dtype=torch.long), bonds


def embedded_atoms(tensors, table):
    values, begin = 0, 0
    for feature, size in enumerate(ATOM_FEATURES):
        values = values + table[begin:begin + size][tensors["graph.atoms"][:, feature].long()]
        begin += size
    return values


def linear(values, weights, name):
    return values @ weights[name + ".weight"].T + weights[name + ".bias"]


def pooled(values, tensors, pooling):
    begins = tensors["graph.molecule_begins"].tolist()
    molecules = []
    for first, last in zip(begins, begins[1:]):
        total = values[first:last].sum(0)
        molecules.append(total / (last - first) if pooling == "mean" and last > first else total)
    return torch.stack(molecules)


def with_features(molecules, tensors):
    return torch.cat([molecules, tensors["features"]], 1) if "features" in tensors else molecules


def answer(question, forward):
    tensors, options = read(question)
    running = {name: tensor for name, tensor in tensors.items() if ".running_" in name}
    weights = {name: tensor.requires_grad_() for name, tensor in tensors.items()
               if not name.startswith(("graph.", "mask.", "features", "loss_weights")) and name not in running}
    judged = forward(tensors, weights, dict(running), options, False)
    scores = forward(tensors, weights, running, options, True)
    (scores * tensors["loss_weights"]).sum().backward()
    gradients = {f"gradient.{name}": torch.zeros_like(tensor) if tensor.grad is None else tensor.grad
                 for name, tensor in weights.items()}
    return {"scores": scores, "judged": judged, **gradients, **running}


def main(forward):
    torch.set_num_threads(1)
    for question, place in zip(sys.argv[1::2], sys.argv[2::2]):
        write(place, answer(question, forward))
