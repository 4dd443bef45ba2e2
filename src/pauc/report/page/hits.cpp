#include "pauc/report/page/hits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pauc/core/error.h"
#include "pauc/core/io/base64.h"
#include "pauc/core/text/label_rule.h"
#include "pauc/core/version.h"
#include "pauc/report/figure/enrichment_svg.h"
#include "pauc/report/figure/markup.h"
#include "pauc/report/page/examples.h"
#include "pauc/report/page/frame.h"
#include "pauc/report/page/html.h"
#include "pauc/report/page/page_assets.h"
#include "pauc/report/page/policy.h"
#include "pauc/report/page/words.h"

namespace pauc::report {

namespace {

using record::Budget;
using record::Hit;
using record::Hits;

std::string policy() {
  return fmt::format("default-src 'none'; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
                     policy_source(kPageStyleSha256));
}

std::string meaning(const Hits& hits) {
  return hits.label.empty() ? "the positive class"
                            : user_text(hits.label) + sign_before(hits.positive) + user_text(hits.positive);
}

std::string lead(const Hits& hits) {
  return element("p", {{"class", "lead"}},
                 fmt::format("The <strong>{}</strong> of {} rows that look most like {}",
                             count_text(static_cast<std::int64_t>(hits.hits.size())), count_text(hits.rows),
                             meaning(hits))) +
         "\n" +
         quiet_paragraph(fmt::format("{}, scored by the run {} ({}).{}", user_text(hits.data), user_text(hits.run),
                                     user_text(hits.model),
                                     hits.diverse ? " The best row of each Murcko scaffold comes first." : ""));
}

// Nobody wants to test them again.
std::string measured_html(const Hits& hits) {
  const auto count = std::count_if(hits.hits.begin(), hits.hits.end(), [](const Hit& hit) { return hit.measured; });
  if (count == 0) return "";
  return paragraph(fmt::format("<strong>{}</strong> of these {} in the data of the run already, with a label.",
                               count_text(count), count == 1 ? "is" : "are"));
}

std::string number_words(double value) {
  return value < 9.95 ? fmt::format("{:.1f}", value) : fmt::format("{:.0f}", value);
}

// The plate that the user has in mind.
std::string budget_html(const Hits& hits) {
  if (!hits.budget) return "";
  return paragraph(escaped_markup(budget_words(*hits.budget)));
}

std::string enrichment_html(const Hits& hits) {
  if (hits.enrichment.size() < 2) return "";
  return element("figure", enrichment_svg(hits) +
                               element("figcaption",
                                       "Actives found over rows tested, in " + escaped_markup(hits.enrichment_of) +
                                           ", which the model has not seen in training. Dashed: rows taken at "
                                           "random" +
                                           (hits.budget ? "; upright line: as large a share as is tested." : "."))) +
         "\n";
}

std::string term(const std::string& name, const std::string& html) {
  return html.empty() ? "" : element("dt", name) + element("dd", html) + "\n";
}

std::string score_words(const Hit& hit) {
  std::string text = fmt::format("{:.4g}", hit.score);
  if (hit.spread) text += element("span", {{"class", "interval"}}, fmt::format(" \u00b1 {:.2g}", *hit.spread));
  return text;
}

std::string alerts_html(const Hit& hit) {
  std::string text;
  for (const std::string& alert : hit.alerts) text += (text.empty() ? "" : ", ") + user_text(alert);
  return text.empty() ? "" : element("span", {{"class", "note"}}, "PAINS: " + text);
}

// "positive in the data of the run (A7)", "contradictory in the data of the run: 2 positive, 1 negative (first: A7)"
std::string measured_words(const record::MeasuredBefore& measured) {
  const std::string name = user_text(measured.name);
  if (measured.positives > 0 && measured.negatives > 0) {
    return fmt::format("contradictory in the data of the run: {} positive, {} negative (first: {})",
                       count_text(measured.positives), count_text(measured.negatives), name);
  }
  const std::int64_t rows = measured.positives + measured.negatives;
  return fmt::format("{} in the data of the run ({}{})", measured.positives > 0 ? "positive" : "negative", name,
                     rows > 1 ? fmt::format(" and {} more", count_text(rows - 1)) : "");
}

std::string facts_html(const Hit& hit) {
  std::string html = term("score", score_words(hit));
  if (hit.probability) html += term("probability", percent_text(*hit.probability));
  if (hit.positive) html += term("label", *hit.positive ? "positive" : "negative");
  if (hit.measured) html += term("measured", measured_words(*hit.measured));
  html += term("alerts", alerts_html(hit));
  if (!hit.smiles.empty()) html += term("SMILES", element("code", user_text(hit.smiles)));
  for (const auto& [name, value] : hit.properties) html += term(user_text(name), user_text(value));
  return element("dl", {{"class", "words"}}, html);
}

std::string small_picture(const Picture& picture, const std::string& name, const std::string& words) {
  return element("li", picture_html(picture, name) + element("span", words));
}

std::string near_html(const Hit& hit) {
  std::string items;
  for (const record::NearActive& one : hit.near) {
    items += small_picture(one.picture, one.name,
                           fmt::format("{} {}", user_text(one.name),
                                       element("span", {{"class", "quiet"}}, fmt::format("{:.2f}", one.similarity))));
  }
  if (items.empty()) return "";
  return element("h4", "Nearest actives of the training") + element("ul", {{"class", "near"}}, items);
}

std::string bits_html(const Hit& hit) {
  std::string items;
  for (const record::CarryingBit& bit : hit.bits) {
    items += small_picture(bit.picture, bit.column,
                           fmt::format("{} {}", user_text(bit.column),
                                       element("span", {{"class", "quiet"}}, fmt::format("{:+.3g}", bit.value))));
  }
  if (items.empty()) return "";
  return element("h4", "Bits that carry the score") + element("ul", {{"class", "near"}}, items);
}

std::string hit_html(const Hit& hit, std::size_t rank) {
  const std::string name = hit.id.empty() ? fmt::format("row {}", hit.row) : hit.id;
  const std::string where =
      hit.id.empty() ? "" : element("span", {{"class", "quiet"}}, fmt::format(" row {}", hit.row));
  return element("li", {{"class", "hit"}, {"id", fmt::format("hit-{}", rank)}},
                 element("h3", fmt::format("{}. {}{}", rank, user_text(name), where)) +
                     element("div", {{"class", "hit-parts"}},
                             picture_html(hit.picture, name) + facts_html(hit) +
                                 element("div", near_html(hit) + bits_html(hit)))) +
         "\n";
}

std::string how_to_read(const Hits& hits) {
  bool coloured = false, spread = false, near = false, alerts = false, bits = false;
  for (const Hit& hit : hits.hits) {
    coloured = coloured || hit.coloured;
    spread = spread || hit.spread.has_value();
    near = near || !hit.near.empty();
    alerts = alerts || !hit.alerts.empty();
    bits = bits || !hit.bits.empty();
  }
  std::string text;
  if (coloured) {
    text +=
        "Red atoms raise the score and blue ones lower it: a colour is the score minus the score without the atom, "
        "and the strongest is the largest in its picture. ";
  }
  if (spread) text += "\u00b1: standard deviation of the score over the models of the run. ";
  if (near) {
    text += fmt::format(
        "Nearest actives: the most similar of {} by the Tanimoto similarity of Morgan fingerprints "
        "(radius 2, 2048 bits). ",
        counted_text(hits.actives, "positive training molecule"));
  }
  if (bits) text += "Bits: how much lower the score is without this bit of the model's fingerprint. ";
  if (alerts) text += "PAINS are patterns of compounds that react in many assays: a reason to look twice. ";
  return text.empty() ? "" : quiet_paragraph(text);
}

std::string list_html(const Hits& hits) {
  std::string items;
  for (std::size_t k = 0; k < hits.hits.size(); ++k) items += hit_html(hits.hits[k], k + 1);
  return how_to_read(hits) + element("ol", {{"class", "hits"}}, items);
}

}  // namespace

std::string budget_words(const Budget& budget) {
  std::string text = fmt::format(
      "Of the {} rows with the highest scores, {} \u00b1 {} can be expected to be positive, if these rows are like "
      "those "
      "of the training: the sum of their probabilities. Of as many rows taken at random: {}.",
      count_text(budget.tested), number_words(budget.expected), number_words(budget.deviation),
      number_words(budget.by_chance));
  if (budget.found) {
    text += fmt::format(" By the labels, {} of {} are.", count_text(*budget.found), count_text(*budget.labelled));
  }
  return text;
}

std::string hits_html(const Hits& hits) {
  const std::string title = "Hits in " + hits.data;
  const std::string body =
      element("header", element("h1", user_text(title))) + "\n<main>\n" +
      element("section", {{"id", "headline"}}, lead(hits) + measured_html(hits) + budget_html(hits)) + "\n" +
      section("hits", "Hits", list_html(hits)) +
      section("enrichment", "What testing more finds", enrichment_html(hits)) +
      quiet_paragraph(fmt::format("Written by pauc {}.", kVersion)) + "</main>\n";
  return "<!DOCTYPE html>\n" +
         element(
             "html", {{"lang", "en"}},
             "\n" + element("head", "\n" + head_html(title, policy())) + "\n" + element("body", "\n" + body) + "\n") +
         "\n";
}

}  // namespace pauc::report
