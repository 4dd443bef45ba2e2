#include "pauc/trainer/run/scorers.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/data/inputs.h"
#include "pauc/data/molecule/features.h"
#include "pauc/metric/blend_weights.h"
#include "pauc/trainer/loop/score.h"
#include "pauc/trainer/run/model_file.h"

namespace pauc {

Scorers::Scorers(const record::RunPaths& paths, const record::ModelCard& card, Members members) {
  if (!is_there(paths.blend())) {
    load(paths, card);
    return;
  }
  blend_ = record::read_blend(paths);
  const auto is_unused = [&](const record::BlendMember& member) {
    return members == Members::weighted && member.weight == 0;
  };
  blend_.members.erase(std::remove_if(blend_.members.begin(), blend_.members.end(), is_unused), blend_.members.end());
  for (const record::BlendMember& member : blend_.members) {
    names_.push_back(member.name);
    for (std::int64_t fold = 1; fold <= member.folds; ++fold) {
      const record::RunPaths own(paths.fold(member.name, fold));
      load(own, record::read_card(own));
    }
  }
}

void Scorers::load(const record::RunPaths& paths, const record::ModelCard& card) {
  LoadedModel loaded{preprocessing_from_json(card.preprocessing, paths.card()), {}};
  const InputShape made = shape_of(loaded.preprocessing);
  require(made.kind == card.input.kind && made.sizes == card.input.sizes, paths.card(),
          ": expected the input shape that its preprocessing makes, got another");
  loaded.model = load_model(paths, made);
  const auto& columns = loaded.preprocessing.table.columns;
  const auto same = [&](const LoadedModel& other) {
    const auto& others = other.preprocessing.table.columns;
    return std::equal(columns.begin(), columns.end(), others.begin(), others.end(),
                      [](const ColumnEncoding& a, const ColumnEncoding& b) { return a.name == b.name; });
  };
  require(models_.empty() || same(models_.front()), paths.card(),
          ": expected the columns that the other members were trained on, got others");
  models_.push_back(std::move(loaded));
}

std::vector<WantedColumn> Scorers::wanted() const {
  // Features of molecules, which are computed, come last.
  const auto& columns = content().table.columns;
  const std::size_t computed = feature_columns(features_named(content().features_from)).size();
  std::vector<WantedColumn> wanted;
  for (std::size_t c = 0; c + computed < columns.size(); ++c) {
    wanted.push_back({columns[c].name, columns[c].kind, false});
  }
  for (const LoadedModel& loaded : models_) {
    for (std::size_t c = 0; c < wanted.size(); ++c) {
      if (loaded.preprocessing.table.columns[c].width() > 0) wanted[c].needed = true;
    }
  }
  return wanted;
}

std::vector<double> Scorers::scores_of_model(const LoadedModel& loaded, const Block& block) const {
  const auto rows = static_cast<std::int64_t>(block.numbers.size());
  return scores_of(loaded.model, gather_from(loaded.preprocessing, block.content), rows);
}

Scorers::Scores Scorers::of(const Block& block) const {
  if (blend_.members.empty()) return {scores_of_model(models_.front(), block), {}};
  Scores result;
  BlendWeights weights;
  weights.intercept = blend_.intercept;
  std::size_t next = 0;
  for (const record::BlendMember& member : blend_.members) {
    std::vector<double> means(block.numbers.size(), 0);
    for (std::int64_t fold = 0; fold < member.folds; ++fold) {
      const std::vector<double> scores = scores_of_model(models_[next++], block);
      for (std::size_t k = 0; k < means.size(); ++k) means[k] += scores[k] / static_cast<double>(member.folds);
    }
    for (double& mean : means) mean = member.slope * mean + member.offset;
    result.members.push_back(std::move(means));
    weights.weights.push_back(member.weight);
  }
  result.scores = blended(weights, result.members);
  return result;
}

}  // namespace pauc
