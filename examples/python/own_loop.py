"""Trains a model in a PyTorch loop for FPR <= 0.1: cross-entropy first, then sopa on balanced batches.

The bounded surrogate gives up on hopeless pairs, which counts where many negatives are above most positives.

    PYTHONPATH=build/release/python python3 examples/python/own_loop.py
"""
import torch
from torch.utils.data import DataLoader, TensorDataset

import pauc

FPR_MAX = 0.1


def made_up_rows(count: int, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """One row in ten is positive. So many negatives, too, are high in the first four columns, and higher still."""
    labels = (torch.rand(count, generator=generator) < 0.1).long()
    inputs = torch.randn(count, 8, generator=generator)
    confusing = (labels == 0) & (torch.rand(count, generator=generator) < 0.1)
    inputs[:, :4] += 1.5 * labels[:, None] + 2.5 * confusing[:, None]
    inputs[:, 4:] += 0.7 * labels[:, None]
    return inputs, labels


def train(model: torch.nn.Module, objective: pauc.Objective, loader: DataLoader, epochs: int, lr: float) -> None:
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    for _ in range(epochs):
        for inputs, labels, index in loader:
            optimiser.zero_grad()
            objective(model(inputs), labels, index).backward()
            optimiser.step()


def judged(model: torch.nn.Module, inputs: torch.Tensor, labels: torch.Tensor) -> float:
    with torch.no_grad():
        return pauc.partial_auc(labels, model(inputs), fpr_max=FPR_MAX)


def main() -> None:
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(0)
    inputs, labels = made_up_rows(4000, generator)
    test_inputs, test_labels = made_up_rows(4000, generator)

    sampler = pauc.BalancedBatchSampler(labels, batch_size=64, positives=12, seed=0)
    loader = DataLoader(TensorDataset(inputs, labels, torch.arange(len(labels))), batch_sampler=sampler)
    model = torch.nn.Linear(8, 1)

    train(model, pauc.objective("ce"), loader, epochs=8, lr=0.02)
    print(f"after cross-entropy: {judged(model, test_inputs, test_labels):.3f}")
    objective = pauc.objective("sopa", examples=len(labels), fpr_max=FPR_MAX, surrogate="sigmoid")
    train(model, objective, loader, epochs=8, lr=0.02)
    print(f"after sopa:          {judged(model, test_inputs, test_labels):.3f}; objective {objective.value:.3f}")


if __name__ == "__main__":
    main()
