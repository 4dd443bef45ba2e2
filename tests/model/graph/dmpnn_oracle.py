"""Directed message passing as its formulas say, in plain PyTorch and double: dmpnn_oracle.py QUESTION ANSWER ...

A question is a safetensors file with the network's weights under their names, a batch of graphs and the weights of the
scores in the loss; the answer has the scores in training and in evaluation and the gradients of all weights. Nothing
here is shared with the C++ code.
"""
import torch
from plain_graphs import edges_of, embedded_atoms, linear, main, pooled, with_features


def sums_of_others(values, sources, targets):
    """For each edge u -> v, the sum over the edges k -> u with another k than v, one by one."""
    sums = [torch.zeros_like(values[0]) for _ in values]
    pairs = list(zip(sources.tolist(), targets.tolist()))
    for edge, (u, v) in enumerate(pairs):
        for other, (k, end) in enumerate(pairs):
            if end == u and k != v:
                sums[edge] = sums[edge] + values[other]
    return torch.stack(sums)


def forward(tensors, weights, running, options, training):
    def dropped(values, name):
        return values * tensors["mask." + name] if training and "mask." + name in tensors else values

    sources, targets, bonds = edges_of(tensors)
    starts = embedded_atoms(tensors, weights["edge.atom.weight"])[sources]
    for feature in range(3):
        starts = starts + weights[f"edge.bond.{feature}"][bonds[feature]]
    edges = starts.clamp(min=0)
    for layer in range(1, int(options["layers"])):
        sums = sums_of_others(edges, sources, targets) if len(edges) > 0 else edges
        edges = dropped((starts + sums @ weights["update.weight"].T).clamp(min=0), f"edges.{layer}")
    own = embedded_atoms(tensors, weights["atom.weight"])
    collected = torch.zeros_like(own).index_add(0, targets, edges)
    atoms = dropped((own + linear(collected, weights, "collecting")).clamp(min=0), "atoms")
    molecules = with_features(pooled(atoms, tensors, options["pooling"]), tensors)
    hidden = dropped(linear(molecules, weights, "hidden").clamp(min=0), "molecules")
    return linear(hidden, weights, "output")[:, 0]


if __name__ == "__main__":
    main(forward)
