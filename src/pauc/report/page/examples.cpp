#include "pauc/report/page/examples.h"

#include <fmt/format.h>

#include "pauc/core/error.h"
#include "pauc/core/io/base64.h"
#include "pauc/report/page/html.h"

namespace pauc::report {

namespace {

std::string name_of(const record::HardExample& example) {
  return example.id.empty() ? joined("row ", example.row) : user_text(example.id);
}

using Contributions = std::vector<record::Contributions>;

// The contributions to the score of an example; null if there is no picture of them.
const record::Contributions* contributions_to(const record::HardExample& example, const Contributions& all) {
  for (const record::Contributions& one : all) {
    if (one.row == example.row && !one.picture.bytes.empty()) return &one;
  }
  return nullptr;
}

// A coloured structure can be read without the plain one; a map of patches hides the photo.
std::string pictures_html(const record::HardExample& example, const Contributions& all) {
  const std::string name = example.id.empty() ? joined("row ", example.row) : example.id;
  const record::Contributions* own = example.picture.bytes.empty() ? nullptr : contributions_to(example, all);
  if (own == nullptr) return picture_html(example.picture, joined("picture of ", name));
  const std::string coloured = picture_html(own->picture, joined("contributions to the score of ", name));
  return own->across > 0 ? picture_html(example.picture, joined("picture of ", name)) + coloured : coloured;
}

// "age 63, ward ICU, lactate missing"
std::string values_html(const record::HardExample& example) {
  std::string text;
  for (const auto& [name, value] : example.values) {
    text += joined(text.empty() ? "" : ", ", user_text(name), " ", element("b", user_text(value)));
  }
  return text.empty() ? "" : element("div", {{"class", "values"}}, text);
}

std::string card_html(const record::HardExample& example, const Contributions& all) {
  return element("li", pictures_html(example, all) + element("span", {{"class", "example"}}, name_of(example)) + " " +
                           element("span", {{"class", "quiet"}}, fmt::format("score {:.4g}", example.score)) +
                           values_html(example));
}

bool has_pictures(const std::vector<record::HardExample>& examples) {
  for (const record::HardExample& example : examples) {
    if (!example.picture.bytes.empty()) return true;
  }
  return false;
}

std::string list_html(const std::string& title, const std::vector<record::HardExample>& examples,
                      const Contributions& contributions) {
  if (examples.empty()) return "";
  const char* shape = has_pictures(examples) ? "gallery" : "list";
  std::string cards;
  for (const record::HardExample& example : examples) cards += card_html(example, contributions) + "\n";
  return element("div", element("h3", title) + element("ol", {{"class", shape}}, cards)) + "\n";
}

std::string colours_html(const Contributions& contributions) {
  if (contributions.empty()) return "";
  const bool patches = contributions.front().across > 0;
  return quiet_paragraph(joined("Red ", patches ? "patches" : "atoms",
                                " raise the score and blue ones lower it: a colour is the score minus the ",
                                patches ? "score with the patch covered by the mean colour" : "score without the atom",
                                ", and the strongest is the largest in its picture."));
}

std::string model_html(const record::HardestExamples& hardest, const Contributions& contributions) {
  return colours_html(contributions) +
         element("div", {{"class", "columns"}},
                 list_html("Positives with the lowest scores", hardest.positives, contributions) +
                     list_html("Negatives with the highest scores", hardest.negatives, contributions));
}

// Of all models together, so that a page of many runs can still be mailed; the first model always has its pictures.
constexpr std::size_t kMostPictureBytes = 400'000;

std::size_t picture_bytes(const record::HardestExamples& hardest) {
  std::size_t bytes = 0;
  for (const auto* list : {&hardest.positives, &hardest.negatives}) {
    for (const record::HardExample& example : *list) bytes += example.picture.bytes.size();
  }
  return bytes;
}

record::HardestExamples without_pictures(record::HardestExamples hardest) {
  for (auto* list : {&hardest.positives, &hardest.negatives}) {
    for (record::HardExample& example : *list) example.picture = {};
  }
  return hardest;
}

}  // namespace

std::string picture_html(const Picture& picture, const std::string& name) {
  if (picture.bytes.empty()) return "";
  const std::string kind = picture.type == "image/svg+xml" ? "structure" : "photo";
  const std::string source = joined("data:", picture.type, ";base64,", base64_of(picture.bytes));
  return element("span", {{"class", "picture"}},
                 empty_element("img", {{"class", kind}, {"alt", "picture of " + name}, {"src", source}}));
}

std::string hardest_html(const Report& report) {
  std::string html;
  std::size_t bytes = 0;
  for (const ReportedModel& model : report.models) {
    bytes += picture_bytes(model.hardest);
    const bool fits = html.empty() || bytes <= kMostPictureBytes;
    const std::string lists =
        fits ? model_html(model.hardest, model.contributions) : model_html(without_pictures(model.hardest), {});
    if (report.models.size() == 1) return lists;
    const Attributes open = html.empty() ? Attributes{{"open", ""}} : Attributes{};
    html += element("details", open, element("summary", user_text(model.name)) + lists) + "\n";
  }
  return html;
}

}  // namespace pauc::report
