"""Types of the package. `options` are checked when the program runs: new methods bring new ones."""
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypedDict, TypeVar, Union, final

# Whoever has not installed one of these, or has it without types, gets Any in its place.
import numpy.typing as npt  # type: ignore
from pandas import DataFrame  # type: ignore
from sklearn.base import BaseEstimator, ClassifierMixin  # type: ignore
from torch import Tensor  # type: ignore

from pauc._objectives import objective as objective

Vector = Union[npt.ArrayLike, Tensor, Sequence[Any]]
Option = Union[float, int, str, bool, None]
Scale = Literal["raw", "normalised", "mcclish"]
Path = Union[str, os.PathLike[str]]
Rows = Union[Path, DataFrame, Mapping[str, Any], npt.ArrayLike]
Options = Union[Option, Path, Sequence[Union[float, str]]]
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
    bounds: list[str]

class Result:
    @property
    def notes(self) -> list[str]: ...
    def to_dict(self) -> dict[str, Any]: ...
    def to_html(self, path: Path, title: str = "scores") -> None: ...
    def to_svg(self, path: Path) -> None: ...
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

class Run:
    @classmethod
    def open(cls, folder: Path) -> Run: ...
    @property
    def folder(self) -> str: ...
    @property
    def notes(self) -> list[str]: ...
    @property
    def metrics(self) -> dict[str, Any]: ...
    @property
    def card(self) -> dict[str, Any]: ...
    @property
    def log(self) -> list[dict[str, Any]]: ...
    def predict(
        self,
        data: Rows,
        *,
        at_fpr: float | None = None,
        at_tpr: float | None = None,
        guarantee: float | None = None,
        threshold: float | None = None,
        probability: bool = False,
        members: bool = False,
        member: str = "",
        keep: str | Sequence[str] | None = None,
        label: str | int = "",
        sort: bool = False,
        top: int = 0,
        strict: bool = False,
        uncertainty: bool = False,
        nearest: int = 0,
        id: str = "",
        smiles: str = "",
        image: str = "",
        image_root: Path = "",
        kind: str = "auto",
        no_header: bool = False,
        threads: int = 0,
    ) -> DataFrame: ...
    def report(self, path: Path | None = None) -> str: ...
    def save(self, folder: Path) -> Run: ...

Self = TypeVar("Self", bound="PartialAUCClassifier")

class PartialAUCClassifier(ClassifierMixin, BaseEstimator):  # type: ignore
    classes_: npt.NDArray[Any]
    n_features_in_: int
    feature_names_in_: npt.NDArray[Any]
    threshold_: float
    def __init__(
        self,
        *,
        fpr_max: float | None = None,
        fpr_min: float | None = None,
        tpr_min: float | None = None,
        verbose: bool = False,
        **options: Options,
    ) -> None: ...
    @property
    def run_(self) -> Run: ...
    def fit(self: Self, X: Any, y: Any, sample_weight: Vector | None = None) -> Self: ...
    def decision_function(self, X: Any) -> npt.NDArray[Any]: ...
    def predict(self, X: Any) -> npt.NDArray[Any]: ...
    def predict_proba(self, X: Any) -> npt.NDArray[Any]: ...

def train(
    data: Rows | None = None,
    *,
    label: str | int | None = None,
    fpr_max: float | None = None,
    fpr_min: float | None = None,
    tpr_min: float | None = None,
    out: Path | None = None,
    resume: bool = False,
    overwrite: bool = False,
    allow_changed_data: bool = False,
    no_header: bool = False,
    config: Path | None = None,
    set: Mapping[str, Option] | None = None,
    cache: Path | None = None,
    image_memory: int | None = None,
    progress: bool | Callable[[dict[str, Any]], object] | None = None,
    **options: Options | DataFrame,
) -> Run: ...
def scorer(
    *,
    fpr_max: float | None = None,
    fpr_min: float | None = None,
    tpr_min: float | None = None,
    tpr_band: tuple[float, float] | None = None,
    scale: Scale | None = None,
) -> Any: ...
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
    guarantee: float | None = None,
    replicates: int | None = None,
    seed: int | None = None,
    weights: Vector | None = None,
    groups: Vector | None = None,
    ids: Vector | None = None,
    positive: object = "",
    threads: int | None = None,
) -> Result: ...
def objectives() -> list[ObjectiveRow]: ...
