"""Figures can be read, switched and clicked."""
import pages
from page_case import main, outputs, PageTest, report_data, setUpModule


class Figures(PageTest):
    def views(self, page):
        return [view for view in ("whole", "corner", "corner_log")
                if self.check(page, f"shown('svg.roc[data-view={view}]')")]

    def markers(self, page, view):
        page.settle()
        return page.evaluate(f"[...document.querySelectorAll('svg.roc[data-view={view}] circle.marker')]"
                             ".filter(c => c.checkVisibility({visibilityProperty: true}))"
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
            const inside = new DOMPoint(+left + (right - left) * share, +bottom + (top - bottom) * {tpr});
            const at = inside.matrixTransform(figure.getScreenCTM());
            return [at.x, at.y];
        }})()""")
        act(*place)
        page.settle()

    def test_pointing_at_a_curve_reads_it(self):
        page = self.open(pages.two_models())
        data = report_data(page)
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
        model = report_data(page)["models"][0]
        page.fill("#op-cost-false-alarm", "1")
        page.fill("#op-cost-miss", "12")
        page.click("#op-cheapest")
        costs = [fp + 12 * (model["positives"] - tp) for fp, tp in zip(model["points"]["fp"], model["points"]["tp"])]
        shown = outputs(page)
        self.assertEqual(shown["fp"] + 12 * shown["fn"], min(costs))


if __name__ == "__main__":
    main()
