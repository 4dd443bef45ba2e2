"""The progress of a training: a bar in a terminal and in a notebook, a line per epoch elsewhere if asked for."""
import sys
import time

BAR = 12  # characters
PAUSE = 0.1  # seconds between drawings


def progress_of(wanted):
    """A function that shows events, and one that ends the showing. `wanted` is True, False, None or a function."""
    if callable(wanted):
        return wanted, lambda: None
    shown = _Notebook() if _in_notebook() else _Terminal() if sys.stderr.isatty() else _Lines()
    if wanted is False or (wanted is None and isinstance(shown, _Lines)):
        return (lambda event: None), lambda: None
    return shown.show, shown.end


def _in_notebook():
    if "ipykernel" not in sys.modules:
        return False
    from IPython import get_ipython

    return hasattr(get_ipython(), "kernel")


def bar_line(event):
    """ce 3/60 [==          ] objective 0.3012 valid 0.8123 best 0.8150 (epoch 2)

    In a blend the bar is that of all its models: [====        ] mlp fold 2 of 3, 3/60 objective 0.3012 valid 0.8123
    """
    bar = f"[{'=' * int(BAR * event['done']):{BAR}}]"
    epoch = f"{min(event['epoch'] + 1, event['epochs'])}/{event['epochs']}"
    if event["member"] is None:
        words = [event["candidate"], event["phase"], epoch, bar]
    else:
        model = f"{event['member']} fold {event['fold']} of {event['folds']},"
        words = [bar, model, event["candidate"], event["phase"], epoch]
    words.append(f"objective {event['objective']:.4f}")
    if event["valid"] is not None:
        words.append(f"valid {event['valid']:.4f}")
    if event["best"] is not None and event["member"] is None:  # a blend fits into 80 columns without
        words.append(f"best {event['best']:.4f} (epoch {event['best_epoch']})")
    return " ".join(word for word in words if word)


class _Terminal:
    """One line that is drawn again and again."""

    def __init__(self):
        self._drawn = 0.0
        self._is_there = False

    def show(self, event):
        if "note" in event:
            self.end()
            print(event["note"], file=sys.stderr)
        elif time.monotonic() - self._drawn >= PAUSE:
            self._drawn = time.monotonic()
            self._is_there = True
            print(f"\r\033[K{bar_line(event)[:79]}", end="", file=sys.stderr, flush=True)

    def end(self):
        if self._is_there:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        self._is_there = False


class _Notebook:
    """One line of output that is replaced."""

    def __init__(self):
        self._drawn = 0.0
        self._line = None

    def show(self, event):
        if "note" in event:
            print(event["note"], file=sys.stderr)
        elif time.monotonic() - self._drawn >= PAUSE:
            self._drawn = time.monotonic()
            self._draw(bar_line(event))

    def _draw(self, text):
        from IPython.display import display

        bundle = {"text/plain": text}
        if self._line is None:
            self._line = display(bundle, raw=True, display_id=True)
        else:
            self._line.update(bundle, raw=True)

    def end(self):
        if self._line is not None:
            self._draw("")


class _Lines:
    """For logs: one line for each epoch, or for each model of a blend, which has a note of its own."""

    def show(self, event):
        if "note" in event:
            print(event["note"], file=sys.stderr)
        elif event["batches"] == 0 and event["member"] is None:
            print(bar_line(event), file=sys.stderr, flush=True)

    def end(self):
        pass
