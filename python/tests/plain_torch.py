"""The objectives once more, with plain torch operations on the whole matrix of pairs.

Written from the formulas of the methods (docs/methods.md), not from the library: sigmoid link, squared hinge, margin 1.
A class with state has a method `loss(scores, labels, index)` whose gradient is the step of the method.
"""
import torch
import torch.nn.functional as F


def pair_losses(scores, labels):
    """[P, N]"""
    linked = torch.sigmoid(scores)
    return torch.relu(1 - (linked[labels == 1][:, None] - linked[labels == 0][None, :])) ** 2


def shares(count, size, dtype):
    """Weights of ranks 0, 1, ...: 1 for whole ranks, the fraction for the last."""
    return torch.clamp(count - torch.arange(size, dtype=torch.float64), 0, 1).to(dtype)


def cross_entropy(scores, labels, index=None):
    return F.binary_cross_entropy_with_logits(scores, labels.to(scores.dtype))


def all_pairs(scores, labels, index=None):
    return pair_losses(scores, labels).mean()


def largest_losses(fpr_max):
    """Mean over positives of the mean of the largest fpr_max n- losses."""
    def loss(scores, labels, index=None):
        losses = pair_losses(scores, labels).sort(dim=1, descending=True).values
        count = fpr_max * losses.shape[1]
        return (losses * shares(count, losses.shape[1], losses.dtype)).sum(1).mean() / count
    return loss


def hardest_of_batch(top_negatives, bottom_positives=1.0):
    def loss(scores, labels, index=None):
        losses = pair_losses(scores, labels)
        rows = scores[labels == 1].argsort()
        columns = scores[labels == 0].argsort(descending=True)
        row_count, column_count = bottom_positives * len(rows), top_negatives * len(columns)
        weights = (shares(row_count, len(rows), losses.dtype)[:, None]
                   * shares(column_count, len(columns), losses.dtype)[None, :])
        return (losses[rows][:, columns] * weights).sum() / (row_count * column_count)
    return loss


def polynomial_weights(gamma, two_way):
    def loss(scores, labels, index=None):
        linked = torch.sigmoid(scores)
        columns = linked[labels == 0] ** (1 / (gamma - 1))
        rows = (1 - linked[labels == 1]) ** (1 / (gamma - 1))
        weights = (rows if two_way else torch.ones_like(rows))[:, None] * columns[None, :]
        return (weights * pair_losses(scores, labels)).mean()
    return loss


def exponential_weights(gamma, two_way):
    def loss(scores, labels, index=None):
        linked = torch.sigmoid(scores)
        columns = 1 - torch.exp(-gamma * linked[labels == 0])
        rows = 1 - torch.exp(-gamma * (1 - linked[labels == 1]))
        weights = (rows if two_way else torch.ones_like(rows))[:, None] * columns[None, :]
        return (weights * pair_losses(scores, labels)).mean()
    return loss


def structured_hinge(fpr_max, fpr_min=0.0):
    """Each positive ranks the R highest negatives above itself, where that costs most; raw scores."""
    def loss(scores, labels, index=None):
        negatives = scores[labels == 0].sort(descending=True).values
        count = len(negatives)
        costs = (shares(fpr_max * count, count, scores.dtype) - shares(fpr_min * count, count, scores.dtype))
        gains = (costs / (fpr_max - fpr_min) + negatives)[None, :] - scores[labels == 1][:, None]  # [P, N]
        totals = torch.cat([torch.zeros_like(gains[:, :1]), gains.cumsum(1)], 1)
        return totals.max(1).values.mean() / count
    return loss


def hard_negatives(share, weight):
    """Cross-entropy with more weight on the share of the negatives with the highest scores."""
    def loss(scores, labels, index=None):
        negatives = scores[labels == 0]
        ranks = negatives.argsort(descending=True).argsort()
        weights = torch.ones_like(scores)
        weights[labels == 0] += (weight - 1) * shares(share * len(negatives), len(negatives), scores.dtype)[ranks]
        losses = F.binary_cross_entropy_with_logits(scores, labels.to(scores.dtype), reduction="none")
        return (weights * losses).sum() / weights.sum()
    return loss


class Soft:
    """sopa-s; with lambda2, sota-s."""

    def __init__(self, examples, lam, gamma0, lambda2=None, gamma1=None):
        self.lam, self.gamma0, self.lambda2, self.gamma1 = lam, gamma0, lambda2, gamma1
        self.u = torch.full((examples,), torch.nan, dtype=torch.float64)
        self.v = None

    def loss(self, scores, labels, index):
        losses = pair_losses(scores, labels)
        exponents = torch.exp(losses.detach() / self.lam)
        rows = index[labels == 1]
        fresh, old = exponents.mean(1).double(), self.u[rows]
        u = torch.where(torch.isnan(old), fresh, (1 - self.gamma0) * old + self.gamma0 * fresh)
        self.u[rows] = u
        factors = 1 / u
        if self.lambda2 is not None:
            power = self.lam / self.lambda2
            mean = (u ** power).mean()
            self.v = mean if self.v is None else (1 - self.gamma1) * self.v + self.gamma1 * mean
            factors = u ** (power - 1) / self.v
        return (factors.to(losses.dtype)[:, None] * exponents * losses).mean()

    def state(self):
        logs = {"log_u": self.lam * torch.log(self.u)}
        if self.lambda2 is not None:
            logs["log_v"] = self.lambda2 * torch.log(self.v)
        return logs


class PowerPush:
    def __init__(self, examples, power, gamma0):
        self.power, self.gamma0 = power, gamma0
        self.u = torch.full((examples,), torch.nan, dtype=torch.float64)

    def loss(self, scores, labels, index):
        means = pair_losses(scores, labels).mean(0)
        columns = index[labels == 0]
        fresh, old = means.detach().double(), self.u[columns]
        u = torch.where(torch.isnan(old), fresh, (1 - self.gamma0) * old + self.gamma0 * fresh)
        self.u[columns] = u
        return ((self.power * u ** (self.power - 1)).to(means.dtype) * means).mean()

    def state(self):
        return {"u": self.u}
