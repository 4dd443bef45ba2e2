"""While a training runs: the bar, Ctrl-C, and other threads."""
import io
import os
import pty
import signal
import subprocess
import sys
import threading
import types
import unittest
from unittest import mock

from run_folders import PATIENTS, SAME, FolderTest, command, problem

import pauc
from pauc import _progress


class InterruptTest(FolderTest):
    OPTIONS = {"label": "sick", "fpr_max": 0.2, "model": "mlp", "objective": "sopa", "importance": 0}

    def interrupted(self, out, stop):
        with self.assertRaises(KeyboardInterrupt):
            pauc.train(problem(), epochs=40, out=self.folder / out, progress=stop, **self.OPTIONS)
        self.assertTrue(any((self.folder / out / "checkpoint").iterdir()))
        self.assertFalse((self.folder / out / "metrics.json").exists())
        with self.assertRaisesRegex(pauc.Error, "the run is not finished; pauc.train with this out and resume=True"):
            pauc.Run.open(self.folder / out)

    def test_ctrl_c_leaves_a_checkpoint_and_a_resumed_run_has_the_same_bits(self):
        pauc.train(problem(), epochs=40, out=self.folder / "straight", **self.OPTIONS)

        def press_after_two_epochs(event):
            if event.get("epoch", 0) == 2 and event["batches"] == 0:
                threading.Timer(0, os.kill, (os.getpid(), signal.SIGINT)).start()

        self.interrupted("again", press_after_two_epochs)
        pauc.train(out=self.folder / "again", resume=True)
        self.assert_same_runs("again", "straight")
        self.interrupted("by-command", press_after_two_epochs)
        command("train", "--resume", "--out", self.folder / "by-command")
        self.assert_same_runs("by-command", "straight")

    def test_ctrl_c_in_a_blend_leaves_a_checkpoint_and_a_resumed_blend_has_the_same_bits(self):
        options = {"label": "outcome", "id": "patient", "fpr_max": 0.1, "effort": "quick", "importance": 0}
        pauc.train(PATIENTS, out=self.folder / "straight", **options)

        def press_in_the_network(event):
            if event.get("member") == "mlp" and event["epoch"] == 2:
                threading.Timer(0, os.kill, (os.getpid(), signal.SIGINT)).start()

        out = self.folder / "again"
        with self.assertRaises(KeyboardInterrupt):
            pauc.train(PATIENTS, out=out, progress=press_in_the_network, **options)
        self.assertTrue(any(out.glob("members/mlp/fold-1/checkpoint/*")))
        self.assertFalse((out / "metrics.json").exists())
        with self.assertRaisesRegex(pauc.Error, "the run is not finished; pauc.train with this out and resume=True"):
            pauc.Run.open(out)
        pauc.train(out=out, resume=True)
        self.assert_same_runs("again", "straight", [*SAME[:3], "blend.json", "members/trees/fold-1/trees.json",
                                                    "members/mlp/fold-1/model.safetensors"])

    def test_resumes_with_the_same_rows_only(self):
        def stop(event):
            if event.get("epoch", 0) == 1:
                raise KeyboardInterrupt

        self.interrupted("run", stop)
        with self.assertRaisesRegex(pauc.Error, "cannot resume with other options: data.path"):
            pauc.train(problem(seed=5), epochs=40, out=self.folder / "run", resume=True, **self.OPTIONS)
        run = pauc.train(problem(), epochs=40, out=self.folder / "run", resume=True, **self.OPTIONS)
        self.assertEqual(len(run.log), 40)
        self.assertEqual(list((self.folder / "run").glob("rows-*")), [])
        finished = (self.folder / "run/metrics.json").stat().st_mtime_ns
        pauc.train(problem(), epochs=40, out=self.folder / "run", resume=True, **self.OPTIONS)
        self.assertEqual((self.folder / "run/metrics.json").stat().st_mtime_ns, finished)

    def test_an_exception_of_the_progress_function_comes_through(self):
        def fail(event):
            raise ZeroDivisionError("mine")

        with self.assertRaisesRegex(ZeroDivisionError, "^mine$"):
            pauc.train(problem(), out=self.folder / "run", progress=fail, **self.OPTIONS)

    def test_other_threads_run_meanwhile_and_keep_their_settings(self):
        import torch

        torch.set_num_threads(2)
        ticks, done = [], threading.Event()

        def tick():
            while not done.wait(0.002):
                ticks.append(1)

        thread = threading.Thread(target=tick)
        thread.start()
        pauc.train(problem(), epochs=30, threads=1, out=self.folder / "run", **self.OPTIONS)
        done.set()
        thread.join()
        self.assertGreater(len(ticks), 5)
        self.assertEqual(torch.get_num_threads(), 2)


class ProgressTest(FolderTest):
    EVENT = {"candidate": "ce", "phase": "", "member": None, "fold": 0, "folds": 0, "done": 0.625, "epoch": 2,
             "epochs": 4, "batch": 5, "batches": 10, "objective": 0.25, "train": 0.5, "valid": 0.75, "best": 0.8,
             "best_epoch": 1, "seconds": 0.1}

    def test_a_line_says_where_it_is(self):
        self.assertEqual(_progress.bar_line(self.EVENT),
                         "ce 3/4 [=======     ] objective 0.2500 valid 0.7500 best 0.8000 (epoch 1)")

    def test_a_line_about_a_blend_says_which_model_it_is_and_how_far_all_are(self):
        event = {**self.EVENT, "candidate": "", "member": "mlp", "fold": 2, "folds": 3, "done": 0.5, "batches": 0}
        self.assertEqual(_progress.bar_line(event),
                         "[======      ] mlp fold 2 of 3, 3/4 objective 0.2500 valid 0.7500")

    def test_a_blend_tells_of_every_model_and_of_the_whole(self):
        events = []
        pauc.train(PATIENTS, label="outcome", id="patient", effort="quick", epochs=5, importance=0,
                   out=self.folder / "run", progress=events.append)
        models = [event for event in events if "note" not in event]
        self.assertEqual({(event["member"], event["fold"], event["folds"]) for event in models},
                         {("trees", 1, 1), ("mlp", 1, 1)})
        done = [event["done"] for event in models]
        self.assertEqual(done, sorted(done))
        self.assertGreater(done[0], 0)
        self.assertLess(done[0], 0.5)
        self.assertGreater(done[-1], 0.5)  # the models end early, at epochs of their own
        self.assertLessEqual(done[-1], 1)

    def test_a_terminal_gets_a_bar_for_the_training_that_is_the_default(self):
        program = ("import sys, pauc\npauc.train(sys.argv[1], label='outcome', id='patient', effort='quick', "
                   "importance=0, out='run')\n")
        terminal, end = pty.openpty()
        subprocess.run([sys.executable, "-c", program, PATIENTS], stderr=end, check=True, cwd=self.folder)
        shown = os.read(terminal, 1 << 16)
        self.assertRegex(shown, rb"\r\x1b\[K\[[= ]{12}\] (trees|mlp) fold 1 of 1, \d+/\d+ objective ")
        self.assertRegex(shown, rb"mlp: fold 1 of 1 is trained")

    def test_a_pipe_that_asks_gets_a_line_per_model_of_a_blend(self):
        program = ("import sys, pauc\npauc.train(sys.argv[1], label='outcome', id='patient', effort='quick', epochs=3, "
                   "importance=0, out='run', progress=True)\n")
        done = subprocess.run([sys.executable, "-c", program, PATIENTS], stderr=subprocess.PIPE, check=True,
                              cwd=self.folder, text=True)
        self.assertNotIn("objective 0", done.stderr)
        self.assertEqual(done.stderr.count("is trained"), 2)

    def test_a_terminal_gets_a_bar_and_a_pipe_nothing_unless_asked(self):
        program = ("import sys, pauc\nrows = {'x': [0, 1, 2, 3, 4, 5, 6, 7] * 5, 'y': [0, 0, 0, 1, 0, 0, 1, 1] * 5}\n"
                   "pauc.train(rows, model='linear', objective='ce', importance=0, progress=eval(sys.argv[1]), "
                   "out=sys.argv[2])\n")
        words = [sys.executable, "-c", program]
        terminal, end = pty.openpty()
        subprocess.run([*words, "None", "a"], stderr=end, check=True, cwd=self.folder)
        self.assertRegex(os.read(terminal, 1 << 16), rb"\r\x1b\[K\d+/10 \[")
        for wanted, expected in (("None", ""), ("False", ""), ("True", "objective ")):
            done = subprocess.run([*words, wanted, f"b{wanted}"], stderr=subprocess.PIPE, check=True, cwd=self.folder)
            self.assertEqual(expected in done.stderr.decode(), True)
            self.assertEqual(bool(expected), bool(done.stderr), wanted)

    def test_a_notebook_gets_one_line_that_changes(self):
        drawn = []

        class Handle:
            def update(self, bundle, raw):
                drawn.append(("update", bundle["text/plain"], raw))

        def display(bundle, raw, display_id):
            drawn.append(("display", bundle["text/plain"], raw))
            return Handle()

        shell = types.SimpleNamespace(kernel=object())
        modules = {"ipykernel": types.ModuleType("ipykernel"), "IPython": types.ModuleType("IPython"),
                   "IPython.display": types.ModuleType("IPython.display")}
        modules["IPython"].get_ipython = lambda: shell
        modules["IPython.display"].display = display
        with mock.patch.dict(sys.modules, modules), mock.patch.object(_progress, "PAUSE", 0):
            show, end = _progress.progress_of(None)
            show(self.EVENT)
            show({**self.EVENT, "batch": 6})
            with mock.patch("sys.stderr", io.StringIO()) as printed:
                show({"note": "a remark"})
            end()
        self.assertEqual([kind for kind, *_ in drawn], ["display", "update", "update"])
        self.assertEqual(printed.getvalue(), "a remark\n")


if __name__ == "__main__":
    unittest.main()
