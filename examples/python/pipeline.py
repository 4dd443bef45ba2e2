"""A scikit-learn pipeline for FPR <= 0.1, on patients with categories and missing values.

pauc.PartialAUCClassifier takes the frame as it is; the logistic regression needs imputation and dummy variables. Both
are judged by the partial AUC on the same folds.

    PYTHONPATH=build/release/python python3 examples/python/pipeline.py
"""
import pathlib

import pandas
from sklearn.compose import make_column_transformer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, OneHotEncoder, StandardScaler

import pauc

FPR_MAX = 0.1


def with_decade(rows: pandas.DataFrame) -> pandas.DataFrame:
    return rows.assign(decade=rows["age"] // 10)


def main() -> None:
    rows = pandas.read_csv(pathlib.Path(__file__).parent.parent / "patients.csv")
    x, y = rows.drop(columns=["patient", "outcome"]), rows["outcome"] == "sick"
    folds = StratifiedKFold(4, shuffle=True, random_state=0)
    scorer = pauc.scorer(fpr_max=FPR_MAX)

    prepared = make_column_transformer(
        (make_pipeline(SimpleImputer(), StandardScaler()), ["age", "marker", "pressure"]),
        (OneHotEncoder(handle_unknown="ignore"), ["smoker", "ward"]),
    )
    regression = make_pipeline(prepared, LogisticRegression())
    classifier = pauc.PartialAUCClassifier(fpr_max=FPR_MAX, effort="quick", importance=0)
    ours = make_pipeline(FunctionTransformer(with_decade), classifier)
    for name, estimator in (("logistic regression", regression), ("pauc", ours)):
        areas = cross_val_score(estimator, x, y, cv=folds, scoring=scorer)
        print(f"pAUC up to FPR {FPR_MAX}, {name}: {areas.mean():.4f}")

    models = pauc.PartialAUCClassifier(fpr_max=FPR_MAX, objective="ce", importance=0)
    search = GridSearchCV(models, {"model": ["linear", "trees"]}, cv=folds, scoring=scorer).fit(x, y)
    called_sick = search.predict(x)
    print("chosen:", search.best_params_["model"])
    print(f"called sick: {called_sick[y].mean():.2f} of the sick, {called_sick[~y].mean():.2f} of the well")


if __name__ == "__main__":
    main()
