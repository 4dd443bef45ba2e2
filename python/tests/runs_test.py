"""pauc.train and pauc.Run: the same bits as the command, and every refusal."""
import json
import pickle
import subprocess
import sys
import unittest

import numpy as np
import pandas
from run_folders import COMMAND, PATIENTS, ROOT, SAME, FolderTest, command, problem

import pauc

LINEAR = {"model": "linear", "objective": "ce", "importance": 0}


class SameBitsTest(FolderTest):
    def test_a_frame_of_patients_gives_the_blend_of_the_command(self):
        frame = pandas.read_csv(PATIENTS)
        options = ["--label", "outcome", "--id", "patient", "--fpr-max", "0.1", "--effort", "quick", "--epochs", "3"]
        command("train", PATIENTS, *options, "--out", self.folder / "theirs", "--no-report")
        run = pauc.train(frame, label="outcome", id="patient", fpr_max=0.1, effort="quick", epochs=3,
                         out=self.folder / "ours")
        self.assert_same_runs("ours", "theirs", [*SAME[:3], "members/trees/fold-1/trees.json",
                                                 "members/mlp/fold-1/model.safetensors", "blend.json"])
        self.assertEqual({(epoch["member"], epoch["fold"]) for epoch in run.log}, {("trees", 1), ("mlp", 1)})
        self.assertIn("positive: outcome = sick (97 of 600 rows", run.notes[0])

    def test_categories_missing_values_and_types_of_pandas(self):
        frame = problem()
        random = np.random.default_rng(1)
        frame["ward"] = pandas.Categorical(random.choice(["A", "B, or \"C\"", "D"], 200))
        frame["text"] = random.choice(["x", "y", None], 200)
        frame["flag"] = random.random(200) < 0.5
        frame["count"] = pandas.array(random.integers(0, 9, 200), dtype="Int64")
        frame["maybe"] = pandas.array(random.random(200) < 0.5, dtype="boolean")
        frame["single"] = random.random(200).astype(np.float32).astype(float)  # to_csv writes fewer digits of float32
        frame.loc[::7, ["b", "ward", "count", "maybe"]] = None
        frame.to_csv(self.folder / "rows.csv", index=False)
        frame["single"] = frame["single"].astype(np.float32)
        command("train", self.folder / "rows.csv", "--label", "sick", "--model", "mlp", "--objective", "sopa",
                "--epochs", 2, "--fpr-max", 0.2, "--out", self.folder / "theirs", "--no-report")
        pauc.train(frame, label="sick", model="mlp", objective="sopa", epochs=2, fpr_max=0.2, out=self.folder / "ours")
        self.assert_same_runs("ours", "theirs")
        columns = pauc.Run.open(self.folder / "ours").card["preprocessing"]["columns"]
        kinds = {column["name"]: column["kind"] for column in columns}
        self.assertEqual(kinds, {"a": "number", "b": "number", "c": "number", "ward": "category", "text": "category",
                                 "flag": "category", "count": "number", "maybe": "category", "single": "number"})

    def test_molecules_whose_matrices_are_large_enough_for_any_kernel_of_the_blas(self):
        molecules = ROOT / "examples/molecules.csv"
        if subprocess.run([COMMAND, "data", molecules, "--smiles", "smiles"], capture_output=True).returncode != 0:
            self.skipTest("pauc was built without RDKit")
        command("train", molecules, "--label", "activity", "--id", "name", "--model", "gin", "--objective", "ce",
                "--epochs", 1, "--importance", 0, "--out", self.folder / "theirs", "--no-report")
        pauc.train(pandas.read_csv(molecules), label="activity", id="name", model="gin", objective="ce", epochs=1,
                   importance=0, out=self.folder / "ours")
        self.assert_same_runs("ours", "theirs")

    def test_an_array_is_a_file_without_header(self):
        array = problem().to_numpy()
        np.savetxt(self.folder / "rows.csv", array, delimiter=",", fmt="%.17g")
        command("train", self.folder / "rows.csv", "--no-header", "--model", "linear", "--objective", "ce",
                "--importance", 0, "--out", self.folder / "theirs", "--no-report")
        for name, rows in (("array", array), ("list", array.tolist())):
            run = pauc.train(rows, out=self.folder / name, **LINEAR)
            self.assert_same_runs(name, "theirs")
        expected = pandas.read_csv(self.folder / "theirs/predictions-test.csv", float_precision="round_trip")
        scores = run.predict(array)["score"].to_numpy()[expected["row"] - 1]
        np.testing.assert_array_equal(scores, expected["score"])

    def test_a_path_options_of_every_type_and_a_config_file(self):
        (self.folder / "options.yaml").write_text("model: {name: mlp}\n")
        command("train", PATIENTS, "--config", self.folder / "options.yaml", "--label", "outcome", "--drop",
                "patient,ward", "--set", "objective.fpr_max=0.3", "--objective", "sopa", "--fpr-max", "0.1", "--epochs",
                2, "--hidden", "8,8", "--seed", 3, "--out", self.folder / "theirs", "--no-report")
        pauc.train(PATIENTS, config=self.folder / "options.yaml", label="outcome", drop=["patient", "ward"],
                   set={"objective.fpr_max": 0.3}, objective="sopa", fpr_max=0.1, epochs=np.int64(2), hidden=(8, 8),
                   seed=3, out=self.folder / "ours")
        self.assert_same_runs("ours", "theirs", [*SAME, "config.yaml"])

    def test_a_test_part_in_memory(self):
        train, test = problem(), problem(seed=1)
        train.to_csv(self.folder / "train.csv", index=False)
        test.to_csv(self.folder / "test.csv", index=False)
        pauc.train(self.folder / "train.csv", test=self.folder / "test.csv", out=self.folder / "theirs", **LINEAR)
        pauc.train(train, test=test, out=self.folder / "ours", **LINEAR)
        self.assert_same_runs("ours", "theirs")

    def test_predictions(self):
        frame = pandas.read_csv(PATIENTS)
        pauc.train(frame, label="outcome", id="patient", fpr_max=0.1, out=self.folder / "run", **LINEAR)
        frame.loc[3, "age"] = np.nan
        frame.to_csv(self.folder / "new.csv", index=False)
        command("predict", self.folder / "run", self.folder / "new.csv", "--at-fpr", 0.1, "--probability", "--out",
                self.folder / "scores.csv")
        expected = pandas.read_csv(self.folder / "scores.csv", float_precision="round_trip")
        run = pauc.Run.open(self.folder / "run")
        for rows in (frame, self.folder / "new.csv", str(self.folder / "new.csv"), dict(frame)):
            found = run.predict(rows, at_fpr=0.1, probability=True)
            pandas.testing.assert_frame_equal(found, expected, check_exact=True)
        command("predict", self.folder / "run", self.folder / "new.csv", "--at-fpr", 0.2, "--guarantee", 0.9, "--out",
                self.folder / "guaranteed.csv")
        expected_decisions = pandas.read_csv(self.folder / "guaranteed.csv")["decision"]
        guaranteed = run.predict(frame, at_fpr=0.2, guarantee=0.9)
        np.testing.assert_array_equal(guaranteed["decision"], expected_decisions)
        # A guaranteed rate lets fewer pass than a rate on average.
        self.assertLess(guaranteed["decision"].sum(), run.predict(frame, at_fpr=0.2)["decision"].sum())
        shuffled = frame.sample(frac=1, random_state=0)
        np.testing.assert_array_equal(run.predict(shuffled)["score"].sort_index(), expected["score"])

    def test_rows_to_look_at_first(self):
        frame = pandas.read_csv(PATIENTS)
        frame.index = frame.index + 1000
        run = pauc.train(frame, label="outcome", id="patient", fpr_max=0.1, out=self.folder / "run", **LINEAR)
        all_rows = run.predict(frame, label="outcome", threshold=0.5)
        self.assertEqual(list(all_rows.columns), ["row", "id", "label", "score", "decision"])
        np.testing.assert_array_equal(all_rows["decision"], all_rows["score"] >= 0.5)
        np.testing.assert_array_equal(all_rows["label"], frame["outcome"] == "sick")
        top = run.predict(frame, label="outcome", threshold=0.5, top=7, keep=["ward", "age"])
        best = all_rows.sort_values("score", ascending=False, kind="stable").head(7)
        pandas.testing.assert_frame_equal(top[list(best.columns)], best)
        self.assertEqual(list(top["ward"]), list(frame["ward"][top.index]))
        self.assertEqual(list(run.predict(frame, sort=True)["row"][:7]), list(best["row"]))
        self.assertEqual(pauc.evaluate(all_rows["label"], all_rows["score"], fpr_max=0.1).to_dict()["n_positive"],
                         int((frame["outcome"] == "sick").sum()))

    def test_rows_unlike_the_training_rows(self):
        frame = pandas.read_csv(PATIENTS)
        run = pauc.train(frame, label="outcome", id="patient", out=self.folder / "run", **LINEAR)
        strange = frame.assign(age=frame["age"] * 12)
        self.assertTrue(any("age" in note for note in run.predict(strange).attrs["notes"]))
        self.assertEqual(run.predict(strange, uncertainty=True)["unlike"].dtype, np.float64)
        with self.assertRaisesRegex(pauc.Error, "^data: strict: expected rows like those of the training, got age: "):
            run.predict(strange, strict=True)
        run.predict(frame, strict=True)

    def test_columns_of_other_types_than_in_training(self):
        frame = problem().assign(flag=np.arange(200) % 3 == 0)
        run = pauc.train(frame, label="sick", out=self.folder / "run", **LINEAR)
        scores = run.predict(frame)["score"]
        for same in (frame.assign(a=frame["a"].astype(str)), frame.assign(a=frame["a"].astype("category")),
                     frame.assign(flag=frame["flag"].astype(str))):
            np.testing.assert_array_equal(run.predict(same)["score"], scores)
        with self.assertWarnsRegex(UserWarning, '^data: unlike the training rows: flag: 200 of 200 rows have a '
                                                'category that training did not have, such as "1"$'):
            run.predict(frame.assign(flag=frame["flag"].astype(int)))
        for value in ("high", True):
            with self.assertRaisesRegex(pauc.Error, "^data: expected rows to score, got 200 that cannot be: data: "
                                                    f'line 2, column 1 \\(a\\): expected a number, got "{value}"$'):
                run.predict(frame.assign(a=value))
        self.assertEqual(np.isnan(run.predict(frame.assign(a=["high", *frame["a"][1:]]))["score"]).sum(), 1)
        with self.assertRaisesRegex(pauc.Error, "^data: expected rows and columns, got 0 rows of 5 columns$"):
            run.predict(frame.head(0))

    def test_masked_values_are_missing_ones(self):
        frame = problem()
        hidden = np.arange(200) % 5 == 0
        missing = frame.assign(b=frame["b"].mask(hidden))
        masked = np.ma.masked_array(frame["b"], hidden)
        expected = pauc.train(missing, label="sick", out=self.folder / "missing", **LINEAR)
        run = pauc.train({**dict(frame), "b": masked}, label="sick", out=self.folder / "masked", **LINEAR)
        self.assertEqual(run.metrics, expected.metrics)
        array = np.ma.masked_invalid(missing.to_numpy())
        array.data[hidden, 1] = 1e6  # what a mask hides may be anything
        run = pauc.train(array, out=self.folder / "array", **LINEAR)
        self.assertEqual(run.metrics, expected.metrics)

    def test_the_first_column_may_have_no_name(self):
        frame = problem()
        pauc.train(frame, label="sick", out=self.folder / "run", **LINEAR)
        run = pauc.train(frame.rename(columns={"a": ""}), label="sick", out=self.folder / "unnamed", **LINEAR)
        self.assertEqual(run.metrics, pauc.Run.open(self.folder / "run").metrics)

    def test_none_leaves_an_option_of_predict_at_its_default(self):
        run = pauc.train(problem(), out=self.folder / "run", **LINEAR)
        nothing = dict.fromkeys(("at_fpr", "threshold", "keep", "label", "id", "member", "smiles", "image", "kind"))
        pandas.testing.assert_frame_equal(run.predict(problem(), **nothing), run.predict(problem()))

    def test_trains_again_like_another_run(self):
        pauc.train(problem(), fpr_max=0.2, out=self.folder / "old", **LINEAR)
        new = pauc.train(problem(seed=1), like=self.folder / "old", out=self.folder / "new")
        self.assertEqual(new.card["target"]["fpr_max"], 0.2)
        self.assertEqual(new.card["model"]["name"], "linear")
        self.assertTrue((self.folder / "new/predictions-test-like.csv").exists())

    def test_the_rows_leave_no_copy_in_a_finished_run(self):
        pauc.train(problem(), out=self.folder / "run", **LINEAR)
        self.assertEqual([file.name for file in (self.folder / "run").glob("rows-*")], [])


class RunTest(FolderTest):
    def test_opens_a_run_of_the_command_and_reports(self):
        command("train", PATIENTS, "--label", "outcome", "--drop", "patient", "--model", "linear", "--objective", "ce",
                "--out", self.folder / "run", "--no-report")
        run = pauc.Run.open(self.folder / "run")
        self.assertEqual(run.metrics, json.loads((self.folder / "run/metrics.json").read_text()))
        self.assertEqual([epoch["epoch"] for epoch in run.log], list(range(1, len(run.log) + 1)))
        self.assertEqual(run.card["model"]["name"], "linear")
        self.assertEqual(run.report(), str(self.folder / "run/report.html"))
        self.assertIn("<html", (self.folder / "run/report.html").read_text())
        self.assertEqual(run.report(self.folder / "page.html"), str(self.folder / "page.html"))
        self.assertEqual(pickle.loads(pickle.dumps(run)).metrics, run.metrics)
        self.assertEqual(run.save(self.folder / "copy").metrics, run.metrics)
        with self.assertRaisesRegex(pauc.Error, "^folder: expected one that does not exist yet, got .*copy$"):
            run.save(self.folder / "copy")

    def test_refuses_what_is_no_finished_run(self):
        with self.assertRaisesRegex(pauc.Error, "expected the folder of a run, got none$"):
            pauc.Run.open(self.folder)
        pauc.train(problem(), out=self.folder / "run", **LINEAR)
        metrics = self.folder / "run/metrics.json"
        metrics.write_text(metrics.read_text().replace('"n_positive"', '"n_positives"'))
        with self.assertRaisesRegex(pauc.Error, "metrics.json"):
            pauc.Run.open(self.folder / "run")

    def test_takes_the_next_free_folder(self):
        program = ("import pauc\nrows = {'x': [0, 1, 2, 3, 4, 5, 6, 7] * 5, 'y': [0, 0, 0, 1, 0, 0, 1, 1] * 5}\n"
                   "for k in range(2): print(pauc.train(rows, model='linear', objective='ce', importance=0))\n")
        printed = subprocess.check_output([sys.executable, "-c", program], cwd=self.folder, text=True)
        self.assertEqual(printed, "pauc.Run.open('pauc-run')\npauc.Run.open('pauc-run-2')\n")

    def test_later_trainings_of_trees_print_nothing_either(self):  # XGBoost has to be silenced in each thread
        program = (f"import pauc\nfor run in 'ab':\n    pauc.train({str(PATIENTS)!r}, label='outcome', model='trees', "
                   "epochs=3, progress=False, out=run)")
        done = subprocess.run([sys.executable, "-c", program], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))


class RefusalTest(FolderTest):
    def refused(self, sentence, data, **options):
        with self.assertRaisesRegex(pauc.Error, sentence):
            pauc.train(data, out=options.pop("out", self.folder / "run"), **options)
        self.assertFalse((self.folder / "run").exists())

    def test_options(self):
        frame = problem()
        self.refused('^train: no keyword "fpr_mx"; expected one of fpr_max', frame, fpr_mx=0.1)
        self.refused('^train: no keyword "overwrit"; expected one of overwrite', frame, overwrit=True)
        self.refused('^epochs: expected a whole number, got "many"|^epochs: .*many', frame, epochs="many")
        self.refused("^fpr_max: ", frame, fpr_max=2)
        self.refused("^seed: expected a number from 0 on, got -1$", frame, seed=-1)
        self.refused("^threads: expected 0 to 4096, got -1$", frame, threads=-1)
        self.refused("^lr: expected a number or a text, got dict$", frame, lr={})
        self.refused("^set: expected a dict of config keys and values, got str$", frame, set="objective.fpr_max=0.1")
        self.refused('^model: no "mpl"; expected one of mlp', frame, model="mpl")
        self.refused('^lambda_: ', frame, lambda_="x", objective="sopa-s", model="mlp")
        self.refused("^resume: expected resume or overwrite, got both$", frame, resume=True, overwrite=True)
        self.refused('no.*"objective.fprmax".*objective.fpr_max', frame, set={"objective.fprmax": 1})
        self.refused("^data: expected a frame, or the path of a file or folder, got none$", None)

    def test_rows(self):
        frame = problem()
        three = frame.assign(sick=np.arange(200) % 3)
        self.refused("^data: column sick: .*got 3", three, label="sick")
        mixed = frame.assign(a=[{"x": 1}, *range(199)])
        self.refused('^data: column "a": expected numbers, texts or booleans, got dict in row 0$', mixed)
        dates = frame.assign(a=pandas.date_range("2020-01-01", periods=200))
        self.refused('^data: column "a": expected numbers, texts, booleans or categories, got datetime64', dates)
        self.refused(r"""^data: column "a": expected text that UTF-8 can hold, got '\\udcff' in row 0$""",
                     frame.assign(a=["\udcff"] * 200))
        self.refused('^data: column "a": expected numbers below 3.4e38, got inf in row 7$',
                     frame.assign(a=[0.0] * 7 + [np.inf] * 193))
        self.refused('^data: column "b": expected 2 values, one for each row, got 3$', {"a": [1, 2], "b": [1, 2, 3]})
        self.refused('^data: column "a": expected one value for each row, got a single one$', {"a": 1, "b": [1, 2]})
        self.refused("^data: expected a frame, rows and columns, or a path, got an array of shape", np.zeros(3))
        self.refused("^data: expected a frame, rows and columns, or a path, got float$", 3.5)
        self.refused("^data: expected rows and columns, got 0 rows of 4 columns$", frame.head(0))
        twins = frame.rename(columns={"b": "a"})
        self.refused('^data: expected columns with different names, got "a" 2 times$', twins)
        self.refused('^data: expected columns with different names, got "1" 2 times$', {1: [0, 1], "1": [0, 1]})
        self.refused('^test: expected columns with different names, got "a" 2 times$', frame, test=twins)
        self.refused('^data: .*no column "well".*sick', frame, label="well")
        self.refused("No such file", self.folder / "nothing.csv")

    def test_an_existing_run_stays_as_it_is(self):
        out = self.folder / "first"
        pauc.train(problem(), out=out, **LINEAR)
        before = {file.name: file.read_bytes() for file in out.iterdir() if file.is_file()}
        for options in ({}, {"overwrite": True, "label": "well"}, {"overwrite": True, "epochs": "many"}):
            with self.assertRaises(pauc.Error):
                pauc.train(problem(seed=1), out=out, **{**LINEAR, **options})
            self.assertEqual({file.name: file.read_bytes() for file in out.iterdir() if file.is_file()}, before)
        pauc.train(problem(seed=1), out=out, overwrite=True, **LINEAR)
        self.assertNotEqual((out / "metrics.json").read_bytes(), before["metrics.json"])

    def test_predictions(self):
        run = pauc.train(problem(), fpr_max=0.1, out=self.folder / "first", **LINEAR)
        for sentence, rows, options in (
                ("^data: expected the columns that the model was trained on, missing: b$", problem()[["a", "c"]], {}),
                ("^at_fpr: expected a rate between 0 and 1, got 7; did you mean 0.07\\?$", problem(), {"at_fpr": 7}),
                ('^predict: no keyword "probabilty"; expected one of probability', problem(), {"probabilty": True}),
                ("^members: expected a blend of models, got linear", problem(), {"members": True}),
                ("^threads: expected 0 to 4096, got -1$", problem(), {"threads": -1}),
                ("^at_fpr: expected a number, got 'few'$", problem(), {"at_fpr": "few"}),
                ("^threshold: expected a number, got \\[1\\]$", problem(), {"threshold": [1]}),
                ('^keep: expected "all" or a list of columns, got int$', problem(), {"keep": 3}),
                ("^kind: no \"3\"; expected one of ", problem(), {"kind": 3}),
                ('^data: column "a": .*got inf in row 0', problem().assign(a=np.inf), {})):
            with self.assertRaisesRegex(pauc.Error, sentence):
                run.predict(rows, **options)


class ImportTest(unittest.TestCase):
    def test_importing_pauc_imports_neither_torch_nor_scikit_learn(self):
        program = "import sys, pauc; print(sorted({'torch', 'sklearn', 'pandas', 'IPython'} & set(sys.modules)))"
        self.assertEqual(subprocess.check_output([sys.executable, "-c", program], text=True), "[]\n")


if __name__ == "__main__":
    unittest.main()
