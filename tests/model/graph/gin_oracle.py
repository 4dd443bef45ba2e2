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


def forward(tensors, weights, running, options, training):
    sources, targets, bonds = edges_of(tensors)
    values = embedded_atoms(tensors, weights["atom.weight"])
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
    molecules = with_features(pooled(values, tensors, options["pooling"]), tensors)
    return linear(molecules, weights, "output")[:, 0]


if __name__ == "__main__":
    main(forward)
