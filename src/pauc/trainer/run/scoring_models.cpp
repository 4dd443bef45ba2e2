#include "pauc/trainer/run/scoring_models.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "pauc/data/inputs.h"
#include "pauc/record/card.h"
#include "pauc/trainer/run/fold_models.h"
#include "pauc/trainer/run/model_file.h"

namespace pauc {

namespace {

std::vector<std::int64_t> all_places(std::size_t count) {
  std::vector<std::int64_t> places(count);
  std::iota(places.begin(), places.end(), 0);
  return places;
}

// A model of a member, without its places.
ScoringModel loaded(const record::RunPaths& paths, MemberExamples& examples) {
  ScoringModel loaded;
  loaded.preprocessing = std::make_shared<const Preprocessing>(
      preprocessing_from_json(record::read_card(paths).preprocessing, paths.card()));
  loaded.model = load_model(paths, shape_of(*loaded.preprocessing));
  loaded.examples = examples.with_features(loaded.preprocessing->features_from);
  return loaded;
}

// Whether a member has a weight in the scores of rows that these folds left out.
bool counts(const record::BlendMember& member, const std::vector<std::int64_t>& folds) {
  return std::any_of(folds.begin(), folds.end(), [&](std::int64_t fold) { return member.weight_in(fold) != 0; });
}

// Calls `take` with the models of each member that counts, and their folds.
template <class Take>
ScoringModels of_blend(const BlendAtHand& at_hand, ScoringModels scoring, const Take& take) {
  scoring.fixed.assign(scoring.rows.size(), at_hand.blend.intercept);
  for (std::size_t m = 0; m < at_hand.blend.members.size(); ++m) {
    const record::BlendMember& member = at_hand.blend.members[m];
    if (!counts(member, scoring.folds)) continue;
    for (std::size_t k = 0; k < scoring.fixed.size(); ++k) {
      const double weight = member.weight_in(scoring.folds[k]);
      scoring.fixed[k] += weight * (member.is_foreign() ? at_hand.logits[m][k] : member.offset);
    }
    for (std::int64_t fold = 1; fold <= member.folds; ++fold) {
      ScoringModel model = loaded(record::RunPaths(at_hand.paths.fold(member.name, fold)), at_hand.examples);
      take(member, fold, model);
      scoring.models.push_back(std::move(model));
    }
  }
  return scoring;
}

}  // namespace

ScoringModels scored_by(const Model& model, const PreparedData& data, Part part) {
  ScoringModels scoring;
  scoring.rows = data.split.of(part);
  scoring.folds.assign(scoring.rows.size(), 0);
  scoring.fixed.assign(scoring.rows.size(), 0);
  ScoringModel only{model, nullptr, data.examples, 1, all_places(scoring.rows.size())};
  only.preprocessing =
      std::make_shared<const Preprocessing>(preprocessing_from_json(data.inputs.preprocessing, data.options.path));
  scoring.models.push_back(std::move(only));
  return scoring;
}

ScoringModels held_out_by(const BlendAtHand& blend, const FoldedRows& rows) {
  return of_blend(blend, {rows.held_out, rows.folds, {}, {}},
                  [&](const record::BlendMember& member, std::int64_t fold, ScoringModel& model) {
                    model.scale = member.weight_in(fold) * member.slope;
                    for (std::size_t k = 0; k < rows.folds.size(); ++k) {
                      if (rows.folds[k] == fold) model.places.push_back(static_cast<std::int64_t>(k));
                    }
                  });
}

ScoringModels new_rows_by(const BlendAtHand& blend, const std::vector<std::int64_t>& rows) {
  return of_blend(blend, {rows, std::vector<std::int64_t>(rows.size(), 0), {}, {}},
                  [&](const record::BlendMember& member, std::int64_t /*fold*/, ScoringModel& model) {
                    model.scale = member.weight * member.slope / static_cast<double>(member.folds);
                    model.places = all_places(rows.size());
                  });
}

ScoringModels only_rows(const ScoringModels& all, const std::vector<std::int64_t>& places) {
  ScoringModels kept;
  std::vector<std::int64_t> new_places(all.rows.size(), -1);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto place = static_cast<std::size_t>(places[k]);
    new_places[place] = static_cast<std::int64_t>(k);
    kept.rows.push_back(all.rows[place]);
    kept.folds.push_back(all.folds[place]);
    kept.fixed.push_back(all.fixed[place]);
  }
  for (const ScoringModel& model : all.models) {
    ScoringModel same{model.model, model.preprocessing, model.examples, model.scale, {}};
    for (const std::int64_t place : model.places) {
      const std::int64_t now = new_places[static_cast<std::size_t>(place)];
      if (now >= 0) same.places.push_back(now);
    }
    kept.models.push_back(std::move(same));
  }
  return kept;
}

}  // namespace pauc
