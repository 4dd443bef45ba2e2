"""STACO as LibAUC publishes it, in plain numpy: staco_oracle.py QUESTION ANSWER

The step is the one that LibAUC documents for its optimiser STACO and its loss tpAUC_CVaR_loss
(libauc/optimizers/staco.py, steps 1 to 8), with LibAUC's names: alpha, beta_0, beta_1 are constant steps, theta_0 and
theta_1 the shares of positives and negatives; y, s and s' start at 1. One batch of negatives serves both of its uses.
The weights of a linear model with sigmoid scores take plain gradient steps, each component clipped to [-1, 1]. Nothing
here is shared with the C++ code.

The question is a CSV file with a line per example and step: step, slot, label, x0, x1, ... The answer has a line per
step: the weights, s', then y and s of every slot.
"""
import csv
import sys

import numpy as np

ALPHA, BETA_0, BETA_1, THETA_0, THETA_1, LEARNING_RATE, MARGIN = 0.05, 0.03, 0.02, 0.5, 0.4, 0.5, 1.0


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


class Staco:
    def __init__(self, slots, features):
        self.w = np.zeros(features)
        self.y = np.ones(slots)
        self.s = np.ones(slots)
        self.s_prime = 1.0

    def step(self, x, labels, slots):
        scores = sigmoid(x @ self.w)
        positive, negative = labels == 1, labels == 0
        who = slots[positive]
        reach = np.maximum(MARGIN - (scores[positive][:, None] - scores[negative][None, :]), 0)  # [P, N]
        over = reach ** 2 > self.s[who][:, None]
        g = self.s[who] + (over * (reach ** 2 - self.s[who][:, None])).mean(1) / THETA_1
        y = np.clip(self.y[who] + ALPHA * (g - self.s_prime) / THETA_0, 0, 1)
        slope = y[:, None] * over * 2 * reach / (THETA_0 * THETA_1 * over.size)  # of the loss by h_j - h_i
        by_score = np.zeros(len(labels))
        by_score[positive] = -slope.sum(1)
        by_score[negative] = slope.sum(0)
        gradient = (by_score * scores * (1 - scores)) @ x
        self.s[who] -= BETA_0 / THETA_0 * y * (1 - over.mean(1) / THETA_1)
        self.s_prime -= BETA_1 * (1 - y.mean() / THETA_0)
        self.y[who] = y
        self.w -= LEARNING_RATE * np.clip(gradient, -1, 1)


def main():
    with open(sys.argv[1], newline="") as file:
        rows = [[float(cell) for cell in row] for row in list(csv.reader(file))[1:]]
    table = np.array(rows)
    slots = int(table[:, 1].max()) + 1
    staco = Staco(slots, table.shape[1] - 3)
    names = [f"w{k}" for k in range(len(staco.w))] + ["s_prime"]
    names += [f"y{k}" for k in range(slots)] + [f"s{k}" for k in range(slots)]
    with open(sys.argv[2], "w", newline="") as file:
        answer = csv.writer(file)
        answer.writerow(names)
        for step in range(int(table[:, 0].max()) + 1):
            batch = table[table[:, 0] == step]
            staco.step(batch[:, 3:], batch[:, 2], batch[:, 1].astype(int))
            answer.writerow([repr(float(x)) for x in [*staco.w, staco.s_prime, *staco.y, *staco.s]])


main()
