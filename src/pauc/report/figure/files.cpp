#include "pauc/report/figure/files.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/report/figure/convergence_svg.h"
#include "pauc/report/figure/distribution_svg.h"
#include "pauc/report/figure/roc_svg.h"
#include "pauc/report/figure/training_svg.h"

namespace pauc::report {

namespace {

template <class Named>
const Named& named(const std::vector<Named>& list, const std::string& name, const char* figure) {
  require_usage(!list.empty(), "figure: the report has nothing for ", figure);
  if (name.empty()) return list.front();
  std::vector<std::string> names;
  for (const Named& entry : list) {
    if (entry.name == name) return entry;
    names.push_back(entry.name);
  }
  fail(Fault::usage, "of: no model \"", name, "\"; expected one of ", names_nearest_first(name, names));
}

std::string training_plot(const Report& report, const std::string& model, std::string TrainingFigures::*plot) {
  const TrainingCurves& curves = named(report.trainings, model, "training").curves;
  require_usage(curves.epochs.size() > 1, "figure: expected a training of several epochs, got one, as of a forest");
  const TrainingFigures figures = training_svg(curves, FigureUse::file);
  require_usage(!(figures.*plot).empty(), "figure: this training has no such curve");
  return figures.*plot;
}

std::string convergence(const Report& report, const std::string& of) {
  std::vector<std::string> titles;
  for (const record::FinishedComparison& comparison : report.comparisons) {
    for (const record::ConvergencePlot& plot : comparison.plots) {
      if (plot.title.find(of) != std::string::npos) return convergence_svg(plot, FigureUse::file);
      titles.push_back(plot.title);
    }
  }
  require_usage(!titles.empty(), "figure: expected the output of pauc compare with its curves, got none");
  fail(Fault::usage, "of: no plot \"", of, "\"; expected a part of one of ", names_nearest_first(of, titles));
}

struct Figure {
  const char* name;
  std::string (*draw)(const Report&, const std::string& of);
};

constexpr const char* kConvergence = "convergence";

// Of models and runs.
const Figure kFigures[] = {
    {"roc", [](const Report& report, const std::string&) { return roc_svg(*report.evaluation); }},
    {"curve", [](const Report& report,
                 const std::string&) { return roc_view_svg(*report.evaluation, RocView::whole, FigureUse::file); }},
    {"corner", [](const Report& report,
                  const std::string&) { return roc_view_svg(*report.evaluation, RocView::corner, FigureUse::file); }},
    {"corner-log",
     [](const Report& report, const std::string&) {
       return roc_view_svg(*report.evaluation, RocView::corner_log, FigureUse::file);
     }},
    {"scores",
     [](const Report& report, const std::string& model) {
       return distribution_svg(named(report.models, model, "scores").histogram, FigureUse::file);
     }},
    {"training", [](const Report& report,
                    const std::string& model) { return training_plot(report, model, &TrainingFigures::target); }},
    {"objective", [](const Report& report,
                     const std::string& model) { return training_plot(report, model, &TrainingFigures::objective); }},
    {"fraction",
     [](const Report& report, const std::string& model) {
       return training_plot(report, model, &TrainingFigures::realised_fraction);
     }},
};

void require_known(const Report& report, const std::string& of) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const ReportedModel& model : report.models) add(model.name);
  for (const ReportedTraining& training : report.trainings) add(training.name);
  for (const ReportedRun& run : report.runs) add(run.name);
  require_usage(of.empty() || std::find(names.begin(), names.end(), of) != names.end(), "of: no model \"", of,
                "\"; expected one of ", names_nearest_first(of, names));
}

}  // namespace

const std::vector<std::string>& figure_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Figure& figure : kFigures) list.emplace_back(figure.name);
    list.emplace_back(kConvergence);
    return list;
  }();
  return names;
}

std::string figure_svg(const Report& report, const std::string& figure, const std::string& of) {
  if (figure == kConvergence) return convergence(report, of);
  for (const Figure& row : kFigures) {
    if (figure != row.name) continue;
    require_usage(report.evaluation.has_value(),
                  "figure: expected a run, got the output of pauc compare; it has convergence only");
    require_known(report, of);
    return row.draw(report, of);
  }
  fail(Fault::usage, "figure: no \"", figure, "\"; expected one of ", names_nearest_first(figure, figure_names()));
}

}  // namespace pauc::report
