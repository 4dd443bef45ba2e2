"""The operating point that a reader chooses has the figures of `pauc evaluate`."""
import bisect
import collections
import csv
import json
import math
import shlex

import pages
from page_case import FIELDS, main, outputs, PageTest, report_data, setUpModule


def counts_at(threshold, labels, scores):
    """Brute force: called positive when score >= threshold; nothing is without a threshold."""
    called = [threshold is not None and score >= threshold for score in scores]
    pairs = collections.Counter(zip(called, labels))
    return {"tp": pairs[True, True], "fp": pairs[True, False], "fn": pairs[False, True], "tn": pairs[False, False]}


def point_at(fpr, *options):
    metrics = pages.metrics_of(*options, "--fpr-max", repr(fpr))
    (scores,) = metrics["scores"].values()
    return next(point for point in scores["operating_points"] if point["fpr"] == fpr)


class Operating(PageTest):
    def setUp(self):
        self.labels, *scores = pages.read_scores(pages.SCORES, "model_a", "model_b")
        self.scores = dict(zip(["model_a", "model_b"], scores))
        self.page = self.open(pages.two_models())

    def assert_true_at(self, shown, model, threshold=...):
        """All outputs agree with the rows of the file."""
        counts = counts_at(shown["threshold"] if threshold is ... else threshold, self.labels, self.scores[model])
        self.assertEqual({name: shown[name] for name in counts}, counts)
        self.assertEqual((shown["fpr"], shown["tpr"]),
                         (counts["fp"] / self.labels.count(False), counts["tp"] / self.labels.count(True)))

    def test_points_are_the_curve(self):
        for model in report_data(self.page)["models"]:
            points = model["points"]
            self.assertEqual([points[name][0] for name in ("threshold", "fp", "tp")], [None, 0, 0])
            self.assertEqual([points["fp"][-1], points["tp"][-1]], [model["negatives"], model["positives"]])
            self.assertEqual(points["threshold"][1:], sorted(set(points["threshold"][1:]), reverse=True))
            for threshold, fp, tp in zip(points["threshold"], points["fp"], points["tp"]):
                counts = counts_at(threshold, self.labels, self.scores[model["name"]])
                self.assertEqual((fp, tp), (counts["fp"], counts["tp"]))

    def test_typed_false_alarms_give_what_evaluate_gives(self):
        for fpr in [0.001, 0.01, 0.05, 0.1, 0.3, 0.999, 1.0, *(k / 250 for k in (1, 2, 3, 7, 14, 29, 57, 113)),
                    math.nextafter(2 / 250, 0), math.nextafter(14 / 250, 1)]:
            with self.subTest(fpr):
                self.page.fill("#op-fpr", repr(fpr))
                shown, point = outputs(self.page), point_at(fpr, pages.SCORES, "--score", "model_a")
                self.assertEqual((shown["threshold"], shown["fpr"], shown["tpr"]),
                                 (point["threshold"], point["realised_fpr"], point["tpr"]))
                self.assert_true_at(shown, "model_a")

    def test_shows_the_upper_limit_of_the_false_alarms(self):
        points = report_data(self.page)["models"][0]["points"]
        self.page.fill("#op-fpr", "0")
        # Nothing of 250 negatives: 1 - 0.05^(1/250).
        self.assertAlmostEqual(points["fpr_high"][0], 1 - 0.05 ** (1 / 250), delta=5e-5)
        self.assertEqual(self.page.evaluate("document.getElementById('out-fpr-limit').textContent"),
                         "[at most 1.2\u00a0%]")
        for fp, high in zip(points["fp"], points["fpr_high"]):
            self.assertGreaterEqual(high, fp / 250)

    def test_no_false_alarms_at_all(self):
        self.page.fill("#op-fpr", "0")
        shown = outputs(self.page)
        self.assertEqual(shown["fp"], 0)
        self.assertGreater(shown["tp"], 0)
        self.assert_true_at(shown, "model_a")

    def test_keys_move_the_slider(self):
        points = report_data(self.page)["models"][0]["points"]
        last = len(points["fp"]) - 1
        self.page.focus("#op-slider")
        for key, times, place in [("Home", 1, 0), ("ArrowRight", 1, 1), ("ArrowUp", 6, 7), ("ArrowLeft", 2, 5),
                                  ("ArrowDown", 1, 4), ("End", 1, last), ("ArrowRight", 1, last),
                                  ("ArrowLeft", 3, last - 3), ("Home", 1, 0)]:
            with self.subTest(key=key, place=place):
                self.page.press(key, times)
                shown = outputs(self.page)
                self.assertEqual((shown["threshold"], shown["fp"], shown["tp"]),
                                 tuple(points[name][place] for name in ("threshold", "fp", "tp")))
                self.assert_true_at(shown, "model_a")
        self.page.press("PageUp")
        self.assertGreater(outputs(self.page)["fp"], 0)

    def test_typed_thresholds_are_counted_by_the_rule(self):
        some = sorted(self.scores["model_a"])
        for threshold in [some[0], some[-1], some[150], math.nextafter(some[150], 9), math.nextafter(some[150], -9),
                          0, -99, 99]:
            with self.subTest(threshold):
                self.page.fill("#op-threshold", repr(threshold))
                self.assert_true_at(outputs(self.page), "model_a", threshold=threshold)

    def test_precision_follows_prevalence(self):
        self.page.fill("#op-fpr", "0.05")
        shown = outputs(self.page)
        self.assertAlmostEqual(shown["precision"], shown["tp"] / (shown["tp"] + shown["fp"]), places=12)
        for percent in ("50", "1", "0.1", "16.7", "100", "0"):
            with self.subTest(percent):
                self.page.fill("#op-prevalence", percent)
                share = float(percent) / 100
                precision = share * shown["tpr"] / (share * shown["tpr"] + (1 - share) * shown["fpr"])
                self.assertAlmostEqual(outputs(self.page)["precision"], precision, places=12)

    def test_nothing_called_has_no_precision(self):
        self.page.focus("#op-slider")
        self.page.press("Home")
        self.assertIsNone(outputs(self.page)["precision"])

    def test_there_and_back_is_the_same_point(self):
        self.page.fill("#op-fpr", "0.1")
        before = outputs(self.page)
        for key in ("ArrowDown", "ArrowUp"):
            self.page.focus("#op-model")
            self.page.press(key)
        self.assertEqual(outputs(self.page), before)

    def test_the_other_model_is_evaluated_at_the_rate_that_was_asked_for(self):
        self.page.fill("#op-fpr", "0.1")
        self.page.focus("#op-model")
        self.page.press("ArrowDown")
        point = point_at(0.1, pages.SCORES, "--score", "model_b")
        self.assertEqual((outputs(self.page)["fpr"], outputs(self.page)["tpr"]), (point["realised_fpr"], point["tpr"]))

    def test_thousands_with_commas_are_not_taken_for_fractions(self):
        self.page.fill("#op-cost-false-alarm", "1")
        self.page.fill("#op-cost-miss", "1,000")
        self.assertFalse(self.check(self.page, "shown('#out-cost')"))
        self.assertIn("Cost of a miss", self.page.evaluate("document.getElementById('op-message').textContent"))

    def test_a_wrong_share_of_positives_leaves_no_precision(self):
        self.page.fill("#op-prevalence", "150")
        self.assertIsNone(outputs(self.page)["precision"])

    def test_what_was_typed_stays_and_its_mistake_is_named(self):
        self.page.fill("#op-fpr", "2")
        self.assertEqual(self.page.evaluate("document.getElementById('op-fpr').value"), "2")
        self.assertIn("FPR", self.page.evaluate("document.getElementById('op-message').textContent"))
        self.page.fill("#op-threshold", "1.5")
        self.assertEqual(self.page.evaluate("document.getElementById('op-threshold').value"), "1.5")

    def test_interval_is_that_of_evaluate(self):
        self.page.fill("#op-fpr", "0.1")
        low, high = point_at(0.1, pages.SCORES, "--score", "model_a")["tpr_ci"]
        self.assertEqual(self.page.evaluate("document.getElementById('out-tpr-interval').textContent"),
                         f"[{100 * low:.1f}, {100 * high:.1f}]")

    def test_cost_is_that_of_1000_cases(self):
        self.assertFalse(self.check(self.page, "shown('#out-cost')"))
        self.page.fill("#op-fpr", "0.05")
        self.page.fill("#op-cost-false-alarm", "2.5")
        self.assertFalse(self.check(self.page, "shown('#out-cost')"))
        self.page.fill("#op-cost-miss", "40")
        self.assertTrue(self.check(self.page, "shown('#out-cost')"))
        shown = outputs(self.page)
        cost = 1000 * (2.5 * shown["fp"] + 40 * shown["fn"]) / len(self.labels)
        self.assertAlmostEqual(shown["cost"], cost, places=9)
        self.page.fill("#op-prevalence", "1")
        shown = outputs(self.page)
        cost = 1000 * (2.5 * 0.99 * shown["fpr"] + 40 * 0.01 * (1 - shown["tpr"]))
        self.assertAlmostEqual(shown["cost"], cost, places=9)
        self.page.fill("#op-cost-miss", "")
        self.assertFalse(self.check(self.page, "shown('#out-cost')"))

    def test_bad_input_does_no_harm(self):
        good = {"op-fpr": "0.05", "op-threshold": "1", "op-prevalence": "10", "op-cost-false-alarm": "1",
                "op-cost-miss": "20"}
        for field, text in good.items():
            self.page.fill(f"#{field}", text)
        for field in FIELDS:
            for text in ["abc", "", "-1", "1e999", "-1e999", "NaN", "Infinity", "0x10", "1,5", "1 2", "--", ".", "e",
                         "<b>", "٣", "1" * 400]:
                with self.subTest(field=field, text=text[:9]):
                    self.page.fill(f"#{field}", text)
                    for value in outputs(self.page).values():
                        self.assertTrue(value is None or math.isfinite(value), value)
                    self.assertNotRegex(self.page.evaluate("document.getElementById('operating').innerText"),
                                        r"NaN|Infinity|undefined|\bnull\b|\[object")
            self.page.fill(f"#{field}", good[field])
            self.assert_true_at(outputs(self.page), "model_a")
        self.assertEqual(self.page.console, [])

    def test_other_models_can_be_chosen(self):
        self.assertEqual(self.check(self.page, "texts('#op-model option')"), ["model_a", "model_b"])
        self.page.focus("#op-model")
        self.page.press("ArrowDown")
        self.assert_true_at(outputs(self.page), "model_b")
        for fpr in (0.01, 0.1):
            self.page.fill("#op-fpr", repr(fpr))
            shown, point = outputs(self.page), point_at(fpr, pages.SCORES, "--score", "model_b")
            self.assertEqual((shown["threshold"], shown["fpr"], shown["tpr"]),
                             (point["threshold"], point["realised_fpr"], point["tpr"]))
        self.page.focus("#op-slider")
        self.page.press("End")
        self.page.press("ArrowLeft", 2)
        self.assert_true_at(outputs(self.page), "model_b")
        self.page.focus("#op-model")
        self.page.press("ArrowUp")
        self.assert_true_at(outputs(self.page), "model_a")
        self.assertEqual(self.page.console, [])

    def test_one_model_needs_no_choice(self):
        page = self.open(pages.one_model())
        self.assertEqual(self.check(page, "count('#op-model')"), 0)
        page.fill("#op-fpr", "0.05")
        self.assert_true_at(outputs(page), "model_a")

    def test_no_point_is_that_strict(self):
        file = pages.fresh("scores.csv")
        file.write_text("label,score\n0,3\n1,2\n1,2\n0,1\n1,1\n")
        page = self.open(pages.evaluated(file, "--fpr-max", "0.1"))
        page.fill("#op-fpr", "0.1")
        self.assertEqual([outputs(page)[name] for name in ("threshold", "fp", "tp", "precision")], [None, 0, 0, None])
        self.assertNotIn("null", page.evaluate("document.getElementById('operating').innerText"))

    def test_weights_are_heeded(self):
        file = pages.fresh("scores.csv")
        file.write_text("label,score,weight\n" +
                        "".join(f"{int(k % 3 == 0)},{(k * 37) % 50},{0.25 + k % 4}\n" for k in range(90)))
        page = self.open(pages.evaluated(file, "--weight", "weight", "--fpr-max", "0.2"))
        for fpr in (0.05, 0.2):
            page.fill("#op-fpr", repr(fpr))
            shown, point = outputs(page), point_at(fpr, file, "--weight", "weight")
            self.assertEqual(shown["threshold"], point["threshold"])
            self.assertAlmostEqual(shown["fpr"], point["realised_fpr"], places=12)
            self.assertAlmostEqual(shown["tpr"], point["tpr"], places=12)


class Applied(PageTest):
    """The command below the slider, run as it is copied."""

    def test_gives_these_decisions_to_the_rows_of_the_page(self):
        run = pages.patients()
        page = self.open(run / "report.html")
        with open(run / "predictions-test.csv") as lines:
            test = {row["row"]: row["label"] == "1" for row in csv.DictReader(lines)}
        for fpr in (None, "0.05", "0.3"):  # first as the page opens
            if fpr:
                page.fill("#op-fpr", fpr)
            shown = outputs(page)
            command = page.evaluate("document.getElementById('out-command').textContent")
            words = shlex.split(command)
            self.assertEqual(words[:2], ["pauc", "predict"])
            words = [str(pages.EXAMPLES / "patients.csv") if word == "NEW.csv" else word for word in words]
            words[2] = str(run)  # relative to the folder where the page was written
            decided = csv.DictReader(pages.run(*words[1:]).decode().splitlines())
            called = {row["row"] for row in decided if row["decision"] == "1" and row["row"] in test}
            self.assertEqual((shown["tp"], shown["fp"]),
                             (sum(test[row] for row in called), sum(not test[row] for row in called)), fpr)

    def test_the_page_opens_at_the_guaranteed_threshold(self):
        run = pages.patients()
        page = self.open(run / "report.html")
        card = json.loads((run / "model.json").read_text())
        (at,) = [at for at in card["thresholds"] if at["fpr"] == 0.1]
        self.assertEqual(report_data(page)["threshold"], at["guaranteed_threshold"])
        if at["guaranteed_threshold"] is None:
            self.skipTest("too few negatives for a guarantee")
        self.assertEqual(outputs(page)["threshold"], at["guaranteed_threshold"])
        self.assertIn(f"--threshold={at['guaranteed_threshold']}",
                      page.evaluate("document.getElementById('out-command').textContent"))


class Weighted(PageTest):
    def test_a_typed_rate_is_that_of_evaluate(self):
        """Sums of weights are a little more than they should be: fifteen times 0.2 is not 3."""
        file = pages.fresh("weights.csv")
        rows = [(1, 100 - k, 1) for k in range(0, 60, 3)] + [(0, 100.5 - k, 0.2) for k in range(0, 60)]
        file.write_text("label,score,weight\n" +
                        "".join(f"{label},{score},{weight}\n" for label, score, weight in rows))
        page = self.open(pages.evaluated(file, "--weight", "weight", "--fpr-max", "0.2"))
        for count in range(1, 60):
            fpr = count / 60
            page.fill("#op-fpr", repr(fpr))
            point = point_at(fpr, file, "--weight", "weight")
            shown = outputs(page)
            self.assertEqual((shown["threshold"], shown["fpr"], shown["tpr"]),
                             (point["threshold"], point["realised_fpr"], point["tpr"]), fpr)


class Large(PageTest):
    """200 000 rows."""

    def setUp(self):
        self.file = pages.many_scores()
        self.html = pages.evaluated(self.file, "--score", "fine", "--score", "coarse", "--fpr-max", "0.02")

    def test_page_is_small(self):
        self.assertLess(self.html.stat().st_size, 1_000_000)

    def test_thinned_points_are_true_and_hold_the_operating_points(self):
        page = self.open(self.html)
        self.assert_inert(page, self.html)
        labels, fine, coarse = pages.read_scores(self.file, "fine", "coarse")
        for model, scores in zip(report_data(page)["models"], (fine, coarse)):
            points = model["points"]
            for kind, name in ((False, "fp"), (True, "tp")):
                of_class = sorted(score for score, label in zip(scores, labels) if label == kind)
                self.assertEqual(points[name][1:], [len(of_class) - bisect.bisect_left(of_class, threshold)
                                                    for threshold in points["threshold"][1:]])
        page.focus("#op-model")
        page.press("ArrowDown")
        page.press("ArrowUp")
        metrics = pages.metrics_of(self.file, "--score", "fine", "--fpr-max", "0.02", "--ci", "none")
        for point in metrics["scores"]["fine"]["operating_points"]:
            page.fill("#op-fpr", repr(point["fpr"]))
            shown = outputs(page)
            self.assertEqual((shown["threshold"], shown["fpr"], shown["tpr"]),
                             (point["threshold"], point["realised_fpr"], point["tpr"]))


if __name__ == "__main__":
    main()
