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

std::string card_html(const record::HardExample& example) {
  const std::string name = example.id.empty() ? joined("row ", example.row) : example.id;
  return element("li", picture_html(example.picture, name) + element("span", {{"class", "example"}}, name_of(example)) +
                           " " + element("span", {{"class", "quiet"}}, fmt::format("score {:.4g}", example.score)));
}

bool has_pictures(const std::vector<record::HardExample>& examples) {
  for (const record::HardExample& example : examples) {
    if (!example.picture.bytes.empty()) return true;
  }
  return false;
}

std::string list_html(const std::string& title, const std::vector<record::HardExample>& examples) {
  if (examples.empty()) return "";
  const char* shape = has_pictures(examples) ? "gallery" : "list";
  std::string cards;
  for (const record::HardExample& example : examples) cards += card_html(example) + "\n";
  return element("div", element("h3", title) + element("ol", {{"class", shape}}, cards)) + "\n";
}

std::string model_html(const record::HardestExamples& hardest) {
  return element("div", {{"class", "columns"}},
                 list_html("Positives with the lowest scores", hardest.positives) +
                     list_html("Negatives with the highest scores", hardest.negatives));
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
    const std::string lists = model_html(fits ? model.hardest : without_pictures(model.hardest));
    if (report.models.size() == 1) return lists;
    const Attributes open = html.empty() ? Attributes{{"open", ""}} : Attributes{};
    html += element("details", open, element("summary", user_text(model.name)) + lists) + "\n";
  }
  return html;
}

}  // namespace pauc::report
