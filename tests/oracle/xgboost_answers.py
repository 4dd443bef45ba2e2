"""Raw scores of a run's trees.json by XGBoost itself: xgboost_answers.py TREES ROWS.csv [CATEGORICAL,...]

ROWS.csv has numbers only, with empty fields for missing values, and a header. Prints one score per line.
"""

import csv
import math
import sys

import numpy
import xgboost

trees, rows = sys.argv[1:3]
with open(rows, newline="") as file:
    lines = list(csv.reader(file))
categorical = set(sys.argv[3].split(",")) if len(sys.argv) > 3 else set()
types = ["c" if name in categorical else "q" for name in lines[0]]
values = numpy.array([[float(field) if field else math.nan for field in line] for line in lines[1:]], dtype="float32")
booster = xgboost.Booster()
booster.load_model(trees)
matrix = xgboost.DMatrix(values, feature_types=types, enable_categorical=True)
for score in booster.predict(matrix, output_margin=True):
    print(repr(float(score)))
