"""Types of the package. `options` are checked when the program runs: new methods bring new ones."""
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypedDict, Union, final

import numpy.typing as npt
from torch import Tensor

Vector = Union[npt.ArrayLike, Tensor, Sequence[Any]]
Option = Union[float, int, str, bool, None]
Scale = Literal["raw", "normalised", "mcclish"]
Interval = Literal["analytic", "bootstrap", "bca", "none"]

__version__: str

class Error(ValueError): ...

class OptionRow(TypedDict):
    name: str
    type: str
    default: Option
    help: str

class ObjectiveRow(TypedDict):
    name: str
    summary: str
    options: list[OptionRow]

class Result:
    @property
    def notes(self) -> list[str]: ...
    def to_dict(self) -> dict[str, Any]: ...
    def to_html(self, path: str | os.PathLike[str], title: str = "scores") -> None: ...
    def to_svg(self, path: str | os.PathLike[str]) -> None: ...
    def _repr_html_(self) -> str: ...

@final
class Objective:
    @property
    def name(self) -> str: ...
    @property
    def examples(self) -> int: ...
    @property
    def options(self) -> dict[str, Option]: ...
    @property
    def value(self) -> float | None: ...
    @property
    def diagnostics(self) -> dict[str, float]: ...
    @property
    def notes(self) -> list[str]: ...
    def __call__(
        self, scores: Tensor, labels: Tensor, index: Tensor | None = None, weights: Tensor | None = None
    ) -> Tensor: ...
    def match(self, scores: Tensor, labels: Tensor) -> dict[str, float]: ...
    def begin_stage(self, learning_rate: float) -> None: ...
    def state_dict(self) -> dict[str, Any]: ...
    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None: ...

class BalancedBatchSampler:
    def __init__(self, labels: Vector, batch_size: int = 64, positives: int = 12, seed: int = 0) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[list[int]]: ...
    def state_dict(self) -> dict[str, Any]: ...
    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None: ...

def partial_auc(
    labels: Vector,
    scores: Vector,
    *,
    fpr_max: float | None = None,
    fpr_min: float | None = None,
    tpr_min: float | None = None,
    tpr_band: tuple[float, float] | None = None,
    scale: Scale | None = None,
    weights: Vector | None = None,
    positive: object = "",
    threads: int | None = None,
) -> float: ...
def evaluate(
    labels: Vector,
    scores: Vector | Mapping[str, Vector],
    *,
    fpr_max: float | None = None,
    fpr_min: float | None = None,
    tpr_min: float | None = None,
    tpr_band: tuple[float, float] | None = None,
    scale: Scale | None = None,
    ci: Interval | None = None,
    confidence: float | None = None,
    replicates: int | None = None,
    seed: int | None = None,
    weights: Vector | None = None,
    groups: Vector | None = None,
    ids: Vector | None = None,
    positive: object = "",
    threads: int | None = None,
) -> Result: ...
def objectives() -> list[ObjectiveRow]: ...
def objective(name: str, examples: int = 0, **options: Option) -> Objective: ...
