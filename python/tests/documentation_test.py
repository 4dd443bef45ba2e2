"""Docstrings, docs/python.md, the example programs and the types are true."""
import doctest
import inspect
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import pauc

ROOT = pathlib.Path(__file__).parent.parent.parent
LATER = ["Objective", "PartialAUCClassifier"]  # imported when they are asked for
TYPED = '''
from typing import Any
import numpy as np
import torch
import pauc
area: float = pauc.partial_auc(np.array([0, 1]), [0.1, 0.2], fpr_max=0.1, scale="raw")
result: pauc.Result = pauc.evaluate([0, 1], {"a": np.zeros(2), "b": torch.zeros(2)}, ci="bca", tpr_band=(0.8, 1))
objective = pauc.objective("sopa-s", examples=9, lambda_=0.1)
pauc.objective("sopa-s", 9, fpr_max=0.1, surrogate="sigmoid")
def made(name: str, **options: Any) -> pauc.Objective:
    return pauc.objective(name, examples=9, margin=0.5, **options)
loss: torch.Tensor = objective(torch.zeros(2), torch.ones(2), index=torch.arange(2))
names: list[str] = [row["name"] for row in pauc.objectives()]
run: pauc.Run = pauc.train("rows.csv", label="y", fpr_max=0.1, hidden=(64, 64), out="run", progress=print)
areas: dict[str, object] = pauc.Run.open(run.folder).metrics["test"]
scores = run.predict({"x": [1.0, 2.0]}, at_fpr=0.1)["score"]
classifier = pauc.PartialAUCClassifier(fpr_max=0.1, effort="quick").fit(np.zeros((2, 2)), [0, 1])
threshold: float = classifier.threshold_
scorer = pauc.scorer(fpr_max=0.1)
'''
MISTYPED = ["pauc.partial_auc([0, 1], [0.1, 0.2], fpr_max='few')", "pauc.partial_auc([0, 1], [0.1, 0.2], fpr_mx=0.1)",
            "pauc.evaluate([0, 1], [0.1, 0.2], ci='guess')", "pauc.objective('sopa').value + 'a'",
            "pauc.train('rows.csv', fpr_max='few')", "pauc.train('rows.csv').metrics()", "pauc.scorer(fpr_mx=0.1)",
            "pauc.PartialAUCClassifier(fpr_max=[0.1])", "pauc.objective('sopa', 9, fpr_mx=0.1)",
            "pauc.objective('sopa', 9, surrogate='hing')", "pauc.objective('sopa', 9, fpr_max='few')"]
ALONE = """
import pauc
classifier = pauc.PartialAUCClassifier(fpr_max=0.1).fit([[0.0], [1.0]], [0, 1])
threshold: float = classifier.threshold_
loss = pauc.objective("sopa", examples=9, fpr_max=0.1)
scores = pauc.train("rows.csv").predict("new.csv")
"""


def stub_files():
    return sorted(pathlib.Path(pauc.__file__).parent.glob("*.pyi"))


def mypy(*files):
    """Strict, but without a look into torch and NumPy, which takes a minute, or into pandas, which has no types."""
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, "--follow-imports=skip",
               "--ignore-missing-imports", "--no-warn-unused-ignores",
               "--allow-any-generics", "--allow-subclassing-any", "--allow-untyped-calls", "--no-warn-return-any",
               *stub_files(), *files]
    return subprocess.run(list(map(str, command)), capture_output=True, text=True)


class DocstringTest(unittest.TestCase):
    def test_examples_hold(self):
        for name in [*pauc.__all__, *LATER]:
            tried = 0
            for test in doctest.DocTestFinder().find(getattr(pauc, name), name, module=False, globs={}):
                done = doctest.DocTestRunner().run(test)
                self.assertEqual(done.failed, 0, test.name)
                tried += done.attempted
            self.assertGreater(tried, 0, name)

    def test_every_public_name_has_one_and_functions_have_an_example(self):
        for name in [*pauc.__all__, *LATER]:
            thing = getattr(pauc, name)
            members = [member for key, member in vars(thing).items() if not key.startswith("_")] if inspect.isclass(
                thing) else []
            for one in (thing, *members):
                self.assertTrue(inspect.getdoc(one), (name, one))
            if name != "Objective":
                self.assertIn(">>> ", thing.__doc__, name)
        self.assertIn(">>> ", pauc.Objective.__call__.__doc__)


class PageTest(unittest.TestCase):
    def test_every_block_of_the_page_runs(self):
        self.assertGreaterEqual(self.run_blocks("docs/python.md"), 5)

    def test_that_of_the_readme_runs_too(self):
        self.assertEqual(self.run_blocks("README.md"), 1)

    def run_blocks(self, page):
        """Compares what the blocks print with what the page shows; returns their number."""
        blocks = re.findall(r"^```python\n(.*?)^```(?:\n\n```text\n(.*?)^```)?", (ROOT / page).read_text(), re.M | re.S)
        program = "".join(f"{code}\nprint('-- end of block')\n" for code, _ in blocks)
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(ROOT / "examples", os.path.join(folder, "examples"))
            done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        printed = done.stdout.split("-- end of block\n")
        for (code, shown), output in zip(blocks, printed):
            if shown:
                self.assertEqual(output, shown, code)
        return len(blocks)

    def test_the_page_names_all_that_is_public(self):
        page = (ROOT / "docs/python.md").read_text()
        for name in [*pauc.__all__, "PartialAUCClassifier"]:
            self.assertIn(f"pauc.{name}" if name != "Result" else "Result", page)


class ExampleTest(unittest.TestCase):
    def test_programs_run_and_the_objective_helps(self):
        program = ROOT / "examples/python/own_loop.py"
        printed = subprocess.check_output([sys.executable, program], text=True)
        before, after = map(float, re.findall(r"after [\w-]+: +([\d.]+)", printed))
        self.assertGreater(after, before)

    def test_the_pipeline_is_better_than_a_logistic_regression(self):
        printed = subprocess.check_output([sys.executable, ROOT / "examples/python/pipeline.py"], text=True)
        usual, ours = map(float, re.findall(r"^pAUC .*: ([\d.]+)$", printed, re.M))
        self.assertGreater(ours, usual)
        self.assertRegex(printed, r"called sick: 0\.\d\d of the sick, 0\.[01]\d of the well")

    def test_the_evaluation_compares_two_models_and_writes_a_page(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, "page.html")
            printed = subprocess.check_output([sys.executable, ROOT / "examples/python/evaluation.py", page], text=True)
            self.assertIn("two models", page.read_text())
        self.assertIn("model_a against model_b: difference 0.1", printed)


class TypeTest(unittest.TestCase):
    def test_programs_pass_mypy(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "typed.py")
            file.write_text(TYPED)
            done = mypy(file, *(ROOT / "examples/python").glob("*.py"))
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_mypy_finds_what_is_wrong(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "mistyped.py")
            file.write_text("import pauc\n" + "\n".join(MISTYPED) + "\n")
            found = {int(line) for line in re.findall(r"mistyped.py:(\d+): error", mypy(file).stdout)}
        self.assertEqual(found, set(range(2, 2 + len(MISTYPED))))

    def test_a_program_passes_strictly_where_nothing_but_pauc_is_installed(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "alone.py")
            file.write_text(ALONE)
            done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull,
                                   "--no-site-packages", file], capture_output=True, text=True,
                                  env={**os.environ, "MYPYPATH": str(pathlib.Path(pauc.__file__).parent.parent)})
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_every_method_has_an_overload_with_its_options(self):
        stubs = (pathlib.Path(pauc.__file__).parent / "_objectives.pyi").read_text()
        for row in pauc.objectives():
            overload = stubs.split(f'name: Literal["{row["name"]}"],')[1].split("@overload")[0]
            found = re.findall(r"^    (\w+): (.*) = (.*),$", overload, re.M)[1:]
            self.assertEqual([name for name, *_ in found], [option["name"] for option in row["options"]] +
                             row["bounds"])
            for (_, _, default), option in zip(found, row["options"]):
                self.assertEqual(default, repr(option["default"]))

    def test_stubs_name_what_is_there(self):
        stubs = "".join(file.read_text() for file in reversed(stub_files()))
        for name in [*pauc.__all__, *LATER]:
            self.assertRegex(stubs, rf"(class|def) {name}\b")
        options = pauc.evaluate.__doc__ + pauc.partial_auc.__doc__
        for name in re.findall(r"^    (\w+): .* = ", stubs.split("def evaluate")[1], re.M):
            self.assertIn(f"`{name}", options)
        for name in (name for name in dir(pauc.Objective) if not name.startswith("_")):
            self.assertIn(f"def {name}(self", stubs)


if __name__ == "__main__":
    unittest.main()
