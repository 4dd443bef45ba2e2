"""Answers by scikit-learn, and by plain numerical integration of its ROC curve: sklearn_answers.py PROBLEMS ANSWERS"""
import csv
import itertools
import sys

import numpy as np
from sklearn.metrics import roc_auc_score, roc_curve

RATES = (0.01, 0.1, 0.3, 0.5)
TWO_WAY = ((0.6, 0.4), (0.5, 0.5), (0.9, 0.05))  # tpr_min, fpr_max


def two_way(labels, scores, weights, tpr_min, fpr_max):
    """Normalised area above tpr_min and left of fpr_max: trapezia between all points where the integrand bends."""
    fpr, tpr, _ = roc_curve(labels, scores, sample_weight=weights, drop_intermediate=False)
    total = 0.0
    for x0, y0, x1, y1 in zip(fpr, tpr, fpr[1:], tpr[1:]):
        x2 = min(x1, fpr_max)
        if x2 <= x0:
            continue
        y2 = y0 + (y1 - y0) * (x2 - x0) / (x1 - x0)
        xs, heights = [x0, x2], [y0 - tpr_min, y2 - tpr_min]
        if heights[0] < 0 < heights[1]:
            xs.insert(1, x0 + (x2 - x0) * -heights[0] / (heights[1] - heights[0]))
            heights.insert(1, 0.0)
        total += np.trapz(np.maximum(heights, 0), xs)
    return total / ((1 - tpr_min) * fpr_max)


def answers(labels, scores, weights):
    yield roc_auc_score(labels, scores, sample_weight=weights)
    for rate in RATES:
        yield roc_auc_score(labels, scores, sample_weight=weights, max_fpr=rate)
    for tpr_min, fpr_max in TWO_WAY:
        yield two_way(labels, scores, weights, tpr_min, fpr_max)


def main():
    with open(sys.argv[1], newline="") as problems, open(sys.argv[2], "w", newline="") as out:
        rows = csv.DictReader(problems)
        names = ["auc"] + [f"max_fpr_{r}" for r in RATES] + [f"two_way_{t}_{f}" for t, f in TWO_WAY]
        writer = csv.writer(out)
        writer.writerow(names + [f"weighted_{name}" for name in names])
        for _, problem in itertools.groupby(rows, key=lambda row: row["problem"]):
            table = np.array([[float(row[key]) for key in ("label", "score", "weight")] for row in problem])
            labels, scores, weights = table[:, 0].astype(int), table[:, 1], table[:, 2]
            plain = list(answers(labels, scores, None))
            writer.writerow([repr(float(x)) for x in plain + list(answers(labels, scores, weights))])


if __name__ == "__main__":
    main()
