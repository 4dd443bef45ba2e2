#include "pauc/report/figure_files.h"

#include "pauc/core/error.h"
#include "pauc/core/nearest_name.h"
#include "pauc/report/convergence_svg.h"
#include "pauc/report/distribution_svg.h"
#include "pauc/report/roc_svg.h"
#include "pauc/report/training_svg.h"

namespace pauc {

namespace {

const Evaluation& evaluation_of(const Report& report) {
  require_usage(report.evaluation.has_value(),
                "figure: expected a run, got the output of pauc compare, which has curves");
  return *report.evaluation;
}

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
  const TrainingFigures figures = training_svg(named(report.trainings, model, "training").curves, FigureUse::file);
  require_usage(!(figures.*plot).empty(), "figure: this training has no such curve");
  return figures.*plot;
}

std::string convergence(const Report& report) {
  for (const ComparisonRecord& record : report.comparisons) {
    if (!record.plots.empty()) return convergence_svg(record.plots.front(), FigureUse::file);
  }
  fail(Fault::usage, "figure: expected the output of pauc compare with its curves, got none");
}

struct Figure {
  const char* name;
  std::string (*draw)(const Report&, const std::string& model);
};

const Figure kFigures[] = {
    {"roc", [](const Report& report, const std::string&) { return roc_svg(evaluation_of(report)); }},
    {"curve", [](const Report& report,
                 const std::string&) { return roc_view_svg(evaluation_of(report), RocView::whole, FigureUse::file); }},
    {"corner",
     [](const Report& report, const std::string&) {
       return roc_view_svg(evaluation_of(report), RocView::corner, FigureUse::file);
     }},
    {"corner-log",
     [](const Report& report, const std::string&) {
       return roc_view_svg(evaluation_of(report), RocView::corner_log, FigureUse::file);
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
    {"convergence", [](const Report& report, const std::string&) { return convergence(report); }},
};

}  // namespace

const std::vector<std::string>& figure_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Figure& figure : kFigures) list.emplace_back(figure.name);
    return list;
  }();
  return names;
}

std::string figure_svg(const Report& report, const std::string& figure, const std::string& model) {
  for (const Figure& row : kFigures) {
    if (figure == row.name) return row.draw(report, model);
  }
  fail(Fault::usage, "figure: no \"", figure, "\"; expected one of ", names_nearest_first(figure, figure_names()));
}

}  // namespace pauc
