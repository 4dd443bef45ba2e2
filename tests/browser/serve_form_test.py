"""The form of pauc serve: one case is typed in and scored."""
import json
import re
import signal
import subprocess
import urllib.request

import pages
from page_case import main, PageTest, setUpModule

ROW = {"age": "67", "marker": "1.662", "pressure": "147", "smoker": "never", "ward": "A"}


class ServeForm(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = subprocess.Popen([pages.pauc, "serve", pages.blend(), "--at-fpr", "0.1"], stderr=subprocess.PIPE,
                                      text=True)
        said = []
        for line in cls.server.stderr:
            said.append(line)
            if found := re.search(r"at (http://127\.0\.0\.1:\d+/)", line):
                cls.address = found[1]
                return
        raise AssertionError("".join(said))

    @classmethod
    def tearDownClass(cls):
        cls.server.send_signal(signal.SIGTERM)
        assert cls.server.wait(timeout=60) == 0
        cls.server.stderr.close()
        super().tearDownClass()

    def open_form(self, **options):
        page = self.browser.open_address(self.address, **options)
        self.addCleanup(page.__exit__)
        return page

    def selector(self, column):
        return f"[data-column={column}]"

    def fill(self, page, row):
        for column, value in row.items():
            if page.evaluate(f"document.querySelector('{self.selector(column)}').tagName") == "SELECT":
                page.evaluate(f"document.querySelector('{self.selector(column)}').value = {json.dumps(value)}")
            else:
                page.fill(self.selector(column), value)

    def answer(self, page):
        page.click("#case button")
        for _ in range(200):
            page.settle()
            shown = page.evaluate("[document.getElementById('out-score').textContent, "
                                  "document.getElementById('message').textContent].join('')")
            if shown:
                break
        return {name: page.evaluate(f"document.getElementById('out-{name}').dataset.value")
                for name in ("score", "decision", "probability", "spread")}

    def test_scores_a_case_as_the_endpoint_does(self):
        page = self.open_form()
        self.fill(page, ROW)
        answer = self.answer(page)
        request = urllib.request.Request(self.address + "score", json.dumps({"rows": [ROW]}).encode())
        with urllib.request.urlopen(request) as response:
            expected = json.load(response)["rows"][0]
        self.assertEqual(float(answer["score"]), expected["score"])
        self.assertEqual(float(answer["probability"]), expected["probability"])
        self.assertEqual(float(answer["spread"]), expected["spread"])
        self.assertEqual(answer["decision"], expected["decision"])
        self.assertIn(page.evaluate("document.getElementById('out-decision').textContent"), ("positive", "negative"))
        self.assertEqual(page.console, [])

    def test_says_what_numbers_were_like_in_training(self):
        page = self.open_form()
        hint = page.evaluate("document.getElementById("
                             f"document.querySelector('{self.selector('age')}').getAttribute('aria-describedby'))"
                             ".textContent")
        low, high = re.fullmatch(r"in training (\d+) to (\d+)", hint).groups()
        self.assertLess(int(low), int(high))

    def test_says_what_it_did_not_understand(self):
        page = self.open_form()
        self.fill(page, {**ROW, "age": "old"})
        self.answer(page)
        words = page.evaluate("document.getElementById('message').textContent")
        self.assertIn('expected a number, got "old"', words)

    def test_asks_nobody_else(self):
        page = self.open_form()
        self.fill(page, ROW)
        self.answer(page)
        self.assertEqual({address for address in page.requests if not address.startswith("data:")},
                         {self.address, self.address + "score"})

    def test_fields_have_labels_and_fit_a_phone(self):
        page = self.open_form(width=360, height=740)
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 360)
        names = [node["name"] for node in page.accessibility() if node["role"] in ("textbox", "combobox")]
        self.assertEqual(sorted(names), sorted(ROW))


if __name__ == "__main__":
    main()
