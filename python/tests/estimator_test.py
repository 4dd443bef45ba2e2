"""PartialAUCClassifier and scorer in scikit-learn: its own checks, what composes, and every refusal."""
import inspect
import os
import pathlib
import pickle
import shutil
import subprocess
import tempfile
import unittest
import warnings

import numpy as np
import pandas
import scipy.sparse
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import check_estimator

import pauc
from pauc._estimator import EXPECTED_FAILURES

ROOT = pathlib.Path(__file__).parent.parent.parent
COMMAND = os.environ["PAUC_COMMAND"]
LINEAR = {"model": "linear", "objective": "ce", "importance": 0}


def problem(rows=200, seed=0):
    random = np.random.default_rng(seed)
    x = random.normal(size=(rows, 4))
    return x, (x[:, 0] + random.normal(size=rows) > 0.5).astype(int)


def linear(**options):
    return pauc.PartialAUCClassifier(**{**LINEAR, "fpr_max": 0.2, **options})


def patients():
    frame = pandas.read_csv(ROOT / "examples/patients.csv")
    frame["ward"] = frame["ward"].astype("category")
    return frame.drop(columns=["patient", "outcome"]), frame["outcome"] == "sick"


class ScikitLearnTest(unittest.TestCase):
    def test_passes_check_estimator(self):
        # fpr_max=0.1: one of the checks wants both classes among ten predictions.
        estimator = linear(fpr_max=0.1)
        by_call = "expected_failed_checks" in inspect.signature(check_estimator).parameters  # from 1.6 on
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            check_estimator(estimator, **({"expected_failed_checks": EXPECTED_FAILURES} if by_call else {}))

    def test_what_the_expected_failures_leave_unchecked(self):
        x, y = problem()
        estimator = linear().fit(x, np.where(y == 1, "yes", "no"))
        self.assertEqual(estimator.classes_.tolist(), ["no", "yes"])
        decisions, classes = estimator.decision_function(x), estimator.predict(x)
        self.assertTrue((classes == np.where(decisions > 0, "yes", "no")).all())
        probabilities = estimator.predict_proba(x)
        np.testing.assert_allclose(probabilities.sum(axis=1), 1)
        order = np.argsort(decisions)
        self.assertTrue((np.diff(probabilities[order, 1]) >= 0).all())
        with self.assertRaises(ValueError):
            estimator.fit(x, y[:-1])
        with self.assertRaises(ValueError):
            estimator.predict(x.T)

    def test_predicts_at_the_threshold_for_fpr_max(self):
        x, y = problem(4000)
        new, truth = problem(4000, seed=1)
        for fpr_max in (0.05, 0.3):
            estimator = linear(fpr_max=fpr_max).fit(x, y)
            rate = estimator.predict(new)[truth == 0].mean()
            self.assertAlmostEqual(rate, fpr_max, delta=0.04)
            run = estimator.run_
            thresholds = {at["fpr"]: at["threshold"] for at in run.card["thresholds"]}
            self.assertEqual(estimator.threshold_, thresholds[fpr_max])
            decision = run.predict(new, at_fpr=fpr_max)["decision"]
            np.testing.assert_array_equal(estimator.predict(new), decision)

    def test_scores_are_those_of_the_command(self):
        x, y = patients()
        x.assign(label=y.astype(int)).to_csv(self.folder() / "rows.csv", index=False)
        estimator = pauc.PartialAUCClassifier(model="mlp", objective="sopa", epochs=3, fpr_max=0.1).fit(x, y)
        subprocess.run([COMMAND, "train", self.path / "rows.csv", "--model", "mlp", "--objective", "sopa", "--epochs",
                        "3", "--fpr-max", "0.1", "--out", self.path / "run", "--quiet"], check=True,
                       stdout=subprocess.DEVNULL)
        saved = estimator.run_.save(self.path / "ours")
        for name in ("metrics.json", "predictions-test.csv", "model.safetensors"):
            self.assertEqual((self.path / "run" / name).read_bytes(), pathlib.Path(saved.folder, name).read_bytes())
        scores = pauc.Run.open(self.path / "run").predict(x)["score"].to_numpy()
        np.testing.assert_array_equal(scores >= estimator.threshold_, estimator.predict(x))
        offset = np.nextafter(estimator.threshold_, -np.inf)
        np.testing.assert_array_equal(scores - offset, estimator.decision_function(x))

    def folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        return self.path

    def test_takes_categories_missing_values_and_sparse_matrices(self):
        x, y = patients()
        estimator = linear().fit(x, y)
        self.assertEqual(list(estimator.feature_names_in_), list(x.columns))
        self.assertEqual(estimator.n_features_in_, x.shape[1])
        self.assertGreater(roc_auc_score(y, estimator.decision_function(x)), 0.8)
        numbers = np.where(problem()[0] > 0, problem()[0], 0)
        labels = problem()[1]
        sparse = linear().fit(scipy.sparse.csr_matrix(numbers), labels)
        self.assertEqual(sparse.run_.card["data"]["kind"], "libsvm")
        np.testing.assert_array_equal(sparse.decision_function(scipy.sparse.coo_matrix(numbers)),
                                      sparse.decision_function(numbers))
        dense = linear().fit(numbers, labels)
        np.testing.assert_array_equal(dense.decision_function(scipy.sparse.csc_matrix(numbers)),
                                      dense.decision_function(numbers))
        self.assertGreater(np.corrcoef(dense.decision_function(numbers), sparse.decision_function(numbers))[0, 1], 0.99)

    def test_weights(self):
        x, y = problem()
        weights = np.where(x[:, 1] > 0, 3.0, 1.0)
        for rows in (x, scipy.sparse.csr_matrix(x), pandas.DataFrame(x, columns=list("abcd")).assign(weight=1.5)):
            weighted = linear().fit(rows, y, sample_weight=weights)
            self.assertIn("weight", pathlib.Path(weighted.run_.folder, "predictions-test.csv").read_text())
        plain, alike = linear().fit(x, y), linear().fit(x, y, sample_weight=np.full(len(y), 2))
        np.testing.assert_array_equal(plain.decision_function(x), alike.decision_function(x))
        zero = np.ones(len(y))
        zero[:50] = 0
        np.testing.assert_array_equal(linear().fit(x, y, sample_weight=zero).decision_function(x),
                                      linear().fit(x[50:], y[50:]).decision_function(x))

    def test_composes(self):
        x, y = patients()
        columns = make_column_transformer((StandardScaler(), ["age", "pressure"]))
        pipeline = make_pipeline(columns, linear())
        scores = cross_val_score(pipeline, x, y, cv=3, scoring=pauc.scorer(fpr_max=0.2))
        self.assertTrue((scores > 0.5).all(), scores)
        search = GridSearchCV(pipeline, {"partialaucclassifier__fpr_max": [0.1, 0.3]}, cv=2,
                              scoring=pauc.scorer(fpr_max=0.1), error_score="raise").fit(x, y)
        self.assertIn(search.best_params_["partialaucclassifier__fpr_max"], (0.1, 0.3))
        self.assertEqual(set(search.predict(x)), {False, True})

    def test_a_copy_needs_no_file_of_the_original(self):
        x, y = problem()
        estimator = linear().fit(x, y)
        expected = estimator.decision_function(x)
        text = pickle.dumps(estimator)
        shutil.rmtree(estimator.run_.folder)
        np.testing.assert_array_equal(estimator.decision_function(x), expected)
        del estimator
        np.testing.assert_array_equal(pickle.loads(text).decision_function(x), expected)

    def test_parameters_are_the_options_of_train(self):
        estimator = linear(lambda_=0.5)
        self.assertEqual(estimator.get_params()["lambda_"], 0.5)
        self.assertEqual(clone(estimator.set_params(fpr_max=0.05)).fpr_max, 0.05)
        self.assertEqual(repr(pauc.PartialAUCClassifier(fpr_max=0.05)), "PartialAUCClassifier(fpr_max=0.05)")
        self.assertIn("largest false-positive rate of the region", pauc.PartialAUCClassifier.__doc__)

    def test_a_default_fit_is_that_of_the_command(self):
        x, y = problem(60)
        estimator = pauc.PartialAUCClassifier(effort="quick", epochs=2).fit(x, y)
        self.assertEqual(estimator.run_.card["target"]["fpr_max"], 0.3)
        self.assertGreater(roc_auc_score(y, estimator.decision_function(x)), 0.6)

    def test_a_class_of_three_rows_is_enough(self):
        x, y = problem(30)
        y[:] = 0
        y[[3, 9, 20]] = 1
        self.assertEqual(len(linear().fit(x, y).predict(x)), 30)


class RefusalTest(unittest.TestCase):
    def refused(self, sentence, act):
        with self.assertRaisesRegex(pauc.Error, sentence):
            act()

    def test_before_fit(self):
        for method in ("predict", "predict_proba", "decision_function"):
            with self.assertRaises(NotFittedError):
                getattr(linear(), method)(problem()[0])
            self.refused(f"^PartialAUCClassifier: expected fit before {method}, got an estimator that is not fitted$",
                         lambda: getattr(linear(), method)(problem()[0]))
        self.assertFalse(hasattr(linear(), "run_"))

    def test_options(self):
        x, y = problem()
        self.refused('^PartialAUCClassifier: no keyword "fpr_mx"; expected one of fpr_max',
                     lambda: pauc.PartialAUCClassifier(fpr_mx=0.1))
        self.refused('^PartialAUCClassifier: no keyword "label"', lambda: pauc.PartialAUCClassifier(label="y"))
        self.refused("^fpr_max: ", lambda: linear(fpr_max=3).fit(x, y))
        self.refused('^model: no "mpl"; expected one of mlp', lambda: linear(model="mpl").fit(x, y))

    def test_rows(self):
        x, y = problem()
        self.refused(r"^y: expected two values, got 3 \(0, 1, 2\)", lambda: linear().fit(x, np.arange(200) % 3))
        self.refused("^y: expected two classes, got one class$", lambda: linear().fit(x, y * 0))
        self.refused("^y: expected 200 labels, one for each row of X, got 199$", lambda: linear().fit(x, y[1:]))
        for missing in (None, float("nan")):
            self.refused(f"^y: expected a label in every row, got {missing} in row 3$",
                         lambda: linear().fit(x, np.array([*y[:3], missing, *y[4:]], dtype=object)))
        self.refused("^y: expected a label in every row, got nan in row 3$",
                     lambda: linear().fit(x, [*y[:3], float("nan"), *y[4:]]))
        # scikit-learn makes nan of it from 1.6 on.
        self.refused("^y: expected a label in every row, got (<NA>|nan) in row 3$",
                     lambda: linear().fit(x, pandas.array([*y[:3], None, *y[4:]], dtype="Int64")))
        self.refused("^sample_weight: expected 200 weights", lambda: linear().fit(x, y, sample_weight=[1, 2]))
        self.refused("^sample_weight: expected numbers, got list of others$",
                     lambda: linear().fit(x, y, sample_weight=["heavy"] * 200))
        self.refused("^sample_weight: expected finite numbers", lambda: linear().fit(x, y, sample_weight=-y))
        self.refused("^weight: |^sample_weight: ",
                     lambda: linear(objective="sopa").fit(x, y, sample_weight=np.arange(1, 201)))
        frame = pandas.DataFrame(x, columns=list("abcd"))
        self.refused('^X: column "b": expected numbers, texts or booleans, got list in row 0$',
                     lambda: linear().fit(frame.assign(b=[[1]] * 200), y))
        self.refused('^X: column "b": expected numbers below 3.4e38, got -inf in row 0$',
                     lambda: linear().fit(frame.assign(b=-np.inf), y))
        self.refused("^X: expected numbers below 3.4e38, got nan in row 0$",
                     lambda: linear().fit(scipy.sparse.csr_matrix(np.where(x == x[0, 0], np.nan, x)), y))
        with self.assertRaisesRegex(ValueError, "feature names"):
            linear().fit(frame, y).predict(frame[["b", "a", "c", "d"]])

    def test_a_refused_fit_changes_nothing(self):
        x, y = problem()
        estimator = linear().fit(x, y)
        before = estimator.decision_function(x)
        self.refused("^y: ", lambda: estimator.fit(x, np.arange(200) % 3))
        np.testing.assert_array_equal(estimator.decision_function(x), before)


class ScorerTest(unittest.TestCase):
    def test_equals_scikit_learn(self):
        x, y = problem(1000)
        for estimator in (LogisticRegression().fit(x, y), LinearSVC(dual=False).fit(x, y)):
            for fpr_max in (0.05, 0.5):
                expected = roc_auc_score(y, estimator.decision_function(x), max_fpr=fpr_max)
                self.assertAlmostEqual(pauc.scorer(fpr_max=fpr_max)(estimator, x, y), expected, delta=1e-12)

    def test_the_larger_label_is_positive_and_weights_count(self):
        x, y = problem(1000)
        words = np.where(y == 1, "well", "sick")  # the rarer one would be sick
        estimator = LogisticRegression().fit(x, words)
        scores, weights = estimator.decision_function(x), np.random.default_rng(0).random(1000)
        expected = roc_auc_score(y, scores, max_fpr=0.2, sample_weight=weights)
        found = pauc.scorer(fpr_max=0.2)(estimator, x, words, sample_weight=weights)
        self.assertAlmostEqual(found, expected, delta=1e-12)
        several = {"small": pauc.scorer(fpr_max=0.1), "two_way": pauc.scorer(fpr_max=0.5, tpr_min=0.5)}
        self.assertIn("test_two_way", cross_validate(LogisticRegression(), x, y, scoring=several))

    def test_refuses_wrong_bounds_at_once(self):
        with self.assertRaisesRegex(pauc.Error, '^scorer: no keyword "fpr_mx"; expected one of fpr_max'):
            pauc.scorer(fpr_mx=0.1)
        with self.assertRaisesRegex(pauc.Error, '^scorer: no keyword "positive"; expected one of '):
            pauc.scorer(positive=1)  # the larger label is
        with self.assertRaisesRegex(pauc.Error, "^fpr_max: "):
            pauc.scorer(fpr_max=2)


if __name__ == "__main__":
    unittest.main()
