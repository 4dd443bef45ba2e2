#include "pauc/report/page/operating.h"

#include "pauc/report/figure/markup.h"
#include "pauc/report/page/curve_points.h"
#include "pauc/report/page/html.h"

namespace pauc::report {

namespace {

std::string number_field(const std::string& id, const std::string& label, const std::string& hint) {
  return element("div", {{"class", "field"}},
                 element("label", {{"for", id}}, label) +
                     empty_element("input", {{"id", id},
                                             {"type", "text"},
                                             {"inputmode", "decimal"},
                                             {"autocomplete", "off"},
                                             {"aria-describedby", id + "-hint"}}) +
                     element("small", {{"id", id + "-hint"}}, hint));
}

std::string model_choice(const Report& report) {
  if (report.models.size() < 2) return "";
  std::string options;
  for (std::size_t m = 0; m < report.models.size(); ++m) {
    options += element("option", {{"value", std::to_string(m)}}, escaped_markup(report.models[m].name));
  }
  return element("div", {{"class", "field"}},
                 element("label", {{"for", "op-model"}}, "Model") + element("select", {{"id", "op-model"}}, options));
}

std::string output_item(const std::string& id, const std::string& label) {
  return element("div", {{"class", "output"}, {"id", "box-" + id}},
                 element("dt", label) + element("dd", element("span", {{"id", "out-" + id}}, "")));
}

// The command that applies the point, for new cases.
std::string apply_html() {
  return element("div", {{"id", "op-apply"}, {"hidden", ""}},
                 element("p", "Apply it to new cases:") +
                     element("pre", {{"tabindex", "0"}}, element("code", {{"id", "out-command"}}, "")) +
                     "<button type=\"button\" id=\"op-copy\">Copy the command</button> " +
                     element("span", {{"id", "op-copied"}, {"class", "quiet"}, {"role", "status"}}, "")) +
         "\n";
}

std::string thinned_words(const Report& report) {
  for (const ScoreEvaluation& score : report.evaluation->scores) {
    if (is_thinned(score)) {
      return " There are more thresholds than the slider has steps: a typed one is taken to the nearest step above it.";
    }
  }
  return "";
}

}  // namespace

std::string operating_html(const Report& report) {
  const std::string slider =
      "<div class=\"field wide\"><label for=\"op-slider\">Operating point, from no alarms to all</label>"
      "<input id=\"op-slider\" type=\"range\" min=\"0\" max=\"1\" step=\"1\" value=\"0\"></div>";
  const std::string inputs =
      model_choice(report) + slider +
      number_field("op-fpr", "FPR at most", "false alarms: a share of the negatives, 0 to 1") +
      number_field("op-threshold", "Threshold", "positive when the score reaches it") +
      number_field("op-prevalence", "Positives, in % of cases", "among your cases; as in these data if empty") +
      number_field("op-cost-false-alarm", "Cost of a false alarm", "in any unit") +
      number_field("op-cost-miss", "Cost of a miss", "of a positive not found, same unit") +
      "<div class=\"field\"><button type=\"button\" id=\"op-cheapest\" hidden>Take the cheapest point</button></div>";
  const std::string outputs = output_item("threshold", "threshold") +
                              output_item("fpr", "false alarms (FPR) <span id=\"out-fpr-limit\"></span>") +
                              output_item("tpr", "positives found (TPR) <span id=\"out-tpr-interval\"></span>") +
                              output_item("precision", "alarms that are right (precision)") +
                              output_item("cost", "cost of 1000 cases");
  const std::string counts =
      "<table class=\"confusion\"><caption><span>Counts in these data</span></caption><thead><tr><td></td><th "
      "scope=\"col\">called "
      "positive</th><th scope=\"col\">called negative</th></tr></thead><tbody><tr><th scope=\"row\">positive</th><td>"
      "<span id=\"out-tp\"></span></td><td><span id=\"out-fn\"></span></td></tr><tr><th "
      "scope=\"row\">negative</th><td><span id=\"out-fp\"></span></td><td><span "
      "id=\"out-tn\"></span></td></tr></tbody></table>";
  return element(
             "noscript",
             quiet_paragraph("Choosing an operating point needs JavaScript; the tables below have the usual ones.")) +
         element(
             "div", {{"class", "scripted"}},
             quiet_paragraph("Move the slider, type a rate or a threshold, or click on a curve above. In brackets "
                             "behind the FPR: its upper confidence limit on new cases, for a threshold that was fixed "
                             "beforehand." +
                             thinned_words(report)) +
                 element("div", {{"class", "fields"}}, inputs) + "\n" +
                 element("div", {{"class", "columns"}},
                         element("dl", {{"class", "outputs"}, {"aria-live", "polite"}}, outputs) + "\n" + counts) +
                 element("p", {{"id", "op-setting"}, {"class", "quiet"}}, "") + apply_html() +
                 element("p", {{"id", "op-message"}, {"class", "note"}, {"role", "status"}}, ""));
}

}  // namespace pauc::report
