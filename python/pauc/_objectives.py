"""objective and objectives: the list needs no torch; making an objective imports it."""
import inspect

from pauc import _core


def objectives():
    """All training methods: a list of dicts with `name`, `summary`, `options` (name, type, default, help) and `bounds`.

    `bounds` are keywords that are no options: `fpr_max` and `tpr_min` where they determine others (sopa-s, sota-s).

    >>> import pauc
    >>> [row["name"] for row in pauc.objectives()][:4]
    ['sopa', 'sopa-s', 'sota', 'sota-s']
    """
    return _core.objectives()


def objective_class():
    """pauc.Objective. LibTorch's own library has to be in the process before the module that uses it."""
    import torch  # noqa: F401

    try:
        from pauc import _objective
    except ImportError as missing:
        raise ImportError(f"pauc: the objectives cannot be loaded: {missing}") from missing
    return _objective.Objective


def objective(name, examples=0, **options):
    """Makes a training method for a PyTorch loop: scores and labels in, a scalar tensor with gradient out.

    `examples` is the number of training examples, for methods that remember something about each; such methods want to
    know which examples are in a batch (`index`, from 0). Options are those of the method, listed below. sopa-s and
    sota-s take `fpr_max` (and `tpr_min`) in place of `lambda_` (and `lambda2`): the first batch, or
    `Objective.match`, then determines them.

    >>> import torch, pauc
    >>> objective = pauc.objective("sopa", examples=4, fpr_max=0.5)
    >>> scores = torch.tensor([[0.2], [0.4], [0.1], [-1.0]], requires_grad=True)
    >>> loss = objective(scores, torch.tensor([1, 0, 0, 0]), index=torch.arange(4))
    >>> loss.backward()
    >>> round(objective.value, 3)
    1.05
    """
    return objective_class()(name, examples, options)


def _signature():
    """The options of all methods, with None where each has a default of its own."""
    defaults = {}
    for row in objectives():
        for option in row["options"]:
            defaults.setdefault(option["name"], []).append(option["default"])
        for bound in row["bounds"]:
            defaults.setdefault(bound, []).append(None)
    options = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY,
                                 default=known[0] if all(one == known[0] for one in known) else None)
               for name, known in defaults.items()]
    return inspect.Signature([*list(inspect.signature(objective).parameters.values())[:2], *options])


def _described(row):
    options = [f"    {option['name']}={option['default']!r}: {option['help']}" for option in row["options"]]
    return "\n".join([f"  {row['name']}: {row['summary']}", *options])


objective.__signature__ = _signature()
objective.__doc__ += "\n    The methods and their options:\n\n" + "\n".join(map(_described, objectives())) + "\n"
