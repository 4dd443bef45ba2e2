"""GIN as its formulas say, in plain PyTorch and double: gin_oracle.py QUESTION ANSWER ...

A question is a safetensors file with the network's weights under their names, a batch of graphs and the weights of the
scores in the loss; the answer has the scores in training and in evaluation, the gradients of all weights and the
running statistics after the training step. Nothing here is shared with the C++ code.
"""
import pathlib
import sys

import torch

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from tensor_files import read, write  # noqa: E402

ATOM_FEATURES = [119, 5, 12, 12, 10, 6, 6, 2, 2]
MOMENTUM, EPSILON = 0.1, 1e-5


def edges_of(tensors):
    """Explicit lists: from, to, and the three features of the bond."""
    begins = tensors["graph.edge_begins"].tolist()
    targets = [atom for atom in range(len(begins) - 1) for _ in range(begins[atom], begins[atom + 1])]
    codes = tensors["graph.edge_bonds"].long()
    bonds = [codes // 12, codes // 2 % 6, codes % 2]
    return tensors["graph.edge_sources"].long(), torch.tensor(targets, dtype=torch.long), bonds


def batch_norm(values, weights, running, name, training):
    if training and len(values) > 1:
        mean = values.mean(0)
        variance = ((values - mean) ** 2).mean(0)
        unbiased = variance * len(values) / (len(values) - 1)
        running[name + ".running_mean"] = (1 - MOMENTUM) * running[name + ".running_mean"] + MOMENTUM * mean.detach()
        running[name + ".running_var"] = (1 - MOMENTUM) * running[name + ".running_var"] + MOMENTUM * unbiased.detach()
    else:
        mean, variance = running[name + ".running_mean"], running[name + ".running_var"]
    return (values - mean) / torch.sqrt(variance + EPSILON) * weights[name + ".weight"] + weights[name + ".bias"]


def linear(values, weights, name):
    return values @ weights[name + ".weight"].T + weights[name + ".bias"]


def forward(tensors, weights, running, options, training):
    sources, targets, bonds = edges_of(tensors)
    values, begin = 0, 0
    for feature, size in enumerate(ATOM_FEATURES):
        values = values + weights["atom.weight"][begin:begin + size][tensors["graph.atoms"][:, feature].long()]
        begin += size
    layers = int(options["layers"])
    for k in range(layers):
        layer = f"layer.{k}"
        messages = values[sources]
        if options["bonds"] == "on":
            for feature in range(3):
                messages = messages + weights[f"{layer}.bond.{feature}"][bonds[feature]]
        epsilon = weights[f"{layer}.epsilon"] if options["epsilon"] == "learnt" else 0
        values = (1 + epsilon) * values + torch.zeros_like(values).index_add(0, targets, messages.clamp(min=0))
        values = linear(values, weights, layer + ".mlp.0")
        values = batch_norm(values, weights, running, layer + ".mlp.0.norm", training)
        values = linear(values.clamp(min=0), weights, layer + ".mlp.1")
        values = batch_norm(values, weights, running, layer + ".norm", training)
        if k + 1 < layers:
            values = values.clamp(min=0)
        if training and f"mask.{k}" in tensors:
            values = values * tensors[f"mask.{k}"]
    begins = tensors["graph.molecule_begins"].tolist()
    pooled = []
    for first, last in zip(begins, begins[1:]):
        total = values[first:last].sum(0)
        pooled.append(total / (last - first) if options["pooling"] == "mean" and last > first else total)
    molecules = torch.stack(pooled)
    if "features" in tensors:
        molecules = torch.cat([molecules, tensors["features"]], 1)
    return linear(molecules, weights, "output")[:, 0]


def answer(question):
    tensors, options = read(question)
    running = {name: tensor for name, tensor in tensors.items() if ".running_" in name}
    prefixes = ("atom.", "layer.", "output.")
    weights = {name: tensor.requires_grad_() for name, tensor in tensors.items()
               if name.startswith(prefixes) and name not in running}
    judged = forward(tensors, weights, dict(running), options, False)
    scores = forward(tensors, weights, running, options, True)
    (scores * tensors["loss_weights"]).sum().backward()
    gradients = {f"gradient.{name}": tensor.grad for name, tensor in weights.items()}
    return {"scores": scores, "judged": judged, **gradients, **running}


if __name__ == "__main__":
    torch.set_num_threads(1)
    for question, place in zip(sys.argv[1::2], sys.argv[2::2]):
        write(place, answer(question))
