"""partial_auc and evaluate: the shapes of Python around the functions of the library."""
import json
import os

from pauc import _core
from pauc._errors import Error
from pauc._rows import require_different


def partial_auc(labels, scores, *, weights=None, positive="", threads=None, **bounds):
    """Area under the part of the ROC curve that counts, as one number.

    `labels` and `scores` are NumPy arrays, tensors, pandas Series or lists. Labels are 0/1, -1/1, booleans, or any two
    values with `positive` naming one of them (">=8" makes classes of numbers). Higher scores mean more positive.

    The bounds are `fpr_max`, `fpr_min`, `tpr_min` (two-way) or `tpr_band=(low, high)`; without any, this is the AUC.
    `scale` is "mcclish" (the usual one: 1/2 on the diagonal, 1 at best, as in scikit-learn's `max_fpr`), "normalised"
    (area / largest area; the usual one with `tpr_min`) or "raw" (the area). `weights` are weights of cases;
    `threads` is the number of threads, by default that of the cores, and changes no result.

    >>> import pauc
    >>> labels = [0, 0, 0, 0, 1, 1]
    >>> scores = [0.1, 0.4, 0.35, 0.8, 0.7, 0.9]
    >>> pauc.partial_auc(labels, scores)
    0.875
    >>> pauc.partial_auc(labels, scores, fpr_max=0.5, scale="raw")
    0.375
    """
    return _core.partial_auc(labels, scores, weights, str(positive), threads, bounds)


def evaluate(labels, scores, *, weights=None, groups=None, ids=None, positive="", threads=None, **options):
    """Evaluates one or several columns of scores: areas with intervals, operating points, paired comparisons.

    `scores` is a vector, a dict of vectors or a DataFrame; `labels`, `weights` and `positive` are as in `partial_auc`.
    `groups` names rows that belong together, such as those of a patient; intervals heed them. `ids` name rows on the
    page of `Result.to_html`.

    The options are those of `pauc evaluate`: `fpr_max`, `fpr_min`, `tpr_min`, `tpr_band=(low, high)`, `scale`, `ci`
    ("analytic", "bootstrap", "bca" or "none"), `confidence` (0.95), `guarantee` (0.95: the confidence of guaranteed
    thresholds), `replicates` (2000) and `seed` (0). With the same rows the numbers are those of the command, bit for
    bit.

    >>> import pauc
    >>> labels = [0, 0, 0, 0, 1, 1, 1, 0]
    >>> result = pauc.evaluate(labels, {"a": [1, 2, 3, 4, 5, 6, 2, 1], "b": [3, 1, 2, 4, 4, 5, 3, 2]}, fpr_max=0.5)
    >>> round(result.to_dict()["scores"]["a"]["auc"]["value"], 4)
    0.8333
    """
    names, columns = _columns(scores)
    facts = {"weights": weights, "groups": groups, "ids": ids, "positive": str(positive), "threads": threads}
    call = ", ".join(["labels", "scores", *(f"{name}={value!r}" for name, value in options.items())])
    return Result(_core.evaluate(labels, names, columns, facts, options, f"pauc.evaluate({call})"))


def _columns(scores):
    """Names and columns of a dict, a DataFrame or a single vector."""
    is_frame = hasattr(scores, "items") and getattr(scores, "ndim", 2) == 2
    if not is_frame:
        return ["score"], [scores]
    items = list(scores.items())
    if not items:
        raise Error("scores: expected at least one column, got none")
    names = [str(name) for name, _ in items]
    require_different(names, "scores")
    return names, [column for _, column in items]


class Result:
    """What `evaluate` found. `print(result)` shows the tables of the command; a notebook adds the ROC curves.

    >>> import pauc
    >>> result = pauc.evaluate([0, 1, 0, 1, 0], [0.2, 0.9, 0.3, 0.25, 0.1])
    >>> result.to_dict()["n_positive"], list(result.to_dict()["scores"])
    (2, ['score'])
    """

    def __init__(self, found):
        self._found = found

    @property
    def notes(self):
        """Remarks, such as which of two labels was taken as positive."""
        return self._found.notes()

    def to_dict(self):
        """All numbers, as `pauc evaluate --json` prints them."""
        return json.loads(self._found.json())

    def to_html(self, path, title="scores"):
        """Writes the page of `pauc evaluate --html`: one file with tables, curves and the hardest cases."""
        self._found.write_page(os.fspath(path), str(title))

    def to_svg(self, path):
        """Draws the ROC curves into an SVG file, as `pauc evaluate --svg` does."""
        self._found.write_svg(os.fspath(path))

    def __repr__(self):
        return self._found.text().rstrip("\n")

    def _repr_html_(self):
        import base64  # with its own imports, half the time of `import pauc`

        picture = base64.b64encode(self._found.svg().encode()).decode()
        # The table comes from the page, whose style sheet a notebook lacks.
        style = "<style>.pauc-result svg.mark { width: 30px; height: 10px; margin-right: 0.5em; }</style>"
        figure = f'<img alt="ROC curves" src="data:image/svg+xml;base64,{picture}">'
        return f'<div class="pauc-result">{style}{self._found.table_html()}{figure}</div>'


Result.__module__ = "pauc"
