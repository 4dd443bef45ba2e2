"""What the tests of pages share: which pages there are, how they are opened, what can be asked of them.

Of a page's markup these tests know: the ids of sections, fields and outputs, `data-value` with the exact value of a
rounded text, `data-model`, `data-view`, `circle.marker`, `bdi` around texts of users, and the data in `#report-data`.
Each test file is run as NAME_test.py path/to/pauc [--pages FOLDER] [TestClass...]; FOLDER holds the pages that pages.py
made; without it, pages are made when they are needed.
"""
import functools
import json
import pathlib
import sys
import unittest

import pages
from chromium import Browser, require_chromium

CHECKS = pathlib.Path(__file__).with_name("checks.js").read_text()
EVALUATED = ["headline", "summary", "roc", "operating", "operating-points", "distributions", "details"]
TRAINED = [*EVALUATED, "training", "hardest"]
EVERY_PAGE = {  # how each is made, the sections that it must have
    "two models": (pages.two_models, [*EVALUATED, "differences"]),
    "one model without a region": (pages.one_model, EVALUATED),
    "two-way region": (pages.two_way, [*EVALUATED, "differences"]),
    "automatic training on a table": (lambda: pages.patients() / "report.html", [*TRAINED, "candidates", "importance"]),
    "molecules": (lambda: pages.molecules() / "report.html", TRAINED),
    "images": (lambda: pages.rings() / "report.html", TRAINED),
    "a blend": (lambda: pages.blend() / "report.html", [*EVALUATED, "blend", "hardest"]),
    "two runs": (pages.two_runs, [*EVALUATED, "differences", "training"]),
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


def report_data(page):
    return page.evaluate("JSON.parse(document.getElementById('report-data').textContent)")


def outputs(page):
    """Exact values of what the page says about the operating point; None where it says that there is none."""
    page.settle()
    texts = page.evaluate(
        f"{json.dumps(OUTPUTS)}.map(name => document.getElementById('out-' + name).dataset.value || '')")
    return {name: float(text) if text else None for name, text in zip(OUTPUTS, texts)}


def main():
    require_chromium()
    pages.pauc = pathlib.Path(sys.argv.pop(1)).resolve()
    if sys.argv[1:2] == ["--pages"]:
        pages.shared = pathlib.Path(sys.argv.pop(2)).resolve()
        sys.argv.pop(1)
    unittest.main(module="__main__")
