"""Texts of users stay texts."""
import base64
import json
import os
import re
import shutil

import pages
from hostile import FILE_NAMES, HOSTILE
from page_case import main, PageTest, setUpModule


def quoted(text):
    return b'"' + text.replace(b'"', b'""') + b'"'


def plain(text):
    """A text as a page may show it: control characters as blanks, bytes that are not UTF-8 as U+FFFD."""
    text = text if isinstance(text, str) else text.decode("utf-8", "replace")
    return re.sub("[\ufffd\ufffe\uffff]+", "\ufffd", re.sub(r"[\x00-\x20\x7f-\x9f\u2028\u2029]+", " ", text)).strip()


def batches(texts, size):
    """All of one size: the last one begins early."""
    return [texts[min(start, len(texts) - size):][:size] for start in range(0, len(texts), size)]


def is_text(text):
    """Whether a table may contain it among other texts: bytes that are no text are refused, or read as Latin-1."""
    try:
        return not {"\ufffe", "\uffff"} & set(text.decode())
    except UnicodeDecodeError:
        return False


TEXTS = [text for text in HOSTILE if is_text(text)]


class Hostile(PageTest):
    """Texts of users in every place that a page shows, against the same page with harmless ones."""

    def setUp(self):
        self.harmless = None

    def assert_shows(self, page, file, texts):
        self.assert_inert(page, file)
        self.assertEqual(self.check(page, "count('bdi *')"), 0)
        shown = [plain(text) for text in self.check(page, "texts('bdi')")]
        for text in texts:
            self.assertTrue(any(plain(text)[:60] in candidate for candidate in shown),
                            f"not shown as it is: {text[:60]}")

    def compare(self, make, texts, shown=None):
        """make(texts) gives a page's file, of the same shape for as many texts."""
        file = make(texts)
        page = self.open(file)
        self.assert_shows(page, file, texts if shown is None else shown)
        names = [b"name %d" % number for number in range(len(texts))]
        self.harmless = self.harmless or self.shape(self.open(make(names)))
        self.assertEqual(self.shape(page), self.harmless)
        return page

    def shape(self, page):
        return self.check(page, "tags()"), self.check(page, "attributes()")

    def test_score_columns(self):
        labels, scores, _ = pages.read_scores(pages.SCORES, "model_a", "model_b")

        def make(texts):
            file = pages.fresh("scores.csv")
            header = b",".join([b"label", *map(quoted, texts)])
            rows = [b",".join([b"%d" % label, *(b"%.4f" % (score * (place + 1)) for place in range(len(texts)))])
                    for label, score in zip(labels[:60], scores)]
            file.write_bytes(b"\n".join([header, *rows]) + b"\n")
            columns = [word for place in range(len(texts)) for word in ("--score", str(place + 2))]
            return pages.evaluated(file, "--label", "1", *columns, "--fpr-max", "0.2")

        for texts in batches(TEXTS, 12):
            with self.subTest(texts[0][:40]):
                page = self.compare(make, texts)
                page.focus("#op-model")
                page.press("ArrowDown", len(texts) - 1)
                page.settle()
                self.assert_inert(page, page.requests[0].removeprefix("file://"))

    def test_label_values_columns_and_file_names(self):
        def make(texts):
            # A value that begins with < or > would be a comparison.
            value, other, column = b"is " + b" ".join(texts), b"not " + texts[0], texts[-1]
            name = texts[1].replace(b"/", b"")[:100] + b".csv"
            file = os.path.join(os.fsencode(pages.fresh("x").parent), name)
            with open(file, "wb") as out:
                rows = (b"%s,%d\n" % (quoted(value if k % 3 else other), (k * 7) % 30) for k in range(30))
                out.write(b"%s,score\n" % quoted(column) + b"".join(rows))
            return pages.evaluated(file, "--label", "1", "--positive", value, "--fpr-max", "0.2")

        for texts in batches([text for text in TEXTS if len(text) < 500], 9):
            with self.subTest(texts[0][:40]):
                self.compare(make, texts, shown=[b" ".join(texts)])

    def test_ids_and_columns_of_training_data(self):
        def make(texts):
            file = pages.fresh("data.csv")
            columns = [b"id", b"part", b"label", b"number", *map(quoted, texts)]
            rows = [[b"train row %d" % k, b"valid" if k % 3 == 0 else b"train", b"%d" % (k % 4 == 0),
                     b"%d" % (k * 7 % 40), *(quoted(text) if k % 2 else b"other" for text in texts)]
                    for k in range(40)]
            rows += [[quoted(text), b"test", b"%d" % (k % 2), b"%d" % (k * 11 % 40), *(b"other" for _ in texts)]
                     for k, text in enumerate(texts)]
            file.write_bytes(b"\n".join(map(b",".join, [columns, *rows])) + b"\n")
            return pages.trained(file, "--label", "label", "--id", "id", "--split", "part", "--objective", "ce",
                                 "--model", "linear", "--epochs", 1) / "report.html"

        for texts in batches(TEXTS, 16):
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

    def test_tampered_run_folders(self):
        """Run folders are mailed about: every text in their files is somebody else's."""
        run = pages.molecules()

        def rewritten(file, change):
            content = json.loads(file.read_text())
            change(content)
            file.write_text(json.dumps(content))

        def make(texts):
            kind, positive, name, model, objective, option, version, command, config, identity = [
                text.decode() for text in texts]

            def change_card(card):
                card["data"].update(kind=kind, positive=positive, files=[{"name": name, "bytes": 1, "crc32": 1}])
                card["model"] = {"name": model, "options": {"a": option}}
                card["training"]["objective"] = {"name": objective, "options": {}}
                card["versions"]["pauc"] = version

            def change_hardest(hardest):
                hardest["test"]["positives"][0].update(id=identity)
                picture = (b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9' onload='top.hacked=1'>"
                           b"<script>top.hacked=1;fetch('http://evil.invalid')</script>"
                           b"<image href='http://evil.invalid/x.png'/><rect width='9' height='9'/></svg>")
                hardest["test"]["positives"][0]["picture"] = {
                    "type": "image/svg+xml", "data": base64.b64encode(picture).decode()}

            copy = pages.fresh("run")
            shutil.copytree(run, copy)
            rewritten(copy / "model.json", change_card)
            rewritten(copy / "hardest.json", change_hardest)
            rewritten(copy / "run.json", lambda begun: begun.update(command=command))
            (copy / "config.yaml").write_text(config)
            pages.run("report", copy)
            return copy / "report.html"

        whole = [text for text in HOSTILE if 0 < len(text) < 250 and plain(text) and text.isascii()]
        for texts in batches(whole, 10):
            with self.subTest(texts[0][:40]):
                self.compare(make, texts)

    def test_zero_bytes_make_no_page(self):
        file, page = pages.fresh("scores.csv"), pages.fresh("page.html")
        file.write_bytes(b"label,a\0b\n1,2\n0,1\n")
        self.assertEqual(pages.run("evaluate", file, "--score", "2", "--html", page, may_fail=True).returncode, 65)
        self.assertFalse(page.exists())


if __name__ == "__main__":
    main()
