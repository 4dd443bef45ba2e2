"""train and Run: the commands train, predict and report on files and on rows in memory."""
import json
import os
import pathlib
import shutil
import tempfile
import threading
import warnings
import weakref
from collections.abc import Iterable, Mapping

from pauc import _core
from pauc._errors import Error
from pauc._progress import progress_of
from pauc._rows import is_path, named, table_of, with_parameters
from pauc._stored_rows import StoredRows

CALL = ("out", "resume", "overwrite", "allow_changed_data", "no_header", "config", "set", "cache", "image_memory",
        "progress")
PREDICTION = ("at_fpr", "at_tpr", "guarantee", "threshold", "probability", "members", "member", "keep", "label", "sort",
              "top", "strict", "uncertainty", "nearest", "id", "smiles", "image", "image_root", "kind", "no_header",
              "threads")
WARNING = "warning: "  # notes that begin with it are about rows unlike those of the training


def run_module():
    """pauc._run, which loads LibTorch."""
    try:
        from pauc import _run
    except ImportError as missing:
        raise ImportError(f"pauc: training and prediction cannot be loaded: {missing}") from missing
    return _run


def train(data=None, *, out=None, resume=False, overwrite=False, allow_changed_data=False, no_header=False,
          config=None, set=None, cache=None, image_memory=None, progress=None, **options):
    """Trains a model for a region of the ROC curve, as `pauc train` does, and returns its `Run`.

    `data` is the path of a file or folder, a DataFrame, a dict of columns or an array of rows. Columns of a frame mean
    what they mean in a CSV file: those that are not numbers are categories, missing values are imputed, and the label
    is the last column unless `label` names another. The result equals that of the command on the same rows, bit for
    bit.

    `out` is the folder of the run (by default pauc-run, pauc-run-2, ...), and `resume`, `overwrite`,
    `allow_changed_data`, `no_header`, `config`, `cache` and `image_memory` are the flags of the command.
    `set={"objective.fpr_max": 0.1}` sets any key of the config. Ctrl-C writes a checkpoint and raises
    KeyboardInterrupt; `pauc.train(out=..., resume=True)` then resumes the run.

    `progress` is True, False, None (a bar in a terminal or a notebook, nothing elsewhere) or a function that receives
    each event as a dict.

    >>> import pauc, tempfile
    >>> rows = {"x": [0, 1, 2, 3, 4, 5, 6, 7] * 5, "sick": [0, 0, 0, 1, 0, 0, 1, 1] * 5}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run = pauc.train(rows, label="sick", fpr_max=0.1, model="linear", objective="ce", out=folder + "/run")
    >>> list(run.metrics)
    ['train', 'valid', 'test']
    """
    if set is not None and not isinstance(set, Mapping):
        raise Error(f"set: expected a dict of config keys and values, got {type(set).__name__}")
    call = {"out": os.fspath(out) if out is not None else "", "resume": bool(resume), "overwrite": bool(overwrite),
            "allow_changed_data": bool(allow_changed_data), "no_header": bool(no_header),
            "config": os.fspath(config) if config is not None else "", "set": dict(set or {}),
            "cache": _cache_folder(cache), "image_memory": image_memory, "others": list(CALL), "where": "train"}
    return trained_run(data, call, options, progress)


def _cache_folder(given):
    """Where the command keeps molecules once they have been read."""
    if given is not None:
        return "" if os.fspath(given) == "none" else os.fspath(given)
    usual = os.environ.get("XDG_CACHE_HOME", "")
    if usual.startswith("/"):
        return usual + "/pauc"
    home = os.environ.get("HOME", "")
    return home + "/.cache/pauc" if home.startswith("/") else ""


def _listed(names):
    """Names of columns as the command takes them: separated by commas, those with a comma quoted as in CSV."""
    if names is None or isinstance(names, str):
        return names or ""
    if not isinstance(names, Iterable):
        raise Error(f"keep: expected \"all\" or a list of columns, got {type(names).__name__}")
    return ",".join('"' + str(name).replace('"', '""') + '"' for name in names)


def _number(value, parameter):
    """As text with all digits; None stays."""
    try:
        return value if value is None else repr(float(value))
    except (TypeError, ValueError):
        raise Error(f"{parameter}: expected a number, got {value!r}") from None


def _described(option):
    return f"    {option['name']} ({option['type']}): {option['help']}".replace("\n", "\n        ")


def described_options(left_out=()):
    """The options of the library, one below the other, for docstrings."""
    return "\n".join(_described(option) for option in _core.train_options() if option["name"] not in left_out)


train.__doc__ += "\n    The options, as keywords; those that are not given are chosen for the data:\n\n"
train.__doc__ += described_options() + "\n"


def trained_run(data, call, options, progress=None):
    """Trains on a path, on rows to be written or, to resume, on what the run in the folder was begun with."""
    library = run_module()
    show, end = progress_of(progress)
    notes = []

    def take(event):
        if "note" in event:
            event["note"] = with_parameters(event["note"], stored.parameters)
            notes.append(event["note"])
        show(event)

    if not call["out"]:
        call["out"] = library.free_folder() if not (call["resume"] or call["overwrite"]) else "pauc-run"
    with StoredRows(library, data, call, dict(options)) as stored, named(stored.parameters):
        try:
            result = library.train(stored.call, stored.options, take)
        finally:
            end()
        stored.finish()
    return Run(result["folder"], notes)


class Run:
    """A finished run: `pauc.train` returns one, `Run.open(folder)` opens one.

    >>> import pauc, tempfile
    >>> rows = {"x": [0, 1, 2, 3, 4, 5, 6, 7] * 5, "sick": [0, 0, 0, 1, 0, 0, 1, 1] * 5}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     out = folder + "/run"
    ...     run = pauc.train(rows, label="sick", fpr_max=0.1, model="linear", objective="ce", out=out)
    ...     scores = pauc.Run.open(out).predict({"x": [0, 7]})["score"]
    >>> bool(scores[0] < scores[1])
    True
    """

    def __init__(self, folder, notes=()):
        self._folder = os.fspath(folder)
        self._texts = _core.read_run(self._folder)
        self._notes = list(notes)

    @classmethod
    def open(cls, folder):
        """The finished run in a folder, also one that the command has trained."""
        return cls(folder)

    @property
    def folder(self):
        """The folder of the run."""
        return self._folder

    @property
    def notes(self):
        """Remarks on the training, such as which label was taken as positive; empty for a run that was opened."""
        return list(self._notes)

    @property
    def metrics(self):
        """metrics.json: for each of train, valid and test what `pauc evaluate --json` prints; of several labels the
        figures of each, and their means."""
        return json.loads(self._texts["metrics"])

    @property
    def card(self):
        """model.json: columns, preprocessing, region, thresholds and facts about the training."""
        return json.loads(self._texts["card"])

    @property
    def log(self):
        """One dict for each epoch; in a blend those of all its models, with `member` and `fold`."""
        if self._texts["log"]:
            return _epochs(self._texts["log"])
        epochs = []
        for file in sorted(pathlib.Path(self._folder).glob("members/*/fold-*/log.jsonl")):
            model = {"member": file.parent.parent.name, "fold": int(file.parent.name.rpartition("-")[2])}
            epochs += [{**model, **epoch} for epoch in _epochs(file.read_text())]
        return epochs

    def predict(self, data, *, at_fpr=None, at_tpr=None, guarantee=None, threshold=None, probability=False,
                members=False, member="", keep=None, label="", sort=False, top=0, strict=False, uncertainty=False,
                nearest=0, id="", smiles="", image="", image_root="", kind="auto", no_header=False, threads=0,
                **unknown):
        """Scores rows with the columns of the training, as `pauc predict` does: a DataFrame with `row` and `score`.

        `data` is a path, a DataFrame, a dict of columns or an array of rows. `at_fpr` adds a column `decision` that
        keeps this false-positive rate, `at_tpr` one that finds this share of the positives; with both, rows between
        them are unsure: NaN. `guarantee=0.95` keeps the rates on new rows with this confidence, and `threshold`
        decides by a score of one's own. `probability` and `members` add further columns, `label` the label of each row
        as 0 and 1, for `pauc.evaluate`. `keep` is "all" or a list of columns to copy, as texts. `sort` puts the
        highest scores first, and `top=20` returns only so many.

        `uncertainty` adds `spread`, the standard deviation of the score over the models of a blend, and `unlike`, 1
        for rows unlike the training rows; `nearest=3` adds the ids of the training rows most like each. `strict`
        raises pauc.Error for rows with values out of the range or the categories of the training; otherwise a warning
        and `frame.attrs["notes"]` say what is unlike. The other options are the flags of the command. The score of a
        row that cannot be scored is NaN.
        """
        pandas = _pandas()
        _core.check_keywords(unknown, list(PREDICTION), "predict")
        rates = {"at_fpr": at_fpr, "at_tpr": at_tpr, "guarantee": guarantee, "threshold": threshold}
        texts = {"member": member, "id": id, "label": label, "smiles": smiles, "image": image}
        call = {**{name: _number(rate, name) for name, rate in rates.items()},
                **{name: "" if text is None else str(text) for name, text in texts.items()},
                "probability": bool(probability), "members": bool(members), "keep": _listed(keep),
                "sort": bool(sort), "top": top, "strict": bool(strict),
                "uncertainty": bool(uncertainty), "nearest": nearest, "image_root": os.fspath(image_root),
                "kind": "auto" if kind is None else str(kind), "no_header": no_header, "threads": threads}
        columns, notes = self._columns(data, call)
        for note in notes:
            if note.startswith(WARNING):
                warnings.warn(note[len(WARNING):], stacklevel=2)
        for name in ("row", "label", "decision"):
            if name in columns and not (columns[name] != columns[name]).any():
                columns[name] = columns[name].astype("int64")
        index = data.index[columns["row"] - 1] if hasattr(data, "iloc") else None
        frame = pandas.DataFrame(columns, index=index)
        frame.attrs["notes"] = notes
        return frame

    def _columns(self, data, call):
        """The columns of the command's output, as arrays, and remarks."""
        with tempfile.TemporaryDirectory(prefix="pauc-") as folder:
            call = {**call, "run": self._folder, "header": "no" if call.get("no_header") else ""}
            parameters = {}
            if is_path(data):
                call["data"] = os.fspath(data)
            else:
                rows = data if hasattr(data, "write") else table_of(data)
                call["data"] = os.path.join(folder, "rows" + rows.suffix)
                call["header"] = rows.header
                if rows.header == "no" and call["kind"] == "auto":
                    call["kind"] = "csv"
                rows.write(call["data"])
                parameters[call["data"]] = rows.parameter
            with named(parameters):
                columns, notes = run_module().predict(call, os.path.join(folder, "scores.csv"))
            return columns, [with_parameters(note, parameters) for note in notes]

    def report(self, path=None):
        """Writes the page of `pauc report`, by default report.html in the folder of the run, and returns its path."""
        page = os.fspath(path) if path is not None else os.path.join(self._folder, "report.html")
        _core.write_report(self._folder, page)
        return page

    def save(self, folder):
        """Copies the run to a folder that does not exist yet, for `pauc predict` or another machine."""
        if os.path.exists(folder):
            raise Error(f"folder: expected one that does not exist yet, got {os.fspath(folder)}")
        shutil.copytree(self._folder, folder, ignore=shutil.ignore_patterns("checkpoint"))
        return Run(folder)

    def __repr__(self):
        return f"pauc.Run.open({self._folder!r})"


def _epochs(text):
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def _pandas():
    try:
        import pandas
    except ImportError:
        raise Error("predict: expected pandas for its result, got none (Debian: python3-pandas)") from None
    return pandas


def _remove_own(folder, process):
    """Not in a process that was forked from the one that uses the folder."""
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)


class KeptRun:
    """A run without a folder of its own: its files are held in memory, and stand in a temporary folder for use."""

    def __init__(self, folder, notes):
        root = pathlib.Path(folder)
        self._files = {str(file.relative_to(root)): file.read_bytes() for file in sorted(root.rglob("*"))
                       if file.is_file() and "checkpoint" not in file.relative_to(root).parts}
        self._notes = list(notes)
        self._folder = None
        self._lock = threading.Lock()

    def __getstate__(self):
        return {"_files": self._files, "_notes": self._notes}

    def __setstate__(self, state):
        self.__dict__.update(state, _folder=None, _lock=threading.Lock())

    def run(self):
        """The run in its temporary folder, which is written again if somebody has removed it."""
        with self._lock:  # several threads may use an estimator
            folder = self._folder
            if folder is None or not all(os.path.exists(os.path.join(folder, name)) for name in self._files):
                self._folder = self._written()
            return Run(self._folder, self._notes)

    def _written(self):
        folder = tempfile.mkdtemp(prefix="pauc-run-")
        weakref.finalize(self, _remove_own, folder, os.getpid())
        for name, content in self._files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return folder


Run.__module__ = "pauc"
