"""Metrics against scikit-learn and the command, every kind of input, and every refusal."""
import csv
import json
import os
import pathlib
import pickle
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tracemalloc
import unittest

import numpy as np
import pandas
from sklearn.metrics import roc_auc_score

import pauc

ROOT = pathlib.Path(__file__).parent.parent.parent
COMMAND = os.environ["PAUC_COMMAND"]


def problem(seed, rows=400, ties=False):
    random = np.random.default_rng(seed)
    labels = (random.random(rows) < 0.3).astype(np.int64)
    scores = random.normal(size=rows) + labels
    return labels, np.round(scores, 1) if ties else scores


def example_columns():
    with open(ROOT / "examples/scores.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    labels = [int(row["label"]) for row in rows]
    return labels, {name: [float(row[name]) for row in rows] for name in ("model_a", "model_b")}


def torch_tensor(values):
    import torch

    return torch.from_numpy(values)


def command_json(*options):
    command = [COMMAND, "evaluate", "--json", "--quiet", *options]
    return json.loads(subprocess.check_output(command, cwd=ROOT))


class PartialAucTest(unittest.TestCase):
    def test_equals_scikit_learn(self):
        for seed in range(30):
            labels, scores = problem(seed, ties=seed % 2 == 0)
            weights = np.random.default_rng(seed).random(len(labels)) if seed % 3 == 0 else None
            for fpr_max in (0.05, 0.3, 1):
                expected = roc_auc_score(labels, scores, max_fpr=fpr_max, sample_weight=weights)
                found = pauc.partial_auc(labels, scores, fpr_max=fpr_max, weights=weights)
                self.assertAlmostEqual(found, expected, delta=1e-12)

    def test_scales_and_bounds_are_those_of_evaluate(self):
        labels, scores = problem(1)
        found = pauc.evaluate(labels, scores, fpr_max=0.4, tpr_min=0.6).to_dict()["scores"]["score"]
        for scale in ("raw", "normalised", "mcclish"):
            self.assertEqual(pauc.partial_auc(labels, scores, fpr_max=0.4, scale=scale), found["one_way"][scale])
        self.assertAlmostEqual(pauc.partial_auc(labels, scores, fpr_max=0.4, tpr_min=0.6),
                               found["two_way"]["normalised"], delta=1e-15)
        banded = pauc.evaluate(labels, scores, tpr_band=(0.8, 1)).to_dict()["scores"]["score"]["tpr_band"]
        self.assertAlmostEqual(pauc.partial_auc(labels, scores, tpr_band=(0.8, 1)), banded["mcclish"], delta=1e-15)

    def test_takes_every_kind_of_vector(self):
        import torch

        labels, scores = problem(2)
        scores = scores.astype(np.float32).astype(np.float64)
        expected = pauc.partial_auc(labels, scores, fpr_max=0.2)
        vectors = {
            "list": list(scores), "float32": scores.astype(np.float32), "strided": np.repeat(scores, 2)[::2],
            "column": scores[:, None], "Series": pandas.Series(scores),
            "nullable": pandas.Series(scores, dtype="Float64"),
            "objects": pandas.Series(list(scores), dtype=object), "other byte order": scores.astype(">f8"),
            "tensor": torch.tensor(scores), "tensor with gradient": torch.tensor(scores, requires_grad=True),
        }
        for name, vector in vectors.items():
            self.assertEqual(pauc.partial_auc(labels, vector, fpr_max=0.2), expected, name)
        short = torch.tensor(scores).to(torch.bfloat16)
        self.assertEqual(pauc.partial_auc(labels, short), pauc.partial_auc(labels, short.double().numpy()))

    def test_takes_every_kind_of_labels(self):
        import torch

        labels, scores = problem(3)
        expected = pauc.partial_auc(labels, scores, fpr_max=0.2)
        kinds = {
            "bool": labels == 1, "uint8": labels.astype(np.uint8), "float": labels.astype(float),
            "-1 and 1": 2 * labels - 1, "list": labels.tolist(), "strided": np.repeat(labels == 1, 2)[::2],
            "Series": pandas.Series(labels), "nullable": pandas.Series(labels, dtype="Int64"),
            "tensor": torch.tensor(labels), "booleans in a tensor": torch.tensor(labels == 1),
            "words": np.where(labels == 1, "yes", "no"),
            "categories": pandas.Categorical(np.where(labels, "yes", "no")),
        }
        for name, kind in kinds.items():
            self.assertEqual(pauc.partial_auc(kind, scores, fpr_max=0.2), expected, name)
        self.assertEqual(pauc.partial_auc(np.where(labels == 1, "sick", "well"), scores, fpr_max=0.2, positive="sick"),
                         expected)
        self.assertEqual(pauc.partial_auc(labels + 7, scores, fpr_max=0.2, positive=">=8"), expected)
        self.assertEqual(pauc.partial_auc(labels, scores, fpr_max=0.2, positive=0),
                         pauc.partial_auc(1 - labels, scores, fpr_max=0.2))

    def test_does_not_copy_doubles_and_bytes(self):
        labels, scores = problem(4, rows=100_000)
        kinds = [(labels == 1, scores, 0), (labels.astype(np.uint8), torch_tensor(scores), 0),
                 (labels == 1, pandas.Series(scores), 0), (labels == 1, scores.astype(np.float32), 1)]
        for own_labels, own_scores, copies in kinds:
            tracemalloc.start()  # NumPy's arrays are traced
            pauc.partial_auc(own_labels, own_scores, fpr_max=0.1)
            _, peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            self.assertEqual(peak // scores.nbytes, copies, type(own_scores))

    def test_frees_the_interpreter(self):
        labels, scores = problem(4, rows=300_000)

        def work():
            pauc.evaluate(labels, scores, ci="bootstrap", replicates=100, threads=1)

        worker = threading.Thread(target=work)
        longest = 0.0
        worker.start()
        while worker.is_alive():
            start = time.perf_counter()
            time.sleep(0.001)
            longest = max(longest, time.perf_counter() - start)
        worker.join()
        started = time.perf_counter()
        work()
        self.assertLess(longest, 0.5 * (time.perf_counter() - started))


class EvaluateTest(unittest.TestCase):
    OPTIONS = ("--fpr-max", "0.1", "--score", "model_a", "--score", "model_b")

    def test_a_result_can_be_pickled(self):
        labels, scores = problem(4)
        random = np.random.default_rng(4)
        result = pauc.evaluate(labels, {"a": scores, "b": -scores}, fpr_max=0.2, ci="bootstrap", replicates=100,
                               weights=random.random(400), groups=random.integers(0, 90, 400), ids=np.arange(400))
        copy = pickle.loads(pickle.dumps(result))
        self.assertEqual(copy.to_dict(), result.to_dict())
        self.assertEqual(copy._repr_html_(), result._repr_html_())
        self.assertEqual(copy.notes, result.notes)

    def test_equals_the_command_bit_for_bit(self):
        labels, columns = example_columns()
        cases = [({}, ()),
                 ({"ci": "bootstrap", "replicates": 100, "seed": 3}, ("--ci", "bootstrap", "--replicates", "100")),
                 ({"guarantee": 0.8}, ("--guarantee", "0.8")), ({"tpr_min": 0.6}, ("--tpr-min", "0.6")),
                 ({"tpr_band": (0.8, 1)}, ("--tpr-band", "0.8,1")),
                 ({"confidence": 0.9, "scale": "raw"}, ("--confidence", "0.9", "--scale", "raw"))]
        for keywords, flags in cases:
            seed = ("--seed", str(keywords.get("seed", 0)))
            expected = command_json("examples/scores.csv", *self.OPTIONS, *flags, *seed)
            self.assertEqual(pauc.evaluate(labels, columns, fpr_max=0.1, **keywords).to_dict(), expected, keywords)

    def test_equals_the_command_with_weights_and_groups(self):
        labels, scores = problem(5, rows=300)
        random = np.random.default_rng(5)
        frame = pandas.DataFrame({"label": labels, "score": scores, "w": random.integers(0, 4, 300),
                                  "patient": random.integers(0, 60, 300)})
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rows.csv")
            frame.to_csv(path, index=False)
            expected = command_json(path, "--fpr-max", "0.2", "--weight", "w", "--group", "patient")
        found = pauc.evaluate(frame["label"], frame["score"], fpr_max=0.2, weights=frame["w"], groups=frame["patient"])
        self.assertEqual(found.to_dict(), expected)
        named = pauc.evaluate(frame["label"], frame[["score"]], fpr_max=0.2, weights=frame["w"],
                              groups=frame["patient"].astype(str))
        self.assertEqual(named.to_dict(), expected)

    def test_more_confidence_gives_a_higher_guaranteed_threshold(self):
        labels, columns = example_columns()

        def guaranteed(confidence):
            result = pauc.evaluate(labels, columns["model_a"], fpr_max=0.1, guarantee=confidence).to_dict()
            points = result["scores"]["score"]["operating_points"]
            return [point["guaranteed_threshold"] for point in points if point["guaranteed_threshold"] is not None]

        low, high = guaranteed(0.6), guaranteed(0.99)
        self.assertGreater(len(high), 0)
        self.assertTrue(all(a < b for a, b in zip(low[-len(high):], high)), (low, high))

    def test_prints_what_the_command_prints(self):
        labels, columns = example_columns()
        command = [COMMAND, "evaluate", "--quiet", "examples/scores.csv", *self.OPTIONS]
        expected = subprocess.check_output(command, cwd=ROOT, text=True)
        self.assertEqual(repr(pauc.evaluate(labels, columns, fpr_max=0.1)) + "\n", expected)

    def test_writes_the_page_of_the_command(self):
        labels, columns = example_columns()
        with tempfile.TemporaryDirectory() as folder:
            theirs, ours = pathlib.Path(folder, "theirs.html"), pathlib.Path(folder, "ours.html")
            command_json("examples/scores.csv", *self.OPTIONS, "--html", str(theirs))
            pauc.evaluate(labels, columns, fpr_max=0.1).to_html(ours, title="scores.csv")
            # The same up to the facts at the end, which say how it was made.
            head = theirs.read_text().split("Facts and versions")[0]
            self.assertGreater(len(head), 50_000)
            self.assertEqual(ours.read_text().split("Facts and versions")[0], head)
            self.assertIn("pauc.evaluate(labels, scores, fpr_max=0.1)", ours.read_text())

    def test_shows_table_and_curves_in_a_notebook(self):
        labels, columns = example_columns()
        html = pauc.evaluate(labels, {"a<b": columns["model_a"]}, fpr_max=0.1)._repr_html_()
        self.assertIn("<table", html)
        self.assertIn("a&lt;b", html)
        self.assertIn("data:image/svg+xml;base64,", html)

    def test_writes_figures_whole_or_not_at_all(self):
        labels, columns = example_columns()
        result = pauc.evaluate(labels, columns)
        with tempfile.TemporaryDirectory() as folder:
            result.to_svg(os.path.join(folder, "roc.svg"))
            self.assertEqual(os.listdir(folder), ["roc.svg"])
            with self.assertRaisesRegex(pauc.Error, "no/such/page.html"):
                result.to_html(os.path.join(folder, "no/such/page.html"))

    def test_says_which_label_it_took(self):
        labels, scores = problem(6)
        result = pauc.evaluate(np.where(labels, "b", "a"), scores)
        self.assertRegex(result.notes[0], "labels: b is taken as positive, the rarer of")


class RefusalTest(unittest.TestCase):
    def refused(self, sentence, call, *arguments, **keywords):
        with self.assertRaises(pauc.Error) as caught:
            call(*arguments, **keywords)
        self.assertEqual(str(caught.exception), sentence)

    def test_refuses_bad_rows_by_the_name_of_the_parameter(self):
        nan = float("nan")
        for call in (pauc.partial_auc, pauc.evaluate):
            self.refused("scores: expected 3 values, one for each label, got 2", call, [0, 1, 0], [1.0, 2.0])
            self.refused("scores: expected finite numbers, got nan in row 1", call, [0, 1, 0], [1.0, nan, 3])
            self.refused("scores: expected finite numbers, got inf in row 2", call, [0, 1, 0], [1.0, 2, float("inf")])
            self.refused("labels: expected both classes, got no positive", call, [0, 0], [1.0, 2.0])
            self.refused("weights: expected 2 values, one for each label, got 1", call, [0, 1], [1.0, 2.0], weights=[1])
            self.refused("weights: expected finite numbers from 0 on, got -1 in row 0", call, [0, 1], [1.0, 2.0],
                         weights=[-1, 1])
            self.refused("scores: expected one value for each row, got an array of shape (2, 2)", call, [0, 1],
                         np.zeros((2, 2)))
            self.refused("scores: expected numbers, got values of type <U1", call, [0, 1], ["a", "b"])
            self.refused("scores: expected numbers, got values of type object", call, [0, 1], ["a", None])
            self.refused("labels: expected a value in every row, got nan in row 1", call, [0, nan, 1], [1.0, 2, 3])
            self.refused("labels: expected a value in every row, got None in row 1", call, [0, None, 1], [1.0, 2, 3])
            self.refused("labels: expected one value for each row, got int", call, 3, [1.0])
            hidden = np.ma.masked_array([0, 1, 1], [False, True, False])
            self.refused("labels: expected a value in every row, got a masked one in row 1", call, hidden, [1, 2, 3])
            self.refused("scores: expected a value in every row, got a masked one in row 1", call, [0, 1, 1], hidden)
            self.assertTrue(call(np.ma.masked_array([0, 1]), np.ma.masked_array([0.1, 0.2])))

    def test_refuses_tensors_without_numbers_in_memory(self):
        import torch

        for call in (pauc.partial_auc, pauc.evaluate):
            self.refused("scores: expected a dense tensor with numbers, got one of torch.strided on meta", call, [0, 1],
                         torch.zeros(2, device="meta"))
            self.refused("labels: expected a dense tensor with numbers, got one of torch.sparse_coo on cpu", call,
                         torch.tensor([0, 1]).to_sparse(), [0.1, 0.2])

    def test_refuses_labels_with_three_values(self):
        with self.assertRaisesRegex(pauc.Error, "labels: expected two label values, got 3: .* such as positive '>=1'"):
            pauc.partial_auc([0, 1, 2], [1.0, 2, 3])
        with self.assertRaisesRegex(pauc.Error, "labels: expected two label values, got 3"):
            pauc.evaluate([-1, 0, 1], [1.0, 2, 3])

    def test_refuses_an_object_column_by_its_name(self):
        frame = pandas.DataFrame({"a": [0.1, 0.2], "b": ["x", "y"]})
        self.refused('scores["b"]: expected numbers, got values of type object', pauc.evaluate, [0, 1], frame)
        self.refused('scores["b"]: expected finite numbers, got nan in row 0', pauc.evaluate, [0, 1],
                     {"a": [1, 2], "b": [float("nan"), 1]})
        self.refused("scores: expected at least one column, got none", pauc.evaluate, [0, 1], {})

    def test_refuses_two_columns_of_one_name(self):
        frame = pandas.DataFrame([[0.1, 0.2, 0.5], [0.3, 0.4, 0.6]], columns=["a", "b", "a"])
        self.refused('scores: expected columns with different names, got "a" 2 times', pauc.evaluate, [0, 1], frame)
        self.refused('scores: expected columns with different names, got "1" 2 times', pauc.evaluate, [0, 1],
                     {1: [0.1, 0.2], "1": [0.3, 0.4]})

    def test_refuses_an_empty_frame(self):
        frame = pandas.DataFrame({"a": [0.1, 0.2], "b": [0.3, 0.4]})
        self.refused("labels: expected both classes, got no positive", pauc.evaluate, [], frame.head(0))
        self.refused('scores["a"]: expected 2 values, one for each label, got 0', pauc.evaluate, [0, 1], frame.head(0))
        self.refused("scores: expected at least one column, got none", pauc.evaluate, [0, 1], frame[[]])

    def test_refuses_unknown_keywords_with_the_nearest_one(self):
        with self.assertRaisesRegex(pauc.Error, '^partial_auc: no keyword "fpr_mx"; expected one of fpr_max, fpr_min'):
            pauc.partial_auc([0, 1], [1, 2], fpr_mx=0.1)
        with self.assertRaisesRegex(pauc.Error, '^evaluate: no keyword "group"; expected one of groups'):
            pauc.evaluate([0, 1], [1, 2], group=[0, 1])

    def test_refuses_wrong_options_before_it_looks_at_rows(self):
        self.refused("fpr_max: expected 0 < fpr_max <= 1, got 2; did you mean 0.02?", pauc.partial_auc, [0], [],
                     fpr_max=2)
        self.refused('fpr_max: expected a number, got "few"', pauc.evaluate, [0], [], fpr_max="few")
        self.refused("fpr_max: expected a number or a text, got dict", pauc.evaluate, [0], [], fpr_max={})
        self.refused("fpr_max: expected a number, got array([0.1, 0.2])", pauc.evaluate, [0], [],
                     fpr_max=np.array([0.1, 0.2]))
        self.refused("tpr_band: expected two rates such as (0.8, 1), got 0.8", pauc.evaluate, [0], [], tpr_band=0.8)
        self.refused("threads: expected a number from 1 to 4096, got 0", pauc.evaluate, [0], [], threads=0)
        with self.assertRaisesRegex(pauc.Error, "^ci: .*expected one of analytic"):
            pauc.evaluate([0], [], ci="analytical")

    def test_is_a_value_error(self):
        self.assertTrue(issubclass(pauc.Error, ValueError))
        self.assertEqual(pauc.Error.__module__, "pauc")


class ImportTest(unittest.TestCase):
    def test_does_not_import_torch_or_numpy(self):
        code = "import sys, pauc; pauc.objectives(); print(sorted({'torch', 'numpy', 'pandas'} & set(sys.modules)))"
        self.assertEqual(subprocess.check_output([sys.executable, "-c", code], text=True), "[]\n")

    def test_says_which_python_it_was_built_for(self):
        with tempfile.TemporaryDirectory() as folder:
            package = pathlib.Path(folder, "pauc")
            shutil.copytree(ROOT / "python/pauc", package)
            (package / "_core.cpython-39.so").touch()
            done = subprocess.run([sys.executable, "-c", "import pauc"], cwd=folder, capture_output=True, text=True,
                                  env={**os.environ, "PYTHONPATH": folder})
        self.assertIn(f"ImportError: pauc: expected a build for Python 3.{sys.version_info.minor}, got "
                      "_core.cpython-39.so: ", done.stderr)

    def test_has_the_version_of_the_command(self):
        self.assertIn(pauc.__version__, subprocess.check_output([COMMAND, "--version"], text=True))


if __name__ == "__main__":
    unittest.main()
