"""pauc trains and evaluates classifiers on the part of the ROC curve that you use.

    import pauc
    pauc.partial_auc(labels, scores, fpr_max=0.05)
    pauc.evaluate(labels, {"a": scores_a, "b": scores_b}, fpr_max=0.05)
    run = pauc.train("data.csv", label="outcome", fpr_max=0.05)
    pauc.PartialAUCClassifier(fpr_max=0.05).fit(X, y)                        # for scikit-learn
    objective = pauc.objective("sopa", examples=len(train), fpr_max=0.05)    # a loss for your PyTorch loop

docs/python.md starts from these tasks.
"""
try:
    from pauc import _core
except ImportError as missing:
    import pathlib
    import sys

    built = sorted(file.name for file in pathlib.Path(__file__).parent.glob("_core.*")) or ["nothing"]
    raise ImportError(f"pauc: expected a build for Python {sys.version_info.major}.{sys.version_info.minor}, got "
                      f"{', '.join(built)}: {missing}; use the Python that it was built for, Debian's "
                      "/usr/bin/python3") from missing
from pauc._errors import Error
from pauc._metrics import Result, evaluate, partial_auc
from pauc._objectives import objective, objective_class as _objective_class, objectives
from pauc._runs import Run, train
from pauc._sampler import BalancedBatchSampler
from pauc._scorer import scorer

__version__ = _core.version
__all__ = ["BalancedBatchSampler", "Error", "Result", "Run", "evaluate", "objective", "objectives", "partial_auc",
           "scorer", "train"]


def _estimator_class():
    try:
        from pauc._estimator import PartialAUCClassifier
    except ModuleNotFoundError as missing:
        raise ImportError(f"pauc: PartialAUCClassifier needs scikit-learn (python3-sklearn): {missing}") from missing
    return PartialAUCClassifier


_LATER = {"Objective": _objective_class, "PartialAUCClassifier": _estimator_class}


def __getattr__(name):
    """Classes that import torch or scikit-learn are looked up when somebody asks for them."""
    if name in _LATER:
        return _LATER[name]()
    raise AttributeError(f"module 'pauc' has no attribute {name!r}")


def __dir__():
    return sorted([*__all__, *_LATER])
