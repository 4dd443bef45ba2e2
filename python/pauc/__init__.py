"""pauc trains and evaluates classifiers on the part of the ROC curve that you use.

    import pauc
    pauc.partial_auc(labels, scores, fpr_max=0.05)
    pauc.evaluate(labels, {"a": scores_a, "b": scores_b}, fpr_max=0.05)
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
from pauc._sampler import BalancedBatchSampler

__version__ = _core.version
__all__ = ["BalancedBatchSampler", "Error", "Result", "evaluate", "objective", "objectives", "partial_auc"]


def __getattr__(name):
    """pauc.Objective imports torch, so it is looked up when somebody asks for it."""
    if name == "Objective":
        return _objective_class()
    raise AttributeError(f"module 'pauc' has no attribute {name!r}")


def __dir__():
    return sorted([*__all__, "Objective"])
