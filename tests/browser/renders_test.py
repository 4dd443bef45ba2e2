"""Pages come up whole and quiet, and fetch nothing."""
import json
import re

import pages
from page_case import EVERY_PAGE, main, on_pages, PageTest, report_data, setUpModule


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
        rows = "[...document.querySelectorAll('#summary tr[data-model]')].map(row => row.dataset.model)"
        self.assertEqual(self.open(pages.two_models()).evaluate(rows), ["model_a", "model_b"])
        self.assertEqual(self.open(pages.two_runs()).evaluate(rows), ["with-ce", "with-sopa"])

    @on_pages()
    def test_head_says_language_width_and_policy(self, page, _):
        self.assertEqual(page.evaluate("[document.documentElement.lang, document.compatMode, document.characterSet]"),
                         ["en", "CSS1Compat", "UTF-8"])
        self.assertTrue(page.evaluate("document.title"))
        self.assertIn("width=device-width", page.evaluate("document.querySelector('meta[name=viewport]').content"))
        policy = page.evaluate("document.querySelector('meta[http-equiv=Content-Security-Policy]').content")
        for rule in (r"default-src 'none'", r"script-src 'sha256-[\w+/=]+'", r"style-src 'sha256-[\w+/=]+'",
                     r"img-src data:", r"base-uri 'none'", r"form-action 'none'"):
            self.assertRegex(policy, rf"(^|; ){rule}(;|$)")
        self.assertNotRegex(policy, "unsafe|https?:|[*]")

    @on_pages()
    def test_nothing_stands_where_the_policy_would_not_see_it(self, page, _):
        self.assertEqual(self.check(page, "count('script')"), 2)
        unwanted = "script[src], iframe, frame, object, embed, form, base, link, [style], a[target]"
        self.assertEqual(self.check(page, f"count('{unwanted}')"), 0)
        self.assertEqual([name for name in self.check(page, "attributes()") if name.startswith("on")], [])
        outside = [address[:60] for address in self.check(page, "addresses()")
                   if not re.match(r"#|data:image/(png|jpeg|svg\+xml);base64,", address)]
        self.assertEqual(outside, [])

    def test_data_hold_no_markup(self):
        for make, _ in EVERY_PAGE.values():
            element = r'<script type="application/json" id="report-data">(.*?)</script>'
            data = re.search(element, make().read_text(), re.S)[1]
            self.assertNotIn("<", data)
            json.loads(data)

    @on_pages(width=360, height=740)
    def test_fits_a_phone(self, page, _):
        page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 360,
                             self.check(page, "stickingOut(360)"))

    @on_pages()
    def test_pictures_are_decoded_and_described(self, page, _):
        seen = page.evaluate("Promise.all([...document.images].map(image => image.decode()"
                             ".then(() => [image.naturalWidth > 0, image.alt.length > 0])))")
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
        counts = pages.metrics_of(pages.patients() / "predictions-valid.csv", "--score", "score")
        data = report_data(self.open(page))
        self.assertEqual((data["models"][0]["positives"], data["models"][0]["negatives"]),
                         (counts["n_positive"], counts["n_negative"]))


if __name__ == "__main__":
    main()
