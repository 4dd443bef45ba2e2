#include "pauc/record/candidates.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "pauc/core/error.h"
#include "pauc/core/io/folder_file.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/record/json_file.h"
#include "pauc/record/name_in_folder.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostCandidates = 64;
constexpr std::size_t kMostReasonBytes = 1024;

Interval interval_from(const JsonPlace& place) {
  const auto bounds = place.list("bounds", 2);
  place.require_that(bounds.size() == 2, "two bounds");
  const Interval interval{bounds[0].number(kLargestDrawn), bounds[1].number(kLargestDrawn)};
  require(interval.lower <= interval.upper, place.where(), ": expected the lower bound first, got ", interval.lower,
          " and ", interval.upper);
  return interval;
}

CandidateResult candidate_from(const JsonPlace& entry) {
  CandidateResult candidate;
  candidate.name = name_in_folder(entry.at("name"), "the name of a candidate");
  candidate.objective = entry.at("objective").text(kMostNameBytes);
  candidate.best_epoch = entry.at("best_epoch").whole(0, kLargestEpoch);
  candidate.valid = entry.at("valid").number(kLargestDrawn);
  if (!entry.at("ci").is_null()) candidate.ci = interval_from(entry.at("ci"));
  candidate.kept = entry.at("kept").truth();
  if (entry.has("dropped")) candidate.dropped = entry.at("dropped").text(kMostReasonBytes);
  return candidate;
}

}  // namespace

std::string candidates_json(const std::vector<CandidateResult>& candidates) {
  Json list = Json::array();
  for (const CandidateResult& candidate : candidates) {
    list.push_back({{"name", candidate.name},
                    {"objective", candidate.objective},
                    {"best_epoch", candidate.best_epoch},
                    {"valid", candidate.valid},
                    {"ci", candidate.ci ? Json::array({candidate.ci->lower, candidate.ci->upper}) : Json()},
                    {"kept", candidate.kept}});
    if (!candidate.dropped.empty()) list.back()["dropped"] = candidate.dropped;
  }
  return list.dump(2) + "\n";
}

std::vector<CandidateResult> read_candidates(const RunPaths& paths) {
  const std::string path = paths.candidates_table();
  const Json json = read_json_file(paths.folder, path, "the candidates of a run");
  std::vector<CandidateResult> candidates;
  std::set<std::string> names;
  for (const JsonPlace& entry : JsonPlace(json, path).list("candidates", kMostCandidates)) {
    candidates.push_back(candidate_from(entry));
    const std::string& name = candidates.back().name;
    require(names.insert(name).second, entry.where(), ": expected candidates of different names, got ", shown(name),
            " twice");
    // Its files are checked against its own folder only.
    if (is_there(paths.candidate(name))) require_inside(paths.folder, paths.candidate(name));
  }
  const auto kept = std::count_if(candidates.begin(), candidates.end(), [](const auto& each) { return each.kept; });
  require(kept == 1, path, ": expected one candidate that was kept, got ", kept);
  return candidates;
}

}  // namespace pauc::record
