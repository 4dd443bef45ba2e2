"""Coefficients by scikit-learn's logistic regression with a ridge: logistic_answers.py TABLE WEIGHT_DECAY

TABLE has columns a,b,c,y,part. Prints the intercept and the coefficients on the scale of the data.
"""
import csv
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression


def main():
    with open(sys.argv[1], newline="") as table:
        rows = [row for row in csv.DictReader(table) if row["part"] == "train"]
    features = np.array([[float(row[name]) for name in "abc"] for row in rows])
    labels = np.array([int(row["y"]) for row in rows])
    mean, deviation = features.mean(axis=0), features.std(axis=0)
    model = LogisticRegression(C=1 / (len(rows) * float(sys.argv[2])), tol=1e-10, max_iter=1000, solver="newton-cg")
    model.fit((features - mean) / deviation, labels)
    slopes = model.coef_[0] / deviation
    print(repr(float(model.intercept_[0] - slopes @ mean)), *(repr(float(slope)) for slope in slopes))


main()
