#include "pauc/record/importance.h"

#include <nlohmann/json.hpp>
#include <set>

#include "pauc/core/error.h"
#include "pauc/core/io/folder_file.h"
#include "pauc/core/io/json_place.h"
#include "pauc/record/interval_json.h"
#include "pauc/record/limits.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostBytes = std::size_t{1} << 26;
constexpr std::size_t kMostEntries = 10'000;
constexpr std::size_t kMostColumns = 2'000'000;
constexpr std::size_t kMostEffects = 100;
constexpr std::size_t kMostBins = 1000;
constexpr std::int64_t kMostRepeats = 1'000'000;

std::string text_of(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

template <class Choice>
Choice choice_from(const JsonPlace& place, const char* expected) {
  const std::string text = place.text();
  for (const auto& known : Choices<Choice>::kNames) {
    if (text == known.name) return known.value;
  }
  place.refuse(expected);
}

Json entry_json(const ImportanceEntry& entry) {
  Json json = {{"column", entry.column}, {"kind", choice_name(entry.kind)}};
  if (entry.kind == Permuted::group) json["columns"] = entry.columns;
  json["drop"] = entry.drop;
  json["ci"] = interval_json(entry.ci);
  return json;
}

double drawn_number(const JsonPlace& place) { return place.number(kLargestDrawn); }

std::optional<Interval> drawn_interval(const JsonPlace& place) {
  const std::optional<Interval> interval = interval_from(place);
  const bool fits = !interval || (interval->lower >= -kLargestDrawn && interval->upper <= kLargestDrawn);
  place.require_that(fits, joined("numbers of at most ", kLargestDrawn));
  return interval;
}

ImportanceEntry entry_from(const JsonPlace& place) {
  ImportanceEntry entry;
  entry.column = place.at("column").text();
  entry.kind = choice_from<Permuted>(place.at("kind"), "column, group, features, molecule or image");
  if (entry.kind == Permuted::group) {
    for (const JsonPlace& name : place.at("columns").list("columns", kMostColumns)) {
      entry.columns.push_back(name.text());
    }
  }
  entry.drop = place.at("drop").number(1);
  entry.ci = drawn_interval(place.at("ci"));
  return entry;
}

Json bin_json(const EffectBin& bin) {
  Json json = {{"kind", choice_name(bin.kind)}};
  if (bin.kind == Bin::range) {
    json["from"] = bin.from;
    json["to"] = bin.to;
  }
  if (bin.kind == Bin::category) json["category"] = bin.category;
  json["rows"] = bin.rows;
  json["positives"] = bin.positives;
  json["score"] = bin.score;
  json["ci"] = interval_json(bin.ci);
  json["own_score"] = bin.own_score;
  return json;
}

EffectBin bin_from(const JsonPlace& place) {
  EffectBin bin;
  bin.kind = choice_from<Bin>(place.at("kind"), "range, category, other or missing");
  if (bin.kind == Bin::range) {
    bin.from = place.at("from").number();
    bin.to = place.at("to").number();
    place.at("to").require_that(bin.from <= bin.to, "a number from \"from\" on");
  }
  if (bin.kind == Bin::category) bin.category = place.at("category").text();
  bin.rows = place.at("rows").whole(1);
  bin.positives = place.at("positives").whole(0, bin.rows);
  bin.score = drawn_number(place.at("score"));
  bin.ci = drawn_interval(place.at("ci"));
  bin.own_score = drawn_number(place.at("own_score"));
  return bin;
}

Json effect_json(const Effect& effect) {
  Json bins = Json::array();
  for (const EffectBin& bin : effect.bins) bins.push_back(bin_json(bin));
  return {{"column", effect.column}, {"bins", std::move(bins)}};
}

Effect effect_from(const JsonPlace& place) {
  Effect effect;
  effect.column = place.at("column").text();
  for (const JsonPlace& bin : place.at("bins").list("bins", kMostBins)) effect.bins.push_back(bin_from(bin));
  return effect;
}

void read_entries(const std::string& text, const std::string& where, Importance& importance) {
  constexpr const char* kExpected = "the importance of columns";
  const Json json = parsed_json(text, kExpected, where);
  std::set<std::pair<std::string, Permuted>> seen;
  for (const JsonPlace& at : JsonPlace(json, where, kExpected).list("columns", kMostEntries)) {
    importance.entries.push_back(entry_from(at));
    const ImportanceEntry& entry = importance.entries.back();
    require(seen.insert({entry.column, entry.kind}).second, at.where(), ": expected each column once, got ",
            shown(entry.column), " twice");
  }
}

void read_effects(const std::string& text, const std::string& where, Importance& importance) {
  constexpr const char* kExpected = "the effects of columns";
  const Json json = parsed_json(text, kExpected, where);
  const JsonPlace place(json, where, kExpected);
  importance.measure = place.at("measure").text(kMostNameBytes);
  importance.value = place.at("value").rate();
  importance.mean_score = drawn_number(place.at("mean_score"));
  importance.held_out = place.at("held_out").whole(1);
  importance.rows = place.at("rows").whole(1, importance.held_out);
  importance.positives = place.at("positives").whole(1, importance.rows);
  importance.repeats = place.at("repeats").whole(1, kMostRepeats);
  importance.left_out = place.at("columns_left_out").whole();
  importance.confidence = place.at("confidence").rate();
  for (const JsonPlace& at : place.at("effects").list("effects", kMostEffects)) {
    importance.effects.push_back(effect_from(at));
  }
}

}  // namespace

std::string bin_text(const EffectBin& bin) {
  switch (bin.kind) {
    case Bin::range:
      return bin.from == bin.to ? joined(bin.from) : joined(bin.from, " to ", bin.to);
    case Bin::category:
      return bin.category;
    case Bin::other:
      return "other";
    case Bin::missing:
      break;
  }
  return "missing";
}

std::string importance_json(const Importance& importance) {
  Json list = Json::array();
  for (const ImportanceEntry& entry : importance.entries) list.push_back(entry_json(entry));
  return text_of(list);
}

std::string effects_json(const Importance& importance) {
  Json effects = Json::array();
  for (const Effect& effect : importance.effects) effects.push_back(effect_json(effect));
  return text_of({{"measure", importance.measure},
                  {"value", importance.value},
                  {"mean_score", importance.mean_score},
                  {"held_out", importance.held_out},
                  {"rows", importance.rows},
                  {"positives", importance.positives},
                  {"repeats", importance.repeats},
                  {"columns_left_out", importance.left_out},
                  {"confidence", importance.confidence},
                  {"effects", std::move(effects)}});
}

Importance importance_from_json(const std::string& importance, const std::string& where, const std::string& effects,
                                const std::string& effects_where) {
  Importance read;
  read_entries(importance, where, read);
  read_effects(effects, effects_where, read);
  return read;
}

Importance read_importance(const ExplanationPaths& paths) {
  return importance_from_json(content_of_folder_file(paths.folder, paths.importance(), kMostBytes), paths.importance(),
                              content_of_folder_file(paths.folder, paths.effects(), kMostBytes), paths.effects());
}

}  // namespace pauc::record
