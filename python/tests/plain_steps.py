"""Methods that step variables of their own, once more with plain torch operations, beside plain_torch.py.

Variables are stepped by autograd or straight from the formulas of docs/methods.md and the papers, for all examples at
once: nothing catches up later. A class has `loss(scores, labels, index)`, whose gradient is the step of the method, and
`state()`, the tensors of its state_dict that are determined. Sigmoid link, squared hinge, margin 1, as in plain_torch.
"""
import torch

from plain_torch import pair_losses, shares


def midpoint(values, share):
    """Between the k-th and (k+1)-th largest of each row, k = max(1, round(share n)); a missing value is -1."""
    count = values.shape[-1]
    k = min(count, max(1, int(share * count + 0.5)))
    ordered = values.sort(dim=-1, descending=True).values
    below = ordered[..., k] if k < count else torch.full_like(ordered[..., 0], -1)
    return (ordered[..., k - 1] + below) / 2


class Memory:
    """The latest score of each example, and weights of a batch by a cut through them."""

    def __init__(self):
        self.latest = {}

    def add(self, index, scores):
        for slot, score in zip(index.tolist(), scores.tolist()):
            self.latest[slot] = score

    def shares_of_top(self, scores, share):
        ordered = torch.tensor(sorted(self.latest.values(), reverse=True), dtype=torch.float64)
        by_rank = shares(share * len(ordered), len(ordered), torch.float64)
        return torch.stack([by_rank[ordered == score].mean() for score in scores.double()])


class SharedCuts:
    """sopa and sota with shared cuts, for batches that are smaller than the memory."""

    def __init__(self, fpr_max, fpr_min=0.0, tpr_min=0.0):
        self.fpr_max, self.fpr_min, self.kept = fpr_max, fpr_min, 1 - tpr_min
        self.negatives, self.positives = Memory(), Memory()

    def loss(self, scores, labels, index):
        linked = torch.sigmoid(scores.detach())
        losses = pair_losses(scores, labels)
        columns, rows = linked[labels == 0], -linked[labels == 1]
        self.negatives.add(index[labels == 0], columns)
        weights = self.negatives.shares_of_top(columns, self.fpr_max)
        if self.fpr_min > 0:
            weights = weights - self.negatives.shares_of_top(columns, self.fpr_min)
        weights = weights[None, :].expand_as(losses)
        if self.kept < 1:
            self.positives.add(index[labels == 1], rows)
            weights = weights * self.positives.shares_of_top(rows, self.kept)[:, None]
        return (weights * losses).mean() / ((self.fpr_max - self.fpr_min) * self.kept)

    def memories(self):
        found = {"recent_negative": self.negatives.latest}
        return {**found, "recent_positive": self.positives.latest} if self.kept < 1 else found


class TopPush:
    """The highest of the remembered negatives, weighted by how rarely a batch has it."""

    def __init__(self):
        self.memory = Memory()

    def loss(self, scores, labels, index):
        linked = torch.sigmoid(scores.detach())[labels == 0]
        self.memory.add(index[labels == 0], linked)
        weights = (linked == max(self.memory.latest.values())).double()
        return len(self.memory.latest) * (weights * pair_losses(scores, labels)).mean()

    def memories(self):
        return {"recent_negative": self.memory.latest}


class OwnThresholds:
    """sopa with a threshold per positive. A relative step does not pass the best threshold of its batch."""

    def __init__(self, examples, fpr_max, lr=1.0, step=0.0):
        self.fpr_max, self.lr, self.step = fpr_max, lr, step
        self.s = torch.full((examples,), torch.nan, dtype=torch.float64)

    def loss(self, scores, labels, index):
        losses, rows = pair_losses(scores, labels), index[labels == 1]
        fixed = losses.detach()
        s = torch.where(torch.isnan(self.s[rows]), midpoint(fixed, self.fpr_max), self.s[rows])
        selected = (fixed > s[:, None]).double()
        move = 1 - selected.mean(1) / self.fpr_max
        if self.step > 0:
            self.s[rows] = s - self.step * move
        else:
            self.s[rows] = self.within_batch(fixed, s, s - self.lr * self.fpr_max * fixed.mean() * move)
        return (selected * losses).mean() / self.fpr_max

    def within_batch(self, losses, s, wanted):
        """Best are the losses at the ranks around fpr_max n-, and what is between them."""
        count = self.fpr_max * losses.shape[1]
        ordered = losses.sort(dim=1, descending=True).values
        low = ordered[:, int(count + 1e-9)]                     # the first rank outside
        high = ordered[:, max(1, int(count + 1 - 1e-9)) - 1]    # the last rank inside
        down = torch.maximum(wanted, torch.minimum(s, high))
        return torch.where(wanted < s, down, torch.minimum(wanted, torch.maximum(s, low)))

    def state(self):
        return {"threshold": self.s}


class PrimalDual:
    """sota with own thresholds: a stage of primal-dual steps with a pull to its start, for all examples at once."""

    def __init__(self, examples, fpr_max, tpr_min, gamma, lr):
        self.fpr_max, self.kept, self.gamma, self.lr = fpr_max, 1 - tpr_min, gamma, lr
        self.s = torch.full((examples,), torch.nan, dtype=torch.float64)
        self.start = self.s.clone()
        self.u = torch.ones(examples, dtype=torch.float64)
        self.pi = self.pi_start = None
        self.iterates = []  # s, u and pi after each step

    def loss(self, scores, labels, index):
        losses, rows = pair_losses(scores, labels), index[labels == 1]
        fixed, count = losses.detach(), (labels == 1).sum()
        fresh = rows[torch.isnan(self.s[rows])]
        self.s[rows] = torch.where(torch.isnan(self.s[rows]), midpoint(fixed, self.fpr_max), self.s[rows])
        self.start[fresh] = self.s[fresh]
        s, u = self.s[rows], self.u[rows]
        selected = (fixed > s[:, None]).double()
        costs = s + torch.relu(fixed - s[:, None]).mean(1) / self.fpr_max
        if self.pi is None:
            self.pi = self.pi_start = torch.relu(midpoint(costs, self.kept))
        by_s = torch.zeros_like(self.s)
        by_s[rows] = u * (1 - selected.mean(1) / self.fpr_max) / (self.kept * count)
        by_pi = 1 - u.sum() / (self.kept * count)
        self.u[rows] = (u + self.lr * (costs - self.pi) / (self.kept * count)).clamp(0, 1)
        self.s = self.pulled(self.s, self.start, by_s)
        self.pi = self.pulled(self.pi, self.pi_start, by_pi)
        self.iterates.append((self.s.clone(), self.u.clone(), self.pi))
        return (u[:, None] * selected * losses).mean() / (self.kept * self.fpr_max)

    def pulled(self, now, start, gradient):
        """The minimum of gradient x + |x - now|^2 / (2 lr) + |x - start|^2 / (2 gamma)."""
        return (now / self.lr + start / self.gamma - gradient) / (1 / self.lr + 1 / self.gamma)

    def end_stage(self):
        """A stage ends at the averages; an example that came late had been at its start until then."""
        thresholds = torch.stack([torch.where(torch.isnan(s), self.start, s) for s, _, _ in self.iterates])
        self.s = self.start = thresholds.mean(0)
        self.u = torch.stack([u for _, u, _ in self.iterates]).mean(0)
        self.pi = self.pi_start = torch.stack([pi for _, _, pi in self.iterates]).mean()
        self.iterates = []

    def state(self):
        return {"threshold": self.s, "weight": self.u, "pi": self.pi}


class Staco:
    """With LibAUC's constant steps and starts, or with steps relative to the mean loss."""

    def __init__(self, examples, fpr_max, tpr_min, steps=None, lr=1.0):
        self.fpr_max, self.kept, self.steps, self.lr = fpr_max, 1 - tpr_min, steps, lr
        self.s = torch.full((examples,), torch.nan, dtype=torch.float64)
        self.y = torch.ones(examples, dtype=torch.float64)
        self.level = None

    def loss(self, scores, labels, index):
        losses, rows = pair_losses(scores, labels), index[labels == 1]
        fixed, mean = losses.detach(), losses.detach().mean()
        first = midpoint(fixed, self.fpr_max) if self.steps is None else torch.ones(len(rows), dtype=torch.float64)
        s = torch.where(torch.isnan(self.s[rows]), first, self.s[rows])
        selected = (fixed > s[:, None]).double()
        costs = s + torch.relu(fixed - s[:, None]).mean(1) / self.fpr_max
        if self.level is None:
            self.level = torch.tensor(1.0).double() if self.steps else torch.relu(midpoint(costs, self.kept))
        weight, threshold, level = self.steps or (
            self.lr * self.kept / mean, self.lr * self.kept * self.fpr_max * mean, self.lr * self.kept * mean)
        y = (self.y[rows] + weight * (costs - self.level) / self.kept).clamp(0, 1)
        self.y[rows] = y
        self.s[rows] = s - threshold * y / self.kept * (1 - selected.mean(1) / self.fpr_max)
        self.level = self.level - level * (1 - y.mean() / self.kept)
        return (y[:, None] * selected * losses).mean() / (self.kept * self.fpr_max)

    def state(self):
        return {"threshold": self.s, "weight": self.y, "level": self.level}


class Instancewise:
    """pauci: all variables stepped by autograd, at its bounds by projection."""

    def __init__(self, fpr_max, tpr_min, sharpness, rate):
        self.fpr_max, self.kept, self.sharpness, self.rate = fpr_max, 1 - tpr_min, sharpness, rate
        self.now = None  # a, b, g, s_p, s_n

    def first(self, high, low):
        """The saddle point of a batch with a hard cut."""
        low_end = high.sort().values[:max(1, round(self.kept * len(high)))]
        top = low.sort(descending=True).values[:max(1, round(self.fpr_max * len(low)))]
        a, b = low_end.mean(), top.mean()
        g = b - a
        return self.projected([a, b, g, (low_end[-1] - a) ** 2 - 2 * (1 + g) * low_end[-1],
                               (top[-1] - b) ** 2 + 2 * (1 + g) * top[-1]])

    def projected(self, variables):
        a, b, g, s_p, s_n = (float(value) for value in variables)
        a, b = min(max(a, 0), 1), min(max(b, 0), 1)
        g = min(1, max(g, b - 1, -a if self.kept < 1 else -1))
        return [a, b, g, min(max(s_p, -4), 1), min(max(s_n, 0), 5)]

    def loss(self, scores, labels, index):
        linked = torch.sigmoid(scores)
        high, low = linked[labels == 1], linked[labels == 0]
        if self.now is None:
            self.now = self.first(high.detach(), low.detach())
        variables = [torch.tensor(value, dtype=torch.float64, requires_grad=True) for value in self.now]
        if torch.is_grad_enabled():
            steps = torch.autograd.grad(self.objective(high.detach(), low.detach(), variables), variables,
                                        allow_unused=True)
            rates = (-self.rate, -self.rate, self.rate / 10, -self.rate, -self.rate)
            moved = [now + rate * (0 if step is None else step) for now, rate, step in zip(self.now, rates, steps)]
            before, self.now = self.now, self.projected(moved)
        else:
            before = self.now
        return self.objective(high, low, [torch.tensor(value, dtype=torch.float64) for value in before])

    def objective(self, high, low, variables):
        a, b, g, s_p, s_n = variables
        soft = torch.nn.Softplus(beta=self.sharpness, threshold=700)
        first = (high - a) ** 2 - 2 * (1 + g) * high
        second = (low - b) ** 2 + 2 * (1 + g) * low
        value = 1 + s_n + soft(second - s_n).mean() / self.fpr_max - g ** 2
        return value + (s_p + soft(first - s_p).mean() / self.kept if self.kept < 1 else first.mean())

    def state(self):
        names = ("a", "b", "g", "s_p", "s_n") if self.kept < 1 else ("a", "b", "g", "s_n")
        values = dict(zip(("a", "b", "g", "s_p", "s_n"), self.now))
        return {name: torch.tensor(values[name], dtype=torch.float64) for name in names}


class MinMaxMargin:
    """auc-m: a, b and q stepped by autograd, with PESG's pull on a and b, in the first stage."""

    def __init__(self, gamma, lr):
        self.gamma, self.lr = gamma, lr
        self.now = [0.0, 0.0, 0.0]  # a, b, q

    def loss(self, scores, labels, index):
        linked = torch.sigmoid(scores)
        high, low = linked[labels == 1], linked[labels == 0]
        variables = [torch.tensor(value, dtype=torch.float64, requires_grad=True) for value in self.now]
        by_a, by_b, by_q = torch.autograd.grad(self.objective(high.detach(), low.detach(), variables), variables)
        before, (a, b, q) = [value.detach() for value in variables], self.now
        self.now = [float(a - self.lr * (by_a + a / self.gamma)), float(b - self.lr * (by_b + b / self.gamma)),
                    float(max(0, q + self.lr * by_q))]
        return self.objective(high, low, before)

    def objective(self, high, low, variables):
        a, b, q = variables
        return ((high - a) ** 2).mean() + ((low - b) ** 2).mean() + 2 * q * (1 + low.mean() - high.mean()) - q ** 2

    def state(self):
        return {name: torch.tensor(value, dtype=torch.float64) for name, value in zip("abq", self.now)}
