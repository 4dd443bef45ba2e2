"""Out-of-fold scores of two models on scikit-learn's breast-cancer data: demo_scores.py scores.csv"""
import csv
import sys

from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def main():
    data = load_breast_cancer()
    malignant = data.target == list(data.target_names).index("malignant")
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    logistic = cross_val_predict(make_pipeline(StandardScaler(), LogisticRegression()), data.data, malignant, cv=folds,
                                 method="decision_function")
    # Log odds, not probabilities: those round to 1 and tie the top ranks.
    bayes = cross_val_predict(GaussianNB(), data.data, malignant, cv=folds, method="predict_log_proba")
    with open(sys.argv[1], "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["tumour", "diagnosis", "logistic_regression", "naive_bayes"])
        for i, sick in enumerate(malignant):
            writer.writerow([i, "malignant" if sick else "benign", repr(float(logistic[i])), repr(float(bayes[i, 1] - bayes[i, 0]))])


if __name__ == "__main__":
    main()
