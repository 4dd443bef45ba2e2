"""Holds the driver in chromium.py to what the tests of pages rely on: that nothing a page does goes unnoticed."""
import os
import pathlib
import signal
import struct
import tempfile
import unittest

from chromium import Browser, BrowserError, require_chromium


class DriverTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.browser = cls.enterClassContext(Browser())

    def open(self, body, head="", **options):
        file = self.folder / "page.html"
        file.write_text("<!doctype html><html lang='en'><head><meta charset='utf-8'>"
                        "<meta name='viewport' content='width=device-width'><title>Page</title>"
                        f"{head}</head><body>{body}</body></html>")
        page = self.browser.open(file, **options)
        self.addCleanup(page.__exit__)
        return page

    def test_a_quiet_page_asks_for_itself_and_says_nothing(self):
        page = self.open("<p>Hello</p>")
        self.assertEqual((page.console, page.dialogs, page.requests), ([], [], [(self.folder / "page.html").as_uri()]))

    def test_messages_are_noticed(self):
        self.assertEqual(self.open("<script>console.warn('careful', 3)</script>").console, ["warning: careful 3"])

    def test_exceptions_are_noticed(self):
        self.assertIn("exception: Error: broken", self.open("<script>throw new Error('broken')</script>").console[0])

    def test_exceptions_after_an_input_are_noticed(self):
        page = self.open("<button id='b'>Go</button>"
                         "<script>document.getElementById('b').onclick = () => nothing()</script>")
        self.assertEqual(page.console, [])
        page.click("#b")
        page.settle()
        self.assertIn("nothing is not defined", page.console[0])

    def test_requests_to_other_hosts_are_noticed(self):
        self.assertIn("http://other.invalid/picture.png", self.open("<img alt='' src='http://other.invalid/picture.png'>").requests)

    def test_violations_of_the_policy_are_noticed(self):
        page = self.open("<p onclick='x()'>Text</p><script>window.ran = true</script>", head="<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'\">")
        self.assertTrue(any("Content Security Policy" in message for message in page.console), page.console)
        self.assertIsNone(page.evaluate("window.ran"))

    def test_dialogs_are_noticed_and_dismissed(self):
        page = self.open("<script>window.answer = confirm('sure?')</script>")
        self.assertEqual((page.dialogs, page.evaluate("window.answer")), (["sure?"], False))

    def test_scripts_can_be_off(self):
        page = self.open("<p id='p'>before</p><noscript>without</noscript>"
                         "<script>document.getElementById('p').textContent = 'after'</script>", scripts=False)
        self.assertEqual(page.evaluate("document.body.innerText.split(/\\s+/)"), ["before", "without"])

    def test_width_and_media_are_as_asked(self):
        page = self.open("<p>Text</p>", width=360, height=640, dark=True)
        asked = ("[innerWidth, innerHeight, matchMedia('(prefers-color-scheme: dark)').matches, "
                 "matchMedia('print').matches]")
        self.assertEqual(page.evaluate(asked), [360, 640, True, False])
        page.emulate_media(print=True)
        self.assertEqual(page.evaluate(asked), [360, 640, False, True])

    def test_keys_and_fields(self):
        page = self.open("<input id='field' value='old'><input id='range' type='range' min='0' max='9' value='3'>"
                         "<script>heard = []; document.onchange = e => heard.push(e.target.value)</script>")
        page.fill("#field", "new")
        self.assertEqual(page.evaluate("document.activeElement.id"), "range")
        page.press("ArrowRight", times=2)
        page.press("End")
        page.press("Tab", shift=True)
        self.assertEqual(page.evaluate("[heard, document.activeElement.id]"), [["new", "4", "5", "9"], "field"])
        page.fill("#field", "")
        self.assertEqual(page.evaluate("document.getElementById('field').value"), "")
        with self.assertRaisesRegex(BrowserError, "#missing: nothing there that takes the focus"):
            page.focus("#missing")

    def test_errors_of_an_expression_come_back(self):
        with self.assertRaisesRegex(BrowserError, "absent is not defined"):
            self.open("<p>Text</p>").evaluate("absent")

    def test_screenshots_show_the_whole_page(self):
        page = self.open("Text", head="<style>body { margin: 0; height: 2000px }</style>", width=400, height=300)
        sizes = []
        for full in (True, False):
            page.screenshot(self.folder / "page.png", full=full)
            sizes.append(struct.unpack(">II", (self.folder / "page.png").read_bytes()[16:24]))
        self.assertEqual(sizes, [(400, 2000), (400, 300)])

    def test_pages_are_printed(self):
        page = self.open("<p>One</p><p>Two</p>", head="<style>p + p { break-before: page }</style>")
        self.assertEqual(page.pdf().count(b"/Type /Page\n"), 2)

    def test_names_for_assistive_programs(self):
        told = self.open("<label>Height <input></label><input>").accessibility()
        # Some versions of Chromium keep the blank at the end of the label.
        self.assertEqual({node["name"].strip() for node in told if node["role"] == "textbox"}, {"Height", ""})


class LifeTest(unittest.TestCase):
    def test_nothing_is_left_behind(self):
        with Browser() as browser:
            folder, process = browser._folder.name, browser._process
            self.assertTrue(os.path.isdir(folder))
        self.assertFalse(os.path.exists(folder))
        with self.assertRaises(ProcessLookupError):
            os.kill(process, 0)

    def test_a_dead_browser_is_said(self):
        with Browser() as browser:
            os.killpg(browser._process, signal.SIGKILL)
            with self.assertRaisesRegex(BrowserError, "Browser.getVersion: .*chromium has ended"):
                browser.call("Browser.getVersion")

    def test_a_program_that_does_not_start_is_said_with_its_words(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "broken")
            program.write_text("#!/bin/sh\necho no library >&2\nexit 127\n")
            program.chmod(0o700)
            said = "broken has ended; the last that it wrote:\n  no library"
            with self.assertRaisesRegex(BrowserError, said), Browser(str(program)):
                pass

    def test_a_page_that_hangs_is_said(self):
        with tempfile.TemporaryDirectory() as folder, Browser() as browser:
            file = pathlib.Path(folder, "page.html")
            file.write_text("<!doctype html><title>Page</title>")
            page = browser.open(file)
            browser.timeout = 1
            with self.assertRaisesRegex(BrowserError, "Runtime.evaluate: no answer from the browser within 1 s"):
                page.evaluate("(() => { while (true) {} })()")


if __name__ == "__main__":
    require_chromium()
    unittest.main()
