"""Rows of a training in the folder of its run."""
import hashlib
import os
import pathlib
import re

from pauc._rows import is_path, table_of

ROWS = re.compile(r"rows-[0-9a-f]{16}\.(csv|svm)")


class StoredRows:
    """Rows of a training, written into the folder of the run while it lasts, so that it can be resumed.

    The name of a file says what is in it, so a run is resumed with the same rows only, and a folder that is refused
    stays as it is. A finished run needs the rows no longer.
    """

    def __init__(self, library, data, call, options):
        self.call = {**call, "data": ""}
        self.options = options
        self.parameters = {}  # by path
        self._library = library
        self._data = data
        self._folder = pathlib.Path(call["out"])
        self._made_folder = False
        self._files = []

    def __enter__(self):
        in_memory = {"data": self._data} if self._data is not None and not is_path(self._data) else {}
        test = self.options.get("test")
        if test is not None and not is_path(test):
            in_memory["test"] = test
        if is_path(self._data):
            self.call["data"] = os.fspath(self._data)
        if not in_memory:
            return self
        tables = {name: rows if hasattr(rows, "write") else table_of(rows, name) for name, rows in in_memory.items()}
        self._check(tables)
        try:
            for name, rows in tables.items():
                self._take(name, rows)
        except BaseException:
            self._remove()
            raise
        return self

    def _check(self, tables):
        planned = {**self.call, "data": "rows" if "data" in tables else self.call["data"]}
        planned_options = {**self.options, **({"test": "rows"} if "test" in tables else {})}
        self._library.check_call(planned, planned_options)

    def _take(self, name, rows):
        path = os.fspath(self._write(rows))
        self.parameters[path] = rows.parameter
        if name == "test":
            self.options["test"] = path
            return
        self.call["data"] = path
        if rows.header == "no":  # an array of numbers; frames may hold molecules, which the library recognises
            self.call["no_header"] = True
            self.options.setdefault("kind", "csv")

    def _write(self, rows):
        self._made_folder = self._made_folder or not self._folder.exists()
        self._folder.mkdir(parents=True, exist_ok=True)
        new = self._folder.resolve() / f"rows-new-{os.getpid()}{rows.suffix}"
        try:
            rows.write(new)
            with open(new, "rb") as file:
                digest = hashlib.sha256()
                while block := file.read(1 << 20):
                    digest.update(block)
            path = new.with_name(f"rows-{digest.hexdigest()[:16]}{rows.suffix}")
            if not path.exists():
                self._files.append(path)
            os.replace(new, path)
        finally:
            new.unlink(missing_ok=True)
        return path

    def _remove(self):
        for file in self._files:
            file.unlink(missing_ok=True)
        if self._made_folder and self._folder.is_dir() and not any(self._folder.iterdir()):
            self._folder.rmdir()

    def finish(self):
        """The run is complete; also rows that an earlier run in this folder has left are removed."""
        for file in self._folder.glob("rows-*"):
            if ROWS.fullmatch(file.name):
                file.unlink(missing_ok=True)

    def __exit__(self, kind, error, trace):
        if kind is not None and not self._run_began():
            self._remove()

    def _run_began(self):
        """Whether the run in the folder, which can be resumed then, is about these rows."""
        start = self._folder / "run.json"
        return start.exists() and all(file.name in start.read_text() for file in self._files)
