"""The error of the package, in a file of its own so that the extension modules can find it."""


class Error(ValueError):
    """Wrong input or a wrong option; the message is one sentence: parameter, what was expected, what was found.

    >>> import pauc
    >>> pauc.partial_auc([0, 1], [0.1, float("nan")])
    Traceback (most recent call last):
        ...
    pauc.Error: scores: expected finite numbers, got nan in row 1
    """

    __module__ = "pauc"
