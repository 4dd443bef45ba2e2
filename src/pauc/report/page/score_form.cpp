#include "pauc/report/page/score_form.h"

#include <fmt/format.h>

#include "pauc/core/text/label_rule.h"
#include "pauc/core/version.h"
#include "pauc/report/figure/markup.h"
#include "pauc/report/page/html.h"
#include "pauc/report/page/page_assets.h"
#include "pauc/report/page/policy.h"

namespace pauc::report {

namespace {

std::string input_html(const ScoreFormField& field, const std::string& id) {
  if (field.categories.empty() || field.is_number) {
    return empty_element("input", {{"id", id},
                                   {"type", "text"},
                                   {"data-column", field.name},
                                   {"inputmode", field.is_number ? "decimal" : "text"},
                                   {"autocomplete", "off"},
                                   {"aria-describedby", id + "-hint"}});
  }
  std::string options = element("option", {{"value", ""}}, "(missing)");
  for (const std::string& text : field.categories) {
    if (!text.empty()) options += element("option", {{"value", text}}, escaped_markup(text));
  }
  return element("select", {{"id", id}, {"data-column", field.name}, {"aria-describedby", id + "-hint"}}, options);
}

std::string hint(const ScoreFormField& field) {
  if (field.lowest && field.highest) return fmt::format("in training {:g} to {:g}", *field.lowest, *field.highest);
  return field.is_number ? "a number" : field.categories.empty() ? "a text" : "";
}

std::string field_html(const ScoreFormField& field, std::size_t number) {
  const std::string id = fmt::format("field-{}", number);
  return element("div", {{"class", "field"}},
                 element("label", {{"for", id}}, user_text(field.name)) + input_html(field, id) +
                     element("small", {{"id", id + "-hint"}}, hint(field))) +
         "\n";
}

std::string output_html(const std::string& id, const std::string& label) {
  return element("div", {{"class", "output"}, {"id", "box-" + id}, {"hidden", ""}},
                 element("dt", label) + element("dd", element("span", {{"id", "out-" + id}}, "")));
}

std::string outputs_html() {
  return element("dl", {{"class", "outputs"}, {"aria-live", "polite"}},
                 output_html("score", "score") + output_html("decision", "decision") +
                     output_html("probability", "probability") + output_html("spread", "spread over the models")) +
         element("p", {{"id", "message"}, {"class", "note"}, {"role", "status"}}, "");
}

std::string form_html(const ScoreForm& form) {
  std::string fields;
  for (std::size_t k = 0; k < form.fields.size(); ++k) fields += field_html(form.fields[k], k + 1);
  return element("form", {{"id", "case"}, {"autocomplete", "off"}},
                 element("div", {{"class", "fields"}}, fields) + element("button", {{"type", "submit"}}, "Score"));
}

std::string lead(const ScoreForm& form) {
  const std::string what =
      form.label.empty() ? "one case" : user_text(form.label) + sign_before(form.positive) + user_text(form.positive);
  return element("p", {{"class", "lead"}}, "Try one case: how strongly it looks like " + what);
}

}  // namespace

std::string score_form_policy() {
  return fmt::format(
      "default-src 'none'; script-src {}; style-src {}; connect-src 'self'; img-src data:; base-uri 'none'; "
      "form-action 'none'; "
      "frame-ancestors 'none'",
      policy_source(kFormScriptSha256), policy_source(kPageStyleSha256));
}

std::string score_form_html(const ScoreForm& form) {
  const std::string head =
      "<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n" +
      element("title", escaped_markup(form.title)) + "\n" + element("style", kPageStyle) + "\n";
  const std::string words = form.decides ? "The decision follows the rates that the server was started with." : "";
  const std::string body =
      element("header", element("h1", user_text(form.title))) + "\n<main>\n" + lead(form) + "\n" +
      element("noscript", paragraph("This form needs JavaScript. POST /score works without it.")) +
      element("div", {{"class", "scripted"}}, form_html(form) + element("section", outputs_html())) + "\n" +
      quiet_paragraph("An empty field is a missing value. " + words) +
      quiet_paragraph(fmt::format("Served by pauc {}.", kVersion)) + "</main>\n" + element("script", kFormScript) +
      "\n";
  return "<!DOCTYPE html>\n" +
         element("html", {{"lang", "en"}},
                 "\n" + element("head", "\n" + head) + "\n" + element("body", "\n" + body) + "\n") +
         "\n";
}

}  // namespace pauc::report
