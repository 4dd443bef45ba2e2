"""The page of a blend: what members add, whether they agree, rates of the thresholds."""
import json

import pages
from page_case import main, PageTest, setUpModule


class Blend(PageTest):
    def facts(self):
        return json.loads(pages.run("report", pages.blend(), "--out", pages.fresh("page.html"), "--json"))["blends"][0]

    def test_members_and_disputed_rows_are_those_of_the_command(self):
        page = self.open(pages.blend() / "report.html")
        facts = self.facts()
        shown = page.evaluate("[...document.querySelectorAll('#blend [data-member]')].map(row => row.dataset.member)")
        self.assertEqual([name for name in shown if name != "blend"], [member["name"] for member in facts["members"]])
        rows = page.evaluate("[...document.querySelectorAll('#blend [data-row]')].map(row => Number(row.dataset.row))")
        self.assertEqual(rows, [row["row"] for row in facts["agreement"]["disputed"]])
        self.assertTrue(rows)

    def test_pointing_at_the_curves_of_the_page_leaves_those_of_the_members_alone(self):
        page = self.open(pages.blend() / "report.html")
        page.click("svg.roc")
        self.assertGreater(self.check(page, "count('svg.roc circle.marker')"), 0)
        self.assertEqual(self.check(page, "count('svg.still-roc')"), 2)
        self.assertEqual(self.check(page, "count('svg.still-roc circle.marker')"), 0)

    def test_wanted_rates_stand_beside_realised_ones(self):
        page = self.open(pages.blend() / "report.html")
        text = page.evaluate("document.getElementById('blend').innerText")
        self.assertIn("approximate", text)
        for threshold in self.facts()["thresholds"]:
            self.assertIn(f"{threshold['threshold']:.4g}", text)


if __name__ == "__main__":
    main()
