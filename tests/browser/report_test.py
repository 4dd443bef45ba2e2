"""Opens the report's pages in Chromium and uses them as people do: report_test.py path/to/pauc [--pages FOLDER] [TestClass...]

FOLDER is what pages.py has made; without it pages are made when they are needed. Of a page's markup these tests know: the ids of sections, fields and outputs, `data-value` with the exact
value of a rounded text, `data-model`, `data-view`, `circle.marker`, `bdi` around texts of users, and the data in `#report-data`.
"""
import bisect
import collections
import functools
import json
import math
import os
import pathlib
import re
import shutil
import sys
import unittest

import pages
from chromium import Browser, require_chromium
from hostile import FILE_NAMES, HOSTILE

CHECKS = pathlib.Path(__file__).with_name("checks.js").read_text()
JUDGED = ["headline", "summary", "roc", "operating", "operating-points", "distributions", "details"]
TRAINED = [*JUDGED, "training", "hardest"]
EVERY_PAGE = {  # how each is made, the sections that it must have
    "two models": (pages.two_models, [*JUDGED, "differences"]),
    "one model without a region": (pages.one_model, JUDGED),
    "two-way region": (pages.two_way, [*JUDGED, "differences"]),
    "automatic training on a table": (lambda: pages.patients() / "report.html", [*TRAINED, "candidates"]),
    "molecules": (lambda: pages.molecules() / "report.html", TRAINED),
    "images": (lambda: pages.rings() / "report.html", TRAINED),
    "two runs": (pages.two_runs, [*JUDGED, "differences", "training"]),
}
MAIN_PAGES = {name: EVERY_PAGE[name] for name in ("two models", "automatic training on a table", "images")}
OUTPUTS = ["threshold", "fpr", "tpr", "precision", "tp", "fp", "fn", "tn", "cost"]
FIELDS = ["op-fpr", "op-threshold", "op-prevalence", "op-cost-false-alarm", "op-cost-miss"]
PAPER_WIDTH = 717  # of A4 less the browser's margins, in CSS pixels


def on_pages(which=EVERY_PAGE, **options):
    """A test of each of these pages: it is given an open page and the sections that belong there."""
    def wrap(test):
        @functools.wraps(test)
        def every(self):
            for name, (make, sections) in which.items():
                with self.subTest(name), self.browser.open(make(), **options) as page:
                    if options.get("scripts", True):
                        page.settle()
                    test(self, page, sections)
        return every
    return wrap


def setUpModule():
    PageTest.browser = unittest.enterModuleContext(Browser())


class PageTest(unittest.TestCase):
    maxDiff = None

    def open(self, file, **options):
        page = self.browser.open(file, **options)
        self.addCleanup(page.__exit__)
        if options.get("scripts", True):
            page.settle()
        return page

    def check(self, page, call):
        return page.evaluate(f"{CHECKS}\nchecks.{call}")

    def assert_inert(self, page, file):
        """The page has asked for nothing but itself, said nothing, run nothing of others."""
        addresses = [address for address in page.requests if not address.startswith("data:image/")]
        self.assertEqual((addresses, page.console, page.dialogs), ([pathlib.Path(file).resolve().as_uri()], [], []))
        self.assertIsNone(page.evaluate("window.hacked"))


class Renders(PageTest):
    def test_every_page_is_quiet_and_complete(self):
        for name, (make, sections) in EVERY_PAGE.items():
            with self.subTest(name):
                page = self.open(make())
                self.assert_inert(page, make())
                for section in sections:
                    self.assertTrue(self.check(page, f"shown('#{section}')"), section)

    @on_pages()
    def test_headline_is_words(self, page, _):
        self.assertRegex(page.evaluate("document.getElementById('headline').innerText"), r"\w+ \w+ .*\.")

    def test_every_model_has_a_row(self):
        self.assertEqual(self.open(pages.two_models()).evaluate("[...document.querySelectorAll('#summary tr[data-model]')].map(row => row.dataset.model)"), ["model_a", "model_b"])
        self.assertEqual(self.open(pages.two_runs()).evaluate("[...document.querySelectorAll('#summary tr[data-model]')].map(row => row.dataset.model)"), ["with-ce", "with-sopa"])

    @on_pages()
    def test_head_says_language_width_and_policy(self, page, _):
        self.assertEqual(page.evaluate("[document.documentElement.lang, document.compatMode, document.characterSet]"), ["en", "CSS1Compat", "UTF-8"])
        self.assertTrue(page.evaluate("document.title"))
        self.assertIn("width=device-width", page.evaluate("document.querySelector('meta[name=viewport]').content"))
        policy = page.evaluate("document.querySelector('meta[http-equiv=Content-Security-Policy]').content")
        for rule in (r"default-src 'none'", r"script-src 'sha256-[\w+/=]+'", r"style-src 'sha256-[\w+/=]+'", r"img-src data:", r"base-uri 'none'", r"form-action 'none'"):
            self.assertRegex(policy, rf"(^|; ){rule}(;|$)")
        self.assertNotRegex(policy, "unsafe|https?:|[*]")

    @on_pages()
    def test_nothing_stands_where_the_policy_would_not_see_it(self, page, _):
        self.assertEqual(self.check(page, "count('script')"), 2)
        self.assertEqual(self.check(page, "count('script[src], iframe, frame, object, embed, form, base, link, [style], a[target]')"), 0)
        self.assertEqual([name for name in self.check(page, "attributes()") if name.startswith("on")], [])
        self.assertEqual([address[:60] for address in self.check(page, "addresses()") if not re.match(r"#|data:image/(png|jpeg|svg\+xml);base64,", address)], [])

    def test_data_hold_no_markup(self):
        for make, _ in EVERY_PAGE.values():
            data = re.search(r'<script type="application/json" id="report-data">(.*?)</script>', make().read_text(), re.S)[1]
            self.assertNotIn("<", data)
            json.loads(data)

    @on_pages(width=360, height=740)
    def test_fits_a_phone(self, page, _):
        page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 360, self.check(page, "stickingOut(360)"))

    @on_pages()
    def test_pictures_are_decoded_and_described(self, page, _):
        seen = page.evaluate("Promise.all([...document.images].map(image => image.decode().then(() => [image.naturalWidth > 0, image.alt.length > 0])))")
        self.assertEqual(seen, [[True, True]] * len(seen))

    def test_images_and_molecules_are_pictured(self):
        for run in (pages.rings(), pages.molecules()):
            self.assertGreater(self.check(self.open(run / "report.html"), "count('#hardest img')"), 3)

    def test_ids_are_shown(self):
        shown = self.check(self.open(pages.patients() / "report.html"), "texts('#hardest bdi')")
        self.assertGreater(len([text for text in shown if re.fullmatch(r"P\d{4}", text)]), 3)

    def test_reports_of_parts(self):
        page = pages.fresh("page.html")
        pages.run("report", pages.patients(), "--part", "valid", "--out", page)
        counts = pages.judged(pages.patients() / "predictions-valid.csv", "--score", "score")
        data = report_data(self.open(page))
        self.assertEqual((data["models"][0]["positives"], data["models"][0]["negatives"]), (counts["n_positive"], counts["n_negative"]))


def report_data(page):
    return page.evaluate("JSON.parse(document.getElementById('report-data').textContent)")


def outputs(page):
    """Exact values of what the page says about the operating point; None where it says that there is none."""
    page.settle()
    texts = page.evaluate(f"{json.dumps(OUTPUTS)}.map(name => document.getElementById('out-' + name).dataset.value || '')")
    return {name: float(text) if text else None for name, text in zip(OUTPUTS, texts)}


def counts_at(threshold, labels, scores):
    """Brute force: called positive when score >= threshold; nothing is without a threshold."""
    called = [threshold is not None and score >= threshold for score in scores]
    pairs = collections.Counter(zip(called, labels))
    return {"tp": pairs[True, True], "fp": pairs[True, False], "fn": pairs[False, True], "tn": pairs[False, False]}


def point_at(fpr, *options):
    judged = pages.judged(*options, "--fpr-max", repr(fpr))
    (scores,) = judged["scores"].values()
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
        self.assertEqual((shown["fpr"], shown["tpr"]), (counts["fp"] / self.labels.count(False), counts["tp"] / self.labels.count(True)))

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
        for fpr in [0.001, 0.01, 0.05, 0.1, 0.3, 0.999, 1.0, *(k / 250 for k in (1, 2, 3, 7, 14, 29, 57, 113)), math.nextafter(2 / 250, 0), math.nextafter(14 / 250, 1)]:
            with self.subTest(fpr):
                self.page.fill("#op-fpr", repr(fpr))
                shown, point = outputs(self.page), point_at(fpr, pages.SCORES, "--score", "model_a")
                self.assertEqual((shown["threshold"], shown["fpr"], shown["tpr"]), (point["threshold"], point["realised_fpr"], point["tpr"]))
                self.assert_true_at(shown, "model_a")

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
        for key, times, place in [("Home", 1, 0), ("ArrowRight", 1, 1), ("ArrowUp", 6, 7), ("ArrowLeft", 2, 5), ("ArrowDown", 1, 4),
                                  ("End", 1, last), ("ArrowRight", 1, last), ("ArrowLeft", 3, last - 3), ("Home", 1, 0)]:
            with self.subTest(key=key, place=place):
                self.page.press(key, times)
                shown = outputs(self.page)
                self.assertEqual((shown["threshold"], shown["fp"], shown["tp"]), tuple(points[name][place] for name in ("threshold", "fp", "tp")))
                self.assert_true_at(shown, "model_a")
        self.page.press("PageUp")
        self.assertGreater(outputs(self.page)["fp"], 0)

    def test_typed_thresholds_are_counted_by_the_rule(self):
        some = sorted(self.scores["model_a"])
        for threshold in [some[0], some[-1], some[150], math.nextafter(some[150], 9), math.nextafter(some[150], -9), 0, -99, 99]:
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
                self.assertAlmostEqual(outputs(self.page)["precision"], share * shown["tpr"] / (share * shown["tpr"] + (1 - share) * shown["fpr"]), places=12)

    def test_nothing_called_has_no_precision(self):
        self.page.focus("#op-slider")
        self.page.press("Home")
        self.assertIsNone(outputs(self.page)["precision"])

    def test_cost_is_that_of_1000_cases(self):
        self.assertFalse(self.check(self.page, "shown('#out-cost')"))
        self.page.fill("#op-fpr", "0.05")
        self.page.fill("#op-cost-false-alarm", "2.5")
        self.assertFalse(self.check(self.page, "shown('#out-cost')"))
        self.page.fill("#op-cost-miss", "40")
        self.assertTrue(self.check(self.page, "shown('#out-cost')"))
        shown = outputs(self.page)
        self.assertAlmostEqual(shown["cost"], 1000 * (2.5 * shown["fp"] + 40 * shown["fn"]) / len(self.labels), places=9)
        self.page.fill("#op-prevalence", "1")
        shown = outputs(self.page)
        self.assertAlmostEqual(shown["cost"], 1000 * (2.5 * 0.99 * shown["fpr"] + 40 * 0.01 * (1 - shown["tpr"])), places=9)
        self.page.fill("#op-cost-miss", "")
        self.assertFalse(self.check(self.page, "shown('#out-cost')"))

    def test_bad_input_does_no_harm(self):
        good = {"op-fpr": "0.05", "op-threshold": "1", "op-prevalence": "10", "op-cost-false-alarm": "1", "op-cost-miss": "20"}
        for field, text in good.items():
            self.page.fill(f"#{field}", text)
        for field in FIELDS:
            for text in ["abc", "", "-1", "1e999", "-1e999", "NaN", "Infinity", "0x10", "1,5", "1 2", "--", ".", "e", "<b>", "٣", "1" * 400]:
                with self.subTest(field=field, text=text[:9]):
                    self.page.fill(f"#{field}", text)
                    for value in outputs(self.page).values():
                        self.assertTrue(value is None or math.isfinite(value), value)
                    self.assertNotRegex(self.page.evaluate("document.getElementById('operating').innerText"), r"NaN|Infinity|undefined|\bnull\b|\[object")
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
            self.assertEqual((shown["threshold"], shown["fpr"], shown["tpr"]), (point["threshold"], point["realised_fpr"], point["tpr"]))
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
        file.write_text("label,score,weight\n" + "".join(f"{int(k % 3 == 0)},{(k * 37) % 50},{0.25 + k % 4}\n" for k in range(90)))
        page = self.open(pages.evaluated(file, "--weight", "weight", "--fpr-max", "0.2"))
        for fpr in (0.05, 0.2):
            page.fill("#op-fpr", repr(fpr))
            shown, point = outputs(page), point_at(fpr, file, "--weight", "weight")
            self.assertEqual(shown["threshold"], point["threshold"])
            self.assertAlmostEqual(shown["fpr"], point["realised_fpr"], places=12)
            self.assertAlmostEqual(shown["tpr"], point["tpr"], places=12)


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
                self.assertEqual(points[name][1:], [len(of_class) - bisect.bisect_left(of_class, threshold) for threshold in points["threshold"][1:]])
        page.focus("#op-model")
        page.press("ArrowDown")
        page.press("ArrowUp")
        for point in pages.judged(self.file, "--score", "fine", "--fpr-max", "0.02", "--ci", "none")["scores"]["fine"]["operating_points"]:
            page.fill("#op-fpr", repr(point["fpr"]))
            shown = outputs(page)
            self.assertEqual((shown["threshold"], shown["fpr"], shown["tpr"]), (point["threshold"], point["realised_fpr"], point["tpr"]))


class Figures(PageTest):
    def views(self, page):
        return [view for view in ("whole", "corner", "corner_log") if self.check(page, f"shown('svg.roc[data-view={view}]')")]

    def markers(self, page, view):
        page.settle()
        return page.evaluate(f"[...document.querySelectorAll('svg.roc[data-view={view}] circle.marker')].filter(c => c.checkVisibility({{visibilityProperty: true}}))"
                             ".map(c => [c.cx.baseVal.value, c.cy.baseVal.value])")

    def test_axis_is_switched_by_mouse_and_keys(self):
        for scripts in (True, False):
            with self.subTest(scripts=scripts), self.browser.open(pages.two_models(), scripts=scripts) as page:
                self.assertEqual(self.views(page), ["whole", "corner"])
                page.click("input[name=corner-axis][value=log]")
                self.assertEqual(self.views(page), ["whole", "corner_log"])
                page.focus("input[name=corner-axis][value=log]")
                page.press("ArrowLeft")
                self.assertEqual(self.views(page), ["whole", "corner"])

    def test_marker_stands_at_the_operating_point(self):
        page = self.open(pages.two_models())
        page.focus("#op-slider")
        page.press("Home")
        ((left, bottom),) = self.markers(page, "whole")
        page.press("End")
        ((right, top),) = self.markers(page, "whole")
        self.assertTrue(left < right and top < bottom)
        for fpr in ("0.01", "0.1", "0.5"):
            page.fill("#op-fpr", fpr)
            shown, ((x, y),) = outputs(page), self.markers(page, "whole")
            self.assertAlmostEqual(x, left + shown["fpr"] * (right - left), delta=0.02)
            self.assertAlmostEqual(y, bottom + shown["tpr"] * (top - bottom), delta=0.02)

    def test_marker_is_in_the_corner_only_when_the_point_is(self):
        page = self.open(pages.two_models())
        for view in ("corner", "corner_log"):
            page.click(f"input[name=corner-axis][value={'log' if view == 'corner_log' else 'linear'}]")
            places = []
            for fpr in ("0.02", "0.09"):
                page.fill("#op-fpr", fpr)
                places.append(self.markers(page, view)[0][0])
            self.assertLess(*places)
            for fpr in ("0", "0.5", "1"):
                page.fill("#op-fpr", fpr)
                self.assertEqual(self.check(page, "strayMarkers()"), [])

    def test_marker_follows_the_model(self):
        page = self.open(pages.two_models())
        page.fill("#op-fpr", "0.05")
        before = self.markers(page, "whole")
        page.focus("#op-model")
        page.press("ArrowDown")
        page.fill("#op-fpr", "0.05")
        self.assertNotEqual(before, self.markers(page, "whole"))


    def point_at(self, page, view, fpr, tpr, act):
        """The mouse over, or on, a place of a figure."""
        place = page.evaluate(f"""(() => {{
            const figure = document.querySelector('svg.roc[data-view={view}]');
            figure.scrollIntoView({{block: 'center'}});
            const {{left, right, top, bottom, low, high, scale}} = figure.dataset;
            const share = scale === 'log' ? Math.log({fpr} / low) / Math.log(high / low) : ({fpr} - low) / (high - low);
            const at = new DOMPoint(+left + (right - left) * share, +bottom + (top - bottom) * {tpr}).matrixTransform(figure.getScreenCTM());
            return [at.x, at.y];
        }})()""")
        act(*place)
        page.settle()

    def test_pointing_at_a_curve_reads_it(self):
        page = self.open(pages.two_models())
        data = page.evaluate("JSON.parse(document.getElementById('report-data').textContent)")
        for view, fpr in (("whole", 0.5), ("corner", 0.05), ("corner_log", 0.05)):
            page.click(f"input[name=corner-axis][value={'log' if view == 'corner_log' else 'linear'}]")
            for model in data["models"]:
                k = max(k for k, fp in enumerate(model["points"]["fp"]) if fp <= fpr * model["negatives"])
                tpr = model["points"]["tp"][k] / model["positives"]
                self.point_at(page, view, fpr, tpr, page.move)
                said = page.evaluate("document.getElementById('readout').textContent")
                self.assertIn(f"{100 * tpr:.1f}\u00a0% of the positives", said)
                self.point_at(page, view, fpr, tpr, page.click_at)
                self.assertEqual(outputs(page)["tpr"], tpr, view)

    def test_cheapest_point_is_the_cheapest(self):
        page = self.open(pages.two_models())
        model = page.evaluate("JSON.parse(document.getElementById('report-data').textContent)")["models"][0]
        page.fill("#op-cost-false-alarm", "1")
        page.fill("#op-cost-miss", "12")
        page.click("#op-cheapest")
        costs = [fp + 12 * (model["positives"] - tp) for fp, tp in zip(model["points"]["fp"], model["points"]["tp"])]
        shown = outputs(page)
        self.assertEqual(shown["fp"] + 12 * shown["fn"], min(costs))


class WithoutScript(PageTest):
    def test_everything_but_choosing_is_there(self):
        for name, (make, sections) in EVERY_PAGE.items():
            with self.subTest(name):
                with_script, without = self.open(make()), self.open(make(), scripts=False)
                for section in sections:
                    self.assertTrue(self.check(without, f"shown('#{section}')"), section)
                    if section != "operating":
                        text = f"document.getElementById('{section}').innerText"
                        self.assertEqual(without.evaluate(text), with_script.evaluate(text))
                self.assert_inert(without, make())

    def test_choosing_says_what_it_needs(self):
        page = self.open(pages.two_models(), scripts=False)
        self.assertRegex(page.evaluate("document.querySelector('#operating noscript').innerText"), "JavaScript|script")
        self.assertFalse(self.check(page, "shown('#operating input, #operating select, #operating output')"))
        self.assertFalse(self.check(page, "shown('circle.marker')"))


class Colours(PageTest):
    def faint(self, page):
        page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
        page.resize(1280, page.evaluate("document.documentElement.scrollHeight") + 50)
        page.settle()
        return self.check(page, "faintTexts(4.5)")

    def assert_readable(self, page):
        self.assertEqual(self.faint(page), [])
        page.click("input[name=corner-axis][value=log]")
        self.assertEqual(self.faint(page), [])

    @on_pages()
    def test_texts_can_be_read_in_the_light(self, page, _):
        self.assert_readable(page)

    @on_pages(dark=True)
    def test_texts_can_be_read_in_the_dark(self, page, _):
        self.assert_readable(page)

    def test_dark_is_dark(self):
        grounds = [sum(self.check(self.open(pages.two_models(), dark=dark), "pageBackground()")) for dark in (False, True)]
        self.assertGreater(grounds[0], 3 * 200)
        self.assertLess(grounds[1], 3 * 70)

    def test_marks_and_curves_stand_out_in_light_and_dark(self):
        for dark in (False, True):
            page = self.open(pages.two_models(), dark=dark)
            self.assertEqual(self.check(page, "faintLines('svg.roc [class~=c0], svg.roc [class~=c1], svg.roc circle.marker', 3)"), [])


class Printing(PageTest):
    @on_pages(print=True, width=PAPER_WIDTH, height=1000)
    def test_paper_shows_everything_but_the_controls(self, page, sections):
        self.assertEqual((self.check(page, f"stickingOut({PAPER_WIDTH})"), self.check(page, "cutOff()")), ([], []))
        self.assertFalse(self.check(page, "shown('input, select, button')"))
        for section in sections:
            self.assertTrue(section == "operating" or self.check(page, f"shown('#{section}')"), section)

    def assert_black_on_white(self, page):
        self.assertEqual(self.check(page, "pageBackground()"), [255, 255, 255])
        self.assertEqual(self.check(page, "faintTexts(4.5)"), [])

    @on_pages(MAIN_PAGES, print=True, width=PAPER_WIDTH, height=6000)
    def test_paper_is_white(self, page, _):
        self.assert_black_on_white(page)

    @on_pages(MAIN_PAGES, print=True, dark=True, width=PAPER_WIDTH, height=6000)
    def test_paper_is_white_in_the_dark_too(self, page, _):
        self.assert_black_on_white(page)

    @on_pages()
    def test_prints(self, page, _):
        count = len(re.findall(rb"/Type /Page\b", page.pdf()))
        self.assertTrue(1 <= count <= 12, count)


class Accessible(PageTest):
    CONTROLS = {"button", "checkbox", "combobox", "link", "listbox", "radio", "searchbox", "slider", "spinbutton", "switch", "textbox", "img", "image", "radiogroup", "DisclosureTriangle"}

    @on_pages()
    def test_everything_to_use_or_look_at_has_a_name(self, page, _):
        nameless = [page.markup_of(node["node"])[:120] for node in page.accessibility() if node["role"] in self.CONTROLS and not node["name"].strip()]
        self.assertEqual(nameless, [])

    def test_names_say_what_controls_do(self):
        names = {node["role"]: node["name"] for node in self.open(pages.two_models()).accessibility()}
        self.assertIn("slider", names)
        self.assertIn("combobox", names)

    @on_pages()
    def test_figures_have_titles(self, page, _):
        self.assertEqual(self.check(page, "untitledFigures()"), [])

    @on_pages()
    def test_headings_go_down_step_by_step(self, page, _):
        levels = page.evaluate("[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(h => Number(h.tagName[1]))")
        self.assertEqual((levels[0], levels.count(1)), (1, 1))
        self.assertTrue(all(after <= before + 1 for before, after in zip(levels, levels[1:])), levels)

    @on_pages()
    def test_sections_have_headings(self, page, _):
        self.assertEqual(page.evaluate("[...document.querySelectorAll('section[id]')].filter(s => !s.querySelector('h1, h2, h3')).map(s => s.id)"), [])
        self.assertEqual(self.check(page, "count('main')"), 1)

    @on_pages()
    def test_tables_have_header_cells(self, page, _):
        self.assertEqual(page.evaluate("[...document.querySelectorAll('table')].filter(t => !t.querySelector('th')).map(t => t.outerHTML.slice(0, 120))"), [])
        self.assertEqual(page.evaluate("[...document.querySelectorAll('th:not([scope])')].map(h => h.outerHTML.slice(0, 120))"), [])

    @on_pages()
    def test_ids_are_unique(self, page, _):
        self.assertEqual(page.evaluate("(ids => ids.filter((id, k) => ids.indexOf(id) !== k))([...document.querySelectorAll('[id]')].map(e => e.id))"), [])

    @on_pages(MAIN_PAGES)
    def test_tabulator_reaches_every_control_and_shows_where_it_is(self, page, _):
        reached = []
        while len(reached) < 200:
            page.press("Tab")
            if page.evaluate("document.activeElement === document.body"):
                break
            reached.append(page.evaluate("document.activeElement.id"))
            self.assertTrue(self.check(page, "showsFocus()"), f"no visible focus: {page.evaluate('document.activeElement.outerHTML.slice(0, 120)')}")
        self.assertLess(len(reached), 200, "the tabulator never leaves the page")
        self.assertLessEqual({"op-slider", *FIELDS}, set(reached))

    @on_pages()
    def test_order_of_controls_is_that_of_the_page(self, page, _):
        self.assertEqual(self.check(page, "count('[tabindex]:not([tabindex=\"0\"]):not([tabindex=\"-1\"])')"), 0)

    def test_changes_are_announced(self):
        page = self.open(pages.two_models())
        self.assertTrue(page.evaluate("['threshold', 'fpr', 'tpr', 'precision'].every(name => document.getElementById('out-' + name).closest('output, [aria-live], [role=status]'))"))
        self.assertTrue(page.evaluate("document.getElementById('op-slider').getAttribute('aria-valuetext')"))


def quoted(text):
    return b'"' + text.replace(b'"', b'""') + b'"'


def plain(text):
    """A text as a page may show it: control characters as blanks, bytes that are not UTF-8 as replacement characters."""
    text = text if isinstance(text, str) else text.decode("utf-8", "replace")
    return re.sub("[\ufffd\ufffe\uffff]+", "\ufffd", re.sub(r"[\x00-\x20\x7f-\x9f\u2028\u2029]+", " ", text)).strip()


def batches(texts, size):
    """All of one size: the last one begins early."""
    return [texts[min(start, len(texts) - size):][:size] for start in range(0, len(texts), size)]


class Hostile(PageTest):
    """Texts of users in every place that a page shows, against the same page with harmless ones."""

    def setUp(self):
        self.harmless = None

    def assert_shows(self, page, file, texts):
        self.assert_inert(page, file)
        self.assertEqual(self.check(page, "count('bdi *')"), 0)
        shown = [plain(text) for text in self.check(page, "texts('bdi')")]
        for text in texts:
            self.assertTrue(any(plain(text)[:60] in candidate for candidate in shown), f"not shown as it is: {text[:60]}")

    def compare(self, make, texts, shown=None):
        """make(texts) gives a page's file, of the same shape for as many texts."""
        file = make(texts)
        page = self.open(file)
        self.assert_shows(page, file, texts if shown is None else shown)
        self.harmless = self.harmless or self.shape(self.open(make([b"name %d" % number for number in range(len(texts))])))
        self.assertEqual(self.shape(page), self.harmless)
        return page

    def shape(self, page):
        return self.check(page, "tags()"), self.check(page, "attributes()")

    def test_score_columns(self):
        labels, scores, _ = pages.read_scores(pages.SCORES, "model_a", "model_b")

        def make(texts):
            file = pages.fresh("scores.csv")
            header = b",".join([b"label", *map(quoted, texts)])
            rows = [b",".join([b"%d" % label, *(b"%.4f" % (score * (place + 1)) for place in range(len(texts)))]) for label, score in zip(labels[:60], scores)]
            file.write_bytes(b"\n".join([header, *rows]) + b"\n")
            columns = [word for place in range(len(texts)) for word in ("--score", str(place + 2))]
            return pages.evaluated(file, "--label", "1", *columns, "--fpr-max", "0.2")

        for texts in batches(HOSTILE, 12):
            with self.subTest(texts[0][:40]):
                page = self.compare(make, texts)
                page.focus("#op-model")
                page.press("ArrowDown", len(texts) - 1)
                page.settle()
                self.assert_inert(page, page.requests[0].removeprefix("file://"))

    def test_label_values_columns_and_file_names(self):
        def make(texts):
            # A value that begins with < or > would be a comparison.
            value, other, column, name = b"is " + b" ".join(texts), b"not " + texts[0], texts[-1], texts[1].replace(b"/", b"")[:100] + b".csv"
            file = os.path.join(os.fsencode(pages.fresh("x").parent), name)
            with open(file, "wb") as out:
                out.write(b"%s,score\n" % quoted(column) + b"".join(b"%s,%d\n" % (quoted(value if k % 3 else other), (k * 7) % 30) for k in range(30)))
            return pages.evaluated(file, "--label", "1", "--positive", value, "--fpr-max", "0.2")

        for texts in batches([text for text in HOSTILE if len(text) < 500], 9):
            with self.subTest(texts[0][:40]):
                self.compare(make, texts, shown=[b" ".join(texts)])

    def test_ids_and_columns_of_training_data(self):
        def make(texts):
            file = pages.fresh("data.csv")
            columns = [b"id", b"part", b"label", b"number", *map(quoted, texts)]
            rows = [[b"train row %d" % k, b"valid" if k % 3 == 0 else b"train", b"%d" % (k % 4 == 0), b"%d" % (k * 7 % 40), *(quoted(text) if k % 2 else b"other" for text in texts)]
                    for k in range(40)]
            rows += [[quoted(text), b"test", b"%d" % (k % 2), b"%d" % (k * 11 % 40), *(b"other" for _ in texts)] for k, text in enumerate(texts)]
            file.write_bytes(b"\n".join(map(b",".join, [columns, *rows])) + b"\n")
            return pages.trained(file, "--label", "label", "--id", "id", "--split", "part", "--objective", "ce", "--model", "linear", "--epochs", 1) / "report.html"

        for texts in batches(HOSTILE, 16):
            with self.subTest(texts[0][:40]):
                self.compare(make, texts)

    def test_run_folders(self):
        run = pages.patients()

        def make(texts):
            home = os.fsencode(pages.fresh("x").parent)
            copies = [os.path.join(home, text) for text in texts]
            for copy in copies:
                shutil.copytree(os.fsencode(run), copy)
            page = pages.fresh("page.html")
            pages.run("report", *copies, "--out", page)
            return page

        for texts in batches(FILE_NAMES, 12):
            with self.subTest(texts[0][:40]):
                self.compare(make, texts)

    def test_zero_bytes_make_no_page(self):
        file, page = pages.fresh("scores.csv"), pages.fresh("page.html")
        file.write_bytes(b"label,a\0b\n1,2\n0,1\n")
        self.assertEqual(pages.run("evaluate", file, "--score", "2", "--html", page, may_fail=True).returncode, 65)
        self.assertFalse(page.exists())


if __name__ == "__main__":
    require_chromium()
    pages.pauc = pathlib.Path(sys.argv.pop(1)).resolve()
    if sys.argv[1:2] == ["--pages"]:
        pages.shared = pathlib.Path(sys.argv.pop(2)).resolve()
        sys.argv.pop(1)
    unittest.main()
