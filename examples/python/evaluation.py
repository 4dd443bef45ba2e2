"""Which of two models is better where it counts? The cells of a notebook, one after the other.

In a notebook the last line of a cell shows a Result as a table with ROC curves; here `print` shows its text.

    PYTHONPATH=build/release/python python3 examples/python/evaluation.py [PAGE.html]
"""
# %% The scores of two models for the same cases, as any program may have written them.
import pathlib
import sys

import pandas

import pauc

rows = pandas.read_csv(pathlib.Path(__file__).parent.parent / "scores.csv")

# %% One number: the area up to a false-positive rate of 10 %, on the scale where 1/2 is guessing and 1 is perfect.
for name in ("model_a", "model_b"):
    print(f"{name}: {pauc.partial_auc(rows['label'], rows[name], fpr_max=0.1):.4f}")

# %% With intervals, operating points and a paired test.
result = pauc.evaluate(rows["label"], rows[["model_a", "model_b"]], fpr_max=0.1)
print(result)

# %% The same numbers for a program.
comparison = result.to_dict()["comparison"][0]
print(f"{comparison['a']} against {comparison['b']}: difference {comparison['difference']:.4f}, "
      f"p = {comparison['p']:.2g}")

# %% A page for colleagues: one file that opens from mail.
if len(sys.argv) > 1:
    result.to_html(sys.argv[1], title="two models")
