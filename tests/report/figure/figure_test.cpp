#include "pauc/report/figure/figure.h"

#include <cmath>
#include <map>

#include "pauc/report/figure/convergence_svg.h"
#include "pauc/report/figure/distribution_svg.h"
#include "pauc/report/figure/estimator_svg.h"
#include "pauc/report/figure/roc_svg.h"
#include "pauc/report/figure/training_svg.h"
#include "record/estimators.h"
#include "report/figure/drawn_evaluations.h"
#include "support/command.h"
#include "support/svg.h"
#include "support/temporary_folder.h"

namespace pauc::report {
namespace {

using test::occurrences;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kNastyName = "</title><script>x</script>\"' & größe 日本 \x02\xff" + std::string(200, 'w');

TrainingCurves nasty_training() {
  TrainingCurves curves{kNastyName, 3, {}};
  for (int k = 1; k <= 9; ++k) {
    record::Epoch epoch;
    epoch.epoch = k <= 4 ? k : k - 4;
    epoch.phase = k <= 4 ? "pretrain" : "";
    epoch.train = 0.1 * k;
    epoch.valid = 0.08 * k;
    epoch.objective = 1.0 / k;
    if (k > 4) epoch.realised_fraction = 0.3;
    curves.epochs.push_back(epoch);
  }
  return curves;
}

// Every figure, with names that break out where they can.
std::map<std::string, std::string> all_figures(FigureUse use) {
  const auto evaluation = test::with_bands(test::evaluation_of({kNastyName, "b"}, 30, 200));
  Random random(9);
  const auto problem = test::binormal_problem(random, 20, 80, 1);
  const auto training = training_svg(nasty_training(), use);
  const auto narrow = test::evaluation_of({"a"}, 30, 200, test::up_to(0.001));
  const record::ConvergencePlot convergence{kNastyName, kNastyName, {{kNastyName, {1, 2}, {0.5, 0.6}, {0.1, 0.1}}}};
  std::map<std::string, std::string> figures = {
      {"whole", roc_view_svg(evaluation, RocView::whole, use)},
      {"corner", roc_view_svg(evaluation, RocView::corner, use)},
      {"narrow_corner", roc_view_svg(narrow, RocView::corner, use)},
      {"corner_log", roc_view_svg(evaluation, RocView::corner_log, use)},
      {"distribution", distribution_svg(histogram_of(problem.cases()), use)},
      {"long_labels", distribution_svg({1, 1 + 3e-9, {0.5, 0.5}, {0.5, 0.5}, false, false}, use)},
      {"target", training.target},
      {"objective", training.objective},
      {"realised_fraction", training.realised_fraction},
      {"convergence", convergence_svg(convergence, use)},
      {"estimator", estimator_svg(test::bound_at(0.3), use)}};
  if (use == FigureUse::file) figures["roc"] = roc_svg(evaluation);
  return figures;
}

TEST(Figures, HoldNothingThatAPageForbidsOrThatClashes) {
  for (const auto use : {FigureUse::page, FigureUse::file}) {
    for (const auto& [name, svg] : all_figures(use)) {
      for (const char* forbidden : {" id=", " style=", "<style", "<script", "url(", "href"}) {
        EXPECT_THAT(svg, Not(HasSubstr(forbidden))) << name;
      }
      EXPECT_THAT(svg, Not(testing::ContainsRegex(" on[a-z]+=\""))) << name;
    }
  }
}

TEST(Figures, AreWellFormed) {
  const test::TemporaryFolder folder;
  for (const auto use : {FigureUse::page, FigureUse::file}) {
    for (const auto& [name, svg] : all_figures(use))
      folder.file(name + (use == FigureUse::page ? "1" : "2") + ".svg", svg);
  }
  const auto result = test::run_shell(PAUC_PYTHON
                                      " -c 'import glob, sys, xml.etree.ElementTree as tree\n"
                                      "for file in glob.glob(sys.argv[1] + \"/*.svg\"):\n"
                                      "    root = tree.parse(file).getroot()\n"
                                      "    assert root.tag.endswith(\"}svg\") and root.get(\"role\") == \"img\", file\n"
                                      "    assert root[0].tag.endswith(\"}title\") and root[0].text.strip(), file\n"
                                      "    assert root[1].tag.endswith(\"}desc\") and root[1].text.strip(), file\n"
                                      "print(len(glob.glob(sys.argv[1] + \"/*.svg\")))' " +
                                      folder.folder());
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "23\n");
}

TEST(Figures, HaveASizeAndABackgroundInAFileOnly) {
  for (const auto& [name, svg] : all_figures(FigureUse::page)) {
    const std::string root = svg.substr(0, svg.find('>'));
    EXPECT_THAT(root, Not(HasSubstr(" width="))) << name;
    EXPECT_THAT(svg, Not(HasSubstr("class=\"background\""))) << name;
    EXPECT_THAT(test::attribute(root, "viewBox"), StartsWith("0 0 440 ")) << name;
  }
  for (const auto& [name, svg] : all_figures(FigureUse::file)) {
    const std::string root = svg.substr(0, svg.find('>'));
    EXPECT_EQ("0 0 " + test::attribute(root, "width") + " " + test::attribute(root, "height"),
              test::attribute(root, "viewBox"))
        << name;
    EXPECT_EQ(occurrences(svg, "class=\"background\""), 1) << name;
  }
}

TEST(Figures, GiveAScriptAPlaceForMarkers) {
  for (const auto& [name, svg] : all_figures(FigureUse::page)) {
    const bool marked =
        test::attribute(svg, "class") == "figure roc" || test::attribute(svg, "class") == "figure distribution";
    EXPECT_EQ(occurrences(svg, "<g class=\"markers\"></g>\n</svg>"), marked ? 1 : 0) << name;
    EXPECT_EQ(occurrences(svg, "data-left="), marked ? 1 : 0) << name;
  }
}

// By the estimate of widths, which is on the safe side for DejaVu Sans.
TEST(Figures, KeepTextsInside) {
  for (const auto& [name, svg] : all_figures(FigureUse::file)) {
    const double width = test::number_attribute(svg, "width");
    for (std::size_t at = svg.find("<text x="); at != std::string::npos; at = svg.find("<text x=", at + 1)) {
      const std::string element = svg.substr(at, svg.find("</text>", at) - at);
      const std::string text = element.substr(element.find('>') + 1);
      const double x = test::number_attribute(element, "x");
      const bool centred = element.find("\"middle\"") != std::string::npos;
      const bool ends = element.find("\"end\"") != std::string::npos;
      EXPECT_GE(test::number_attribute(element, "y"), 0.8 * kFontSize) << name << ": " << text;
      EXPECT_LE(test::number_attribute(element, "y"), test::number_attribute(svg, "height") - 4)
          << name << ": " << text;
      // Entities are longer than what they stand for.
      if (text.find('&') != std::string::npos) continue;
      const double length = text_width(text);
      EXPECT_GE(x - (ends ? length : centred ? length / 2 : 0), -1) << name << ": " << text;
      EXPECT_LE(x + (ends ? 0 : centred ? length / 2 : length), width + 1) << name << ": " << text;
    }
  }
}

TEST(Shortened, KeepsBothEnds) {
  EXPECT_EQ(shortened("patients_resnet_seed1", text_width("patie...seed1")), "patie...seed1");
  EXPECT_EQ(shortened("patients_resnet_seed2", text_width("patie...seed1")), "patie...seed2");
  EXPECT_EQ(shortened("abcdefgh", text_width("ab...h")), "ab...h");
  EXPECT_EQ(shortened("abcdefgh", 0), "...");
}

TEST(Shortened, CutsBetweenCharacters) {
  EXPECT_EQ(shortened("abc", 100), "abc");
  EXPECT_EQ(shortened("日本語の名前です", text_width("日...す")), "日...す");
  EXPECT_EQ(shortened(std::string(5, '\xff'), text_width("x...")), "\xff...");
}

TEST(CurveStroke, TellsThirtySixCurvesApart) {
  std::map<std::string, int> looks;
  for (std::size_t k = 0; k < 36; ++k) ++looks[curve_stroke(k)];
  EXPECT_EQ(looks.size(), 36U);
  EXPECT_THAT(curve_stroke(8), HasSubstr("class=\"curve c2\""));
}

}  // namespace
}  // namespace pauc::report
