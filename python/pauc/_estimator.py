"""PartialAUCClassifier. Importing this imports scikit-learn, so `pauc` does it when somebody asks for the class."""
import inspect
import os
import tempfile

import numpy
import scipy.sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import NotFittedError
from sklearn.utils import assert_all_finite, check_array, column_or_1d
from sklearn.utils.multiclass import check_classification_targets

from pauc import _core
from pauc._errors import Error
from pauc._rows import Sparse, Table, is_frame, table_of
from pauc._runs import WARNING, KeptRun, described_options, trained_run

# What fit itself says about the rows, and options about files.
LEFT_OUT = ("label", "positive", "positive_classes", "kind", "id", "weight", "table", "test", "records", "like",
            "relation", "date", "task", "tasks_weight")
OPTIONS = tuple(option["name"] for option in _core.train_options() if option["name"] not in LEFT_OUT)

NEVER = 1_000_000  # epochs between checkpoints, which nobody could resume: the folder is a temporary one

BY_THRESHOLD = "predict decides at the threshold for fpr_max, not where predict_proba crosses 1/2"
BY_ROWS = ("a part of the rows, which the order decides, is held out for validation, so that a row of weight 2 is not "
           "the same as two rows")
EXPECTED_FAILURES = {"check_classifiers_train": BY_THRESHOLD, "check_sample_weights_invariance": BY_ROWS,
                     "check_sample_weight_equivalence": BY_ROWS,
                     "check_sample_weight_equivalence_on_dense_data": BY_ROWS,
                     "check_sample_weight_equivalence_on_sparse_data": BY_ROWS}


class NotFitted(Error, NotFittedError):
    """An estimator was used before fit."""

    __module__ = "pauc"


class PartialAUCClassifier(ClassifierMixin, BaseEstimator):
    """A scikit-learn classifier for a region of the ROC curve: `pauc train` on arrays, frames and sparse matrices.

    Its parameters are the options of `pauc.train`, listed below; those that are not given are chosen for the data, so
    that `PartialAUCClassifier()` does what `pauc train` does. `verbose=True` shows the progress. Categories (columns
    of text or of pandas' type) and missing values need no preparation. The larger of two labels is the positive one.

    `predict` decides at the threshold that keeps the false-positive rate of the region, `fpr_max`, on the rows that
    were held out for validation. `decision_function` is the score minus that threshold: positive where `predict`
    gives the positive class. `predict_proba` is calibrated, so that its 1/2 is another threshold.

    After `fit` it has `classes_`, `n_features_in_`, `feature_names_in_` (for frames), `threshold_` and `run_`, the
    `pauc.Run` with metrics, log and report; `run_.save(folder)` keeps it for `pauc predict`.

    >>> import pauc
    >>> from sklearn.datasets import make_classification
    >>> X, y = make_classification(300, random_state=0)
    >>> classifier = pauc.PartialAUCClassifier(fpr_max=0.1, model="linear", objective="ce").fit(X, y)
    >>> classifier.predict_proba(X).shape
    (300, 2)
    >>> bool(classifier.predict(X[y == 0]).mean() < 0.3)
    True
    """

    def __init__(self, **options):
        _core.check_keywords({name: None for name in options}, [*OPTIONS, "verbose"], "PartialAUCClassifier")
        for name in OPTIONS:
            setattr(self, name, options.get(name))
        self.verbose = options.get("verbose", False)

    def fit(self, X, y, sample_weight=None):
        """Trains on X and y. Rows of weight 0 are left out; equal weights are none."""
        rows = self._rows(X, reset=True)
        labels, classes = self._labels(y, len(rows))
        weights = _weights(sample_weight, len(rows))
        if weights is not None:
            used = weights > 0
            rows, labels, weights = rows.taken(used), labels[used], weights[used]
            _require_both(labels, "with a weight above 0")
            weights = None if (weights == weights[0]).all() else weights
        with tempfile.TemporaryDirectory(prefix="pauc-fit-") as folder:
            run = self._trained(rows, labels, weights, folder)
            self._kept = KeptRun(run.folder, run.notes)
            self.threshold_ = _core.threshold_of(run.folder)
        self.classes_ = classes
        self._is_sparse = rows.is_sparse
        self._names = rows.names
        return self

    def _trained(self, rows, labels, weights, folder):
        options = {name: getattr(self, name) for name in OPTIONS if getattr(self, name) is not None}
        options.setdefault("checkpoint_every", NEVER)
        if numpy.bincount(labels).min() == 3 and not {"fractions", "split", "folds"} & set(options):
            options["fractions"] = "0.34,0.33,0.33"  # one row of the class for each part, which `pauc train` refuses
        if rows.is_sparse:
            data = Sparse(rows.content, labels.astype(float), "X")
            if weights is not None:
                table, _ = Table(["label"], [labels], "y").with_column("weight", weights)
                options.update(table=os.path.join(folder, "facts.csv"), label="label", weight="weight")
                table.write(options["table"])
        else:
            data, options["label"] = rows.table().with_column("label", labels)
            if weights is not None:
                data, options["weight"] = data.with_column("weight", weights)
        call = {"out": os.path.join(folder, "run"), "resume": False, "overwrite": False, "allow_changed_data": False,
                "no_header": False, "config": "", "set": {}, "cache": "", "image_memory": None, "others": ["verbose"],
                "where": "PartialAUCClassifier"}
        return trained_run(data, call, options, True if self.verbose else False)

    def decision_function(self, X):
        """Scores relative to the threshold for fpr_max: positive where `predict` gives the positive class."""
        offset = numpy.nextafter(self._fitted("decision_function").threshold_, -numpy.inf)  # the threshold itself is in
        return self._scored(X)["score"] - offset

    def predict(self, X):
        """The class of each row, by the threshold for fpr_max."""
        is_positive = self._fitted("predict")._scored(X)["score"] >= self.threshold_
        return self.classes_[is_positive.astype(int)]

    def predict_proba(self, X):
        """Probabilities [n, 2] of the two classes, by Platt scaling on the rows that were held out for validation."""
        positive = self._fitted("predict_proba")._scored(X, probability=True)["probability"]
        return numpy.column_stack([1 - positive, positive])

    @property
    def run_(self):
        """The run, in a temporary folder; `run_.save(folder)` keeps it."""
        if not self.__sklearn_is_fitted__():
            raise AttributeError("run_: expected fit before it, got an estimator that is not fitted")
        return self._kept.run()

    def __sklearn_is_fitted__(self):
        return "_kept" in vars(self)

    def _fitted(self, method):
        if not self.__sklearn_is_fitted__():
            raise NotFitted(f"{type(self).__name__}: expected fit before {method}, got an estimator that is not fitted")
        return self

    def _scored(self, X, probability=False):
        rows = self._rows(X, reset=False)
        if self._is_sparse and rows.is_sparse:
            data, kind = Sparse(rows.content, None, "X"), "libsvm"
        else:
            data, kind = rows.table(), "auto"
            data.names = self._names
        call = {"at_fpr": None, "at_tpr": None, "guarantee": None, "probability": probability, "members": False,
                "member": "", "id": "", "smiles": "", "image": "", "image_root": "", "kind": kind,
                "threshold": None, "keep": "", "label": "", "sort": False, "top": 0, "strict": False,
                "uncertainty": False, "nearest": 0,
                "threads": self.threads or 0}
        columns, notes = self._kept.run()._columns(data, call)
        unscored = int(numpy.isnan(columns["score"]).sum())
        if unscored:
            reasons = [note for note in notes if not note.startswith(WARNING)]
            raise Error(f"X: expected rows that can be scored, got {unscored} that cannot: {' '.join(reasons)}")
        return columns

    def _rows(self, X, reset):
        rows = _Rows(X)
        if hasattr(self, "_check_n_features"):  # before scikit-learn 1.6
            self._check_feature_names(X, reset=reset)
            self._check_n_features(rows.content, reset=reset)
        else:
            from sklearn.utils.validation import validate_data

            validate_data(self, X if is_frame(X) else rows.content, reset=reset, skip_check_array=True)
        return rows

    def _labels(self, y, rows):
        """Labels as 0 and 1, and the two classes."""
        if y is None:
            raise Error(f"{type(self).__name__} requires y to be passed, but the target y is None")
        y = column_or_1d(y, warn=True)
        for row in _missing(y)[:1]:
            raise Error(f"y: expected a label in every row, got {y[row]} in row {row}")
        assert_all_finite(y, input_name="y")
        check_classification_targets(y)
        if len(y) != rows:
            raise Error(f"y: expected {rows} labels, one for each row of X, got {len(y)}")
        classes, labels = numpy.unique(y, return_inverse=True)
        if len(classes) > 2:
            shown = ", ".join(str(value) for value in classes[:5]) + (", ..." if len(classes) > 5 else "")
            raise Error(f"y: expected two values, got {len(classes)} ({shown}): Only binary classification is "
                        "supported. The type of the target is multiclass.")
        _require_both(labels)
        return labels, classes

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.input_tags.allow_nan = tags.input_tags.sparse = tags.input_tags.string = True
        return tags


def _missing(y):
    """Rows with None, NaN or pandas' NA."""
    if y.dtype.kind == "f":
        return numpy.flatnonzero(numpy.isnan(y))
    values = y if y.dtype == object else ()
    return [row for row, value in enumerate(values)
            if value is None or type(value).__name__ == "NAType" or value != value]


class _Rows:
    """X as a frame, an array or a sparse matrix."""

    def __init__(self, X):
        if is_frame(X):
            self.content = X
        else:
            finite = "ensure_all_finite" if _takes(check_array, "ensure_all_finite") else "force_all_finite"
            self.content = check_array(X, accept_sparse="csr", dtype=None, **{finite: False})
        self.is_sparse = scipy.sparse.issparse(self.content)
        self.names = [str(name) for name in X.columns] if is_frame(X) else None
        if self.is_sparse:
            self.content = self.content.sorted_indices()
            self.content.sum_duplicates()

    def __len__(self):
        return self.content.shape[0]

    def taken(self, rows):
        return _Rows(self.content.loc[rows] if is_frame(self.content) else self.content[rows])

    def table(self):
        return table_of(self.content.toarray() if self.is_sparse else self.content, "X")


def _takes(function, parameter):
    return parameter in inspect.signature(function).parameters


def _require_both(labels, which=""):
    if (labels == labels[:1]).all():
        raise Error(f"y: expected two classes, got one class {which}".rstrip())


def _weights(sample_weight, rows):
    if sample_weight is None:
        return None
    try:
        weights = numpy.asarray(sample_weight, dtype=float)
    except (TypeError, ValueError):
        raise Error(f"sample_weight: expected numbers, got {type(sample_weight).__name__} of others") from None
    if weights.shape != (rows,):
        raise Error(f"sample_weight: expected {rows} weights, one for each row of X, got shape {weights.shape}")
    if not (numpy.isfinite(weights) & (weights >= 0)).all():
        raise Error("sample_weight: expected finite numbers from 0 on, got others")
    return weights


def _signature():
    """scikit-learn reads the parameters of an estimator from the signature of its __init__."""
    keyword = inspect.Parameter.KEYWORD_ONLY
    self = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    options = [inspect.Parameter(name, keyword, default=None) for name in OPTIONS]
    return inspect.Signature([self, *options, inspect.Parameter("verbose", keyword, default=False)])


def _old_tags(self):
    return {"binary_only": True, "allow_nan": True, "X_types": ["2darray", "sparse", "string"],
            "_xfail_checks": EXPECTED_FAILURES}


if not hasattr(BaseEstimator, "__sklearn_tags__"):  # before scikit-learn 1.6
    PartialAUCClassifier._more_tags = _old_tags
PartialAUCClassifier.__init__.__signature__ = _signature()
PartialAUCClassifier.__doc__ += f"\n    The parameters:\n\n{described_options(LEFT_OUT)}\n"
PartialAUCClassifier.__module__ = "pauc"
