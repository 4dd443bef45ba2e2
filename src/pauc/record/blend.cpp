#include "pauc/record/blend.h"

#include <algorithm>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "pauc/core/error.h"
#include "pauc/core/io/folder_file.h"
#include "pauc/record/interval_json.h"
#include "pauc/record/json_file.h"
#include "pauc/record/name_in_folder.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostMembers = 64;
constexpr std::int64_t kMostFolds = 1000;
constexpr std::size_t kMostNotes = 1000;
constexpr std::size_t kMostNoteBytes = 4096;

BlendMember member_from(const JsonPlace& entry) {
  BlendMember member;
  member.name = name_in_folder(entry.at("name"), "the name of a member");
  member.weight = entry.at("weight").number();
  entry.require_that(member.weight >= 0, "a weight from 0 on");
  member.slope = entry.at("slope").number();
  member.offset = entry.at("offset").number();
  member.folds = entry.at("folds").whole(0, kMostFolds);
  if (member.is_foreign()) member.probabilities = entry.at("probabilities").truth();
  if (entry.has("least_probability")) {
    member.least_probability = entry.at("least_probability").number();
    entry.at("least_probability")
        .require_that(member.least_probability > 0 && member.least_probability < 0.5, "a number between 0 and 0.5");
  }
  if (entry.has("fold_weights")) {
    for (const JsonPlace& weight : entry.at("fold_weights").list("fold_weights", kMostFolds)) {
      member.fold_weights.push_back(weight.number());
      weight.require_that(member.fold_weights.back() >= 0, "a weight from 0 on");
    }
  }
  if (entry.has("adds") && !entry.at("adds").is_null()) member.adds = entry.at("adds").number(kLargestDrawn);
  if (entry.has("adds_ci")) member.adds_ci = interval_from(entry.at("adds_ci"));
  if (member.adds_ci) {
    entry.at("adds_ci").require_that(
        std::abs(member.adds_ci->lower) <= kLargestDrawn && std::abs(member.adds_ci->upper) <= kLargestDrawn,
        "numbers that can be drawn");
  }
  return member;
}

// Absent in runs of earlier versions.
void take_left_out(const JsonPlace& place, Blend& blend) {
  if (place.has("left_out")) {
    for (const JsonPlace& entry : place.at("left_out").list("left_out", kMostMembers)) {
      blend.left_out.push_back({entry.at("name").text(kMostNameBytes), entry.at("why").text(kMostNoteBytes)});
    }
  }
  if (!place.has("notes")) return;
  for (const JsonPlace& note : place.at("notes").list("notes", kMostNotes)) {
    blend.notes.push_back(note.text(kMostNoteBytes));
  }
}

// Every member has a weight for each fold, or none has.
void require_weights_of_folds(const Blend& blend, const std::string& path) {
  std::size_t folds = blend.members.front().fold_weights.size();
  if (folds > 0) folds = std::max(folds, static_cast<std::size_t>(new_rows_of(blend).averaged));
  for (const BlendMember& member : blend.members) {
    require(member.fold_weights.size() == folds, path, ": expected ", static_cast<std::int64_t>(folds),
            " fold_weights of ", shown(member.name), ", got ", static_cast<std::int64_t>(member.fold_weights.size()));
  }
}

bool is_method(const std::string& name) {
  return name == "stack" || name == "greedy" || name == "equal" || name == "single";
}

}  // namespace

NewRows new_rows_of(const Blend& blend) {
  NewRows rows;
  for (const BlendMember& member : blend.members) {
    if (member.weight == 0) continue;
    rows.averaged = std::max(rows.averaged, member.folds);
    rows.elsewhere = rows.elsewhere || member.is_foreign();
  }
  return rows;
}

std::string blend_json(const Blend& blend) {
  Json members = Json::array();
  for (const BlendMember& member : blend.members) {
    members.push_back({{"name", member.name},
                       {"weight", member.weight},
                       {"slope", member.slope},
                       {"offset", member.offset},
                       {"folds", member.folds},
                       {"adds", member.adds ? Json(*member.adds) : Json()},
                       {"adds_ci", interval_json(member.adds_ci)}});
    if (member.is_foreign()) members.back()["probabilities"] = member.probabilities;
    if (member.probabilities) members.back()["least_probability"] = member.least_probability;
    if (!member.fold_weights.empty()) members.back()["fold_weights"] = member.fold_weights;
  }
  Json left_out = Json::array();
  for (const LeftOutMember& member : blend.left_out) {
    left_out.push_back({{"name", member.name}, {"why", member.why.substr(0, kMostNoteBytes)}});
  }
  return Json{{"method", blend.method},
              {"members", members},
              {"intercept", blend.intercept},
              {"left_out", left_out},
              {"notes", blend.notes}}
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

Blend read_blend(const RunPaths& paths) {
  const std::string path = paths.blend();
  const Json json = read_json_file(paths.folder, path, "a blend of models");
  const JsonPlace place(json, path);
  Blend blend;
  blend.method = place.at("method").text(kMostNameBytes);
  place.at("method").require_that(is_method(blend.method), "stack, greedy, equal or single");
  take_left_out(place, blend);
  blend.intercept = place.at("intercept").number();
  std::set<std::string> names;
  double sum = 0;
  for (const JsonPlace& entry : place.at("members").list("members", kMostMembers)) {
    blend.members.push_back(member_from(entry));
    const BlendMember& member = blend.members.back();
    require(names.insert(member.name).second, entry.where(), ": expected members of different names, got ",
            shown(member.name), " twice");
    for (std::int64_t fold = 1; fold <= member.folds; ++fold) {
      require_inside(paths.folder, paths.fold(member.name, fold));
    }
    sum += member.weight;
  }
  require(sum > 0, path, ": expected a member with a weight above 0, got none");
  require_weights_of_folds(blend, path);
  return blend;
}

}  // namespace pauc::record
