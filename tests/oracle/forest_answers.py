"""Probabilities by a forest of scikit-learn: forest_answers.py random|best ROWS.csv TRAINED TREES MIN_LEAF SEEDS

ROWS.csv has numbers only, the label last, no header; the first TRAINED rows are learnt from. Prints for each seed one
line with the probabilities of the other rows.
"""
import sys

import numpy
from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier

Forest = {"random": ExtraTreesClassifier, "best": RandomForestClassifier}[sys.argv[1]]
trained, trees, min_leaf, seeds = map(int, sys.argv[3:7])
rows = numpy.loadtxt(sys.argv[2], delimiter=",", dtype="float32")
values, labels = rows[:, :-1], rows[:, -1].astype(int)
for seed in range(seeds):
    forest = Forest(trees, min_samples_leaf=min_leaf, max_features="sqrt", random_state=seed, n_jobs=1)
    forest.fit(values[:trained], labels[:trained])
    print(",".join(repr(float(p)) for p in forest.predict_proba(values[trained:])[:, 1]))
