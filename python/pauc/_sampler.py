"""BalancedBatchSampler: batches with a fixed number of positives, for torch's DataLoader."""
from collections.abc import Mapping

from pauc import _core
from pauc._errors import Error


class BalancedBatchSampler:
    """Batches of row numbers with a fixed number of positives in each: `DataLoader(data, batch_sampler=sampler)`.

    Each class is shuffled and used up before any of its rows comes again, so that a batch has a row twice only if it
    asks for more than the class has. An epoch has ceil(n / batch_size) batches.
    Two samplers with the same arguments give the same batches.

    >>> import pauc
    >>> sampler = pauc.BalancedBatchSampler([0, 0, 0, 1, 0, 1, 0, 0], batch_size=4, positives=1, seed=0)
    >>> [sum(row in (3, 5) for row in batch) for batch in sampler]
    [1, 1]
    """

    def __init__(self, labels, batch_size=64, positives=12, seed=0, **unknown):
        _core.check_keywords(unknown, ["labels", "batch_size", "positives", "seed"], "BalancedBatchSampler")
        self._sampler = _core.Sampler(labels, batch_size, positives, seed)
        self._given = 0  # batches of the present epoch
        self._resumes = False

    def __len__(self):
        return len(self._sampler)

    def __iter__(self):
        if not self._resumes:
            self._given = 0
        self._resumes = False
        while self._given < len(self):
            self._given += 1
            yield self._sampler.next()
        self._given = 0

    def state_dict(self):
        """Everything that the next batches depend on. A DataLoader with workers asks for batches ahead of the loop, so
        with workers save it between epochs."""
        return {"given": self._given, "order": self._sampler.save()}

    def load_state_dict(self, state_dict):
        """Continues from a saved state, in the middle of an epoch if it was saved there. Refuses that of other rows."""
        if not isinstance(state_dict, Mapping):
            raise Error(f"state_dict: expected a dict, got {type(state_dict).__name__}")
        if not {"given", "order"} <= set(state_dict):
            raise Error(f"state_dict: expected given and order, got {', '.join(map(str, state_dict)) or 'nothing'}")
        given = state_dict["given"]
        if not isinstance(given, int) or not 0 <= given <= len(self):
            raise Error(f"state_dict: expected a number of batches from 0 to {len(self)}, got {given!r}")
        order = state_dict["order"]
        if not isinstance(order, (list, tuple)) or not all(isinstance(number, int) for number in order):
            raise Error("state_dict: order: expected a list of whole numbers, got others")
        self._sampler.restore(order)
        self._given = given
        self._resumes = given > 0


BalancedBatchSampler.__module__ = "pauc"
