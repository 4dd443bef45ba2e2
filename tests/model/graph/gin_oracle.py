"""GIN as its formulas say, in plain PyTorch and double: gin_oracle.py QUESTION ANSWER ...

A question is a safetensors file with the network's weights under their names, a batch of graphs and the weights of the
scores in the loss; the answer has the scores in training and in evaluation, the gradients of all weights and the
running statistics after the training step. Nothing here is shared with the C++ code.
"""
import torch
from plain_graphs import edges_of, embedded_atoms, linear, main, pooled, with_features

MOMENTUM, EPSILON = 0.1, 1e-5


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


def two_layers(values, weights, running, layer, training):
    """linear, norm, ReLU, linear, norm"""
    values = linear(values, weights, layer + ".mlp.0")
    values = batch_norm(values, weights, running, layer + ".mlp.0.norm", training)
    values = linear(values.clamp(min=0), weights, layer + ".mlp.1")
    return batch_norm(values, weights, running, layer + ".norm", training)


def forward(tensors, weights, running, options, training):
    def dropped(values, name):
        return values * tensors["mask." + name] if training and "mask." + name in tensors else values

    sources, targets, bonds = edges_of(tensors)
    begins = tensors["graph.molecule_begins"].tolist()
    molecule = torch.tensor([m for m in range(len(begins) - 1) for _ in range(begins[m], begins[m + 1])]).long()
    with_virtual, residual = options["virtual_node"] == "on", options["residual"] == "on"
    virtual = weights["virtual.weight"].repeat(len(begins) - 1, 1) if with_virtual else None
    every = [embedded_atoms(tensors, weights["atom.weight"])]
    layers = int(options["layers"])
    for k in range(layers):
        layer = f"layer.{k}"
        if with_virtual:
            every[k] = every[k] + virtual[molecule]
        values = every[k]
        messages = values[sources]
        if options["bonds"] == "on":
            for feature in range(3):
                messages = messages + weights[f"{layer}.bond.{feature}"][bonds[feature]]
        epsilon = weights[f"{layer}.epsilon"] if options["epsilon"] == "learnt" else 0
        values = (1 + epsilon) * values + torch.zeros_like(values).index_add(0, targets, messages.clamp(min=0))
        values = two_layers(values, weights, running, layer, training)
        if k + 1 < layers:
            values = values.clamp(min=0)
        values = dropped(values, str(k))
        every.append(values + every[k] if residual else values)
        if with_virtual and k + 1 < layers:
            sums = virtual + pooled(every[k], tensors, "sum")
            made = dropped(two_layers(sums, weights, running, f"virtual.{k}", training).clamp(min=0), f"virtual.{k}")
            virtual = virtual + made if residual else made
    values = {"last": lambda: every[-1], "sum": lambda: sum(every), "concat": lambda: torch.cat(every, 1)}
    atoms = values[options["jumping"]]()
    molecules = with_features(pooled(atoms, tensors, options["pooling"]), tensors)
    return linear(molecules, weights, "output")[:, 0]


if __name__ == "__main__":
    main(forward)
