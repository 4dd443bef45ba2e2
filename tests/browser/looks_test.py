"""Pages without script, in light and dark, on paper, and for those who do not see them."""
import re

import pages
from page_case import EVERY_PAGE, FIELDS, main, MAIN_PAGES, on_pages, PageTest, PAPER_WIDTH, setUpModule


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
        grounds = [sum(self.check(self.open(pages.two_models(), dark=dark), "pageBackground()"))
                   for dark in (False, True)]
        self.assertGreater(grounds[0], 3 * 200)
        self.assertLess(grounds[1], 3 * 70)

    def test_marks_and_curves_stand_out_in_light_and_dark(self):
        for dark in (False, True):
            page = self.open(pages.two_models(), dark=dark)
            marks = "svg.roc [class~=c0], svg.roc [class~=c1], svg.roc circle.marker"
            self.assertEqual(self.check(page, f"faintLines('{marks}', 3)"), [])


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
    CONTROLS = {
        "button", "checkbox", "combobox", "link", "listbox", "radio", "searchbox", "slider", "spinbutton", "switch",
        "textbox", "img", "image", "radiogroup", "DisclosureTriangle"}

    @on_pages()
    def test_everything_to_use_or_look_at_has_a_name(self, page, _):
        nameless = [page.markup_of(node["node"])[:120] for node in page.accessibility()
                    if node["role"] in self.CONTROLS and not node["name"].strip()]
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
        levels = page.evaluate(
            "[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(h => Number(h.tagName[1]))")
        self.assertEqual((levels[0], levels.count(1)), (1, 1))
        self.assertTrue(all(after <= before + 1 for before, after in zip(levels, levels[1:])), levels)

    @on_pages()
    def test_sections_have_headings(self, page, _):
        without = page.evaluate("[...document.querySelectorAll('section[id]')]"
                                ".filter(s => !s.querySelector('h1, h2, h3')).map(s => s.id)")
        self.assertEqual(without, [])
        self.assertEqual(self.check(page, "count('main')"), 1)

    @on_pages()
    def test_tables_have_header_cells(self, page, _):
        without = page.evaluate("[...document.querySelectorAll('table')]"
                                ".filter(t => !t.querySelector('th')).map(t => t.outerHTML.slice(0, 120))")
        self.assertEqual(without, [])
        self.assertEqual(
            page.evaluate("[...document.querySelectorAll('th:not([scope])')].map(h => h.outerHTML.slice(0, 120))"), [])

    @on_pages()
    def test_ids_are_unique(self, page, _):
        repeated = page.evaluate("(ids => ids.filter((id, k) => ids.indexOf(id) !== k))"
                                 "([...document.querySelectorAll('[id]')].map(e => e.id))")
        self.assertEqual(repeated, [])

    @on_pages(MAIN_PAGES)
    def test_tabulator_reaches_every_control_and_shows_where_it_is(self, page, _):
        reached = []
        while len(reached) < 200:
            page.press("Tab")
            if page.evaluate("document.activeElement === document.body"):
                break
            reached.append(page.evaluate("document.activeElement.id"))
            self.assertTrue(self.check(page, "showsFocus()"),
                            f"no visible focus: {page.evaluate('document.activeElement.outerHTML.slice(0, 120)')}")
        self.assertLess(len(reached), 200, "the tabulator never leaves the page")
        self.assertLessEqual({"op-slider", *FIELDS}, set(reached))

    @on_pages()
    def test_order_of_controls_is_that_of_the_page(self, page, _):
        self.assertEqual(self.check(page, "count('[tabindex]:not([tabindex=\"0\"]):not([tabindex=\"-1\"])')"), 0)

    def test_changes_are_announced(self):
        page = self.open(pages.two_models())
        announced = page.evaluate("['threshold', 'fpr', 'tpr', 'precision'].every(name => document"
                                  ".getElementById('out-' + name).closest('output, [aria-live], [role=status]'))")
        self.assertTrue(announced)
        self.assertTrue(page.evaluate("document.getElementById('op-slider').getAttribute('aria-valuetext')"))


if __name__ == "__main__":
    main()
