"""scorer: the partial AUC for scikit-learn's model selection."""
import inspect

from pauc import _core
from pauc._metrics import partial_auc

BOUNDS = ["fpr_max", "fpr_min", "tpr_min", "tpr_band", "scale"]


def scorer(**bounds):
    """A scikit-learn scorer: partial AUC of `decision_function`, or else of `predict_proba`.

    The bounds are those of `partial_auc`: `fpr_max`, `fpr_min`, `tpr_min`, `tpr_band` and `scale`. As everywhere in
    scikit-learn the larger of two labels is the positive one.

    >>> import pauc
    >>> from sklearn.datasets import make_classification
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.model_selection import cross_val_score
    >>> X, y = make_classification(300, random_state=0)
    >>> scores = cross_val_score(LogisticRegression(), X, y, scoring=pauc.scorer(fpr_max=0.1))
    >>> bool(0.5 < scores.mean() < 1)
    True
    """
    from sklearn.metrics import make_scorer

    _core.check_keywords(bounds, BOUNDS, "scorer")
    partial_auc([0, 1], [0, 1], **bounds)  # refuses wrong bounds now, not in the middle of a search
    responses = ("decision_function", "predict_proba")
    takes_response = "response_method" in inspect.signature(make_scorer).parameters  # from scikit-learn 1.4 on
    response = {"response_method": responses} if takes_response else {"needs_threshold": True}
    return make_scorer(_area, **response, **bounds)


def _area(y_true, y_score, sample_weight=None, **bounds):
    import numpy

    labels = numpy.asarray(y_true)
    return partial_auc(labels == numpy.unique(labels)[-1], y_score, weights=sample_weight, **bounds)
