"""Small batches of a made-up training set, and objectives for it."""
import torch

import pauc

EXAMPLES = 90
NAMES = [row["name"] for row in pauc.objectives()]


def batch(seed, positives=10, negatives=20, spread=1.5):
    generator = torch.Generator().manual_seed(seed)
    index = torch.randperm(EXAMPLES // 3, generator=generator)  # positives are the first third of the examples
    below = torch.randperm(EXAMPLES - EXAMPLES // 3, generator=generator) + EXAMPLES // 3
    index = torch.cat([index[:positives], below[:negatives]])
    labels = torch.cat([torch.ones(positives), torch.zeros(negatives)]).long()
    order = torch.randperm(len(index), generator=generator)
    scores = spread * torch.randn(len(index), dtype=torch.float64, generator=generator) + labels
    return scores, labels[order], index[order]


def gradient_of(call, scores):
    leaf = scores.clone().requires_grad_()
    call(leaf).backward()
    return leaf.grad


def made(name, **options):
    objective = pauc.objective(name, examples=EXAMPLES, **options)
    if name in ("auc-m", "pauci"):
        objective.begin_stage(0.1)  # these step variables of their own and refuse batches before they know how far
    return objective
