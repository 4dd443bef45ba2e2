"""Rows in memory, written as the file that a user would hand to the command: one reader for both, and the same bits."""
import collections
import contextlib
import os
from collections.abc import Mapping

from pauc import _core
from pauc._errors import Error


def is_path(data):
    return isinstance(data, (str, os.PathLike))


def is_frame(data):
    return hasattr(data, "columns") and hasattr(data, "iloc")


def require_different(names, parameter):
    """Two columns of one name cannot be told apart."""
    name, times = collections.Counter(names).most_common(1)[0]
    if times > 1:
        raise Error(f'{parameter}: expected columns with different names, got "{name}" {times} times')


def plain_column(column):
    """A column of a frame as a NumPy array: as it is, or as objects where pandas has a type of its own."""
    import numpy

    is_own_type = not isinstance(getattr(column, "dtype", None), numpy.dtype)
    return column.astype(object).to_numpy() if is_own_type and hasattr(column, "to_numpy") else numpy.asarray(column)


def as_array(values):
    """As a NumPy array in which what a masked array hides is missing."""
    import numpy

    hidden = numpy.ma.getmaskarray(values) if numpy.ma.isMaskedArray(values) else numpy.False_
    array = numpy.asarray(values)
    if not hidden.any():
        return array
    array = array.astype(float if array.dtype.kind in "iuf" else object)
    array[hidden] = numpy.nan
    return array


class Table:
    """Columns of equal length, with names or, as in an array, without; `parameter` is what messages call them."""

    suffix = ".csv"

    def __init__(self, names, columns, parameter="data"):
        self.names = names
        self.columns = columns
        self.parameter = parameter
        self.rows = len(columns[0]) if columns else 0

    @property
    def header(self):
        return "no" if self.names is None else "yes"

    def with_column(self, wanted, column):
        """The table with one more column, and what that is called: by its name or, without names, by its number."""
        if self.names is None:
            return Table(None, [*self.columns, column], self.parameter), str(len(self.columns) + 1)
        name, tries = wanted, 1
        while name in self.names:
            tries += 1
            name = f"{wanted}_{tries}"
        return Table([*self.names, name], [*self.columns, column], self.parameter), name

    def write(self, path):
        names = self.names or range(1, len(self.columns) + 1)
        places = [f'{self.parameter}: column "{name}"' for name in names]
        _core.write_table(os.fspath(path), self.names, self.columns, places, self.rows)


class Sparse:
    """A matrix in compressed rows, as LIBSVM text; `labels` are 0 and 1, or None where there are none."""

    suffix = ".svm"
    header = ""

    def __init__(self, matrix, labels, parameter="data"):
        self.matrix = matrix
        self.labels = labels
        self.parameter = parameter

    def write(self, path):
        matrix = self.matrix
        _core.write_sparse(os.fspath(path), self.labels, matrix.data, matrix.indices, matrix.indptr, self.parameter)


def table_of(data, parameter="data"):
    """A DataFrame, a dict of columns, an array or a list of rows."""
    import numpy

    if is_frame(data):
        columns = [plain_column(data.iloc[:, place]) for place in range(data.shape[1])]
        return _checked(Table([str(name) for name in data.columns], columns, parameter))
    if isinstance(data, Mapping):
        columns = [as_array(column) for column in data.values()]
        for name, column in zip(data, columns):
            if column.ndim == 0:
                raise Error(f'{parameter}: column "{name}": expected one value for each row, got a single one')
        return _checked(Table([str(name) for name in data], columns, parameter))
    array = as_array(data)
    if array.ndim != 2:
        raise Error(f"{parameter}: expected a frame, rows and columns, or a path, got {_shown(data, array)}")
    if array.dtype.kind == "b":
        array = array.astype(numpy.uint8)
    return _checked(Table(None, list(array.T), parameter))


def _checked(table):
    if not table.columns or table.rows == 0:
        raise Error(f"{table.parameter}: expected rows and columns, got {table.rows} rows of {len(table.columns)} "
                    "columns")
    if table.names is not None:
        require_different(table.names, table.parameter)
    return table


def _shown(data, array):
    return type(data).__name__ if array.ndim == 0 else f"an array of shape {array.shape}"


@contextlib.contextmanager
def named(paths):
    """Lets messages about a file that was written here speak of the parameter that its rows came from."""
    try:
        yield
    except Error as error:
        sentence = with_parameters(str(error), paths)
        if sentence == str(error):
            raise
        raise Error(sentence) from None


def with_parameters(sentence, paths):
    for path, parameter in paths.items():
        sentence = sentence.replace(os.fspath(path), parameter)
    return sentence
