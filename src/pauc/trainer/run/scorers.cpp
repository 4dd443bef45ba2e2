#include "pauc/trainer/run/scorers.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/data/inputs.h"
#include "pauc/data/molecule/features.h"
#include "pauc/metric/blend_weights.h"
#include "pauc/trainer/loop/score.h"
#include "pauc/trainer/run/model_file.h"

namespace pauc {

namespace {

// Features of molecules, which are computed, come last.
std::size_t file_columns(const Preprocessing& preprocessing) {
  return preprocessing.table.columns.size() - feature_columns(features_named(preprocessing.features_from)).size();
}

// Whether one file can serve both: the same columns, of the same molecules or images.
bool reads_the_same(const Preprocessing& a, const Preprocessing& b) {
  if (a.reads() != b.reads() || a.standardise != b.standardise || file_columns(a) != file_columns(b)) return false;
  for (std::size_t c = 0; c < file_columns(a); ++c) {
    if (a.table.columns[c].name != b.table.columns[c].name) return false;
  }
  return true;
}

// The content for a model that reads the molecules themselves.
Content without_features(const Content& content, std::size_t columns) {
  Content plain;
  plain.kind = InputKind::molecule;
  plain.column = content.column;
  plain.standardise = content.standardise;
  plain.molecules = content.molecules;
  plain.table = first_columns(content.table, columns);
  return plain;
}

// The content for a model that reads some of the features.
Content with_features_of(const Preprocessing& preprocessing, const Content& content) {
  Content some;
  some.column = content.column;
  some.standardise = content.standardise;
  some.features_from = preprocessing.features_from;
  some.table = with_only_features(content.table, features_named(content.features_from),
                                  features_named(preprocessing.features_from));
  return some;
}

// A block as each model reads it. What several models read alike is made once.
class BlockViews {
 public:
  explicit BlockViews(const Content& content) : content_(content) {}

  const Content& of(const Preprocessing& preprocessing) {
    if (preprocessing.features_from == content_.features_from) return content_;
    const auto [found, is_new] = views_.try_emplace(preprocessing.features_from);
    if (is_new) {
      found->second = preprocessing.features_from.empty() ? without_features(content_, file_columns(preprocessing))
                                                          : with_features_of(preprocessing, content_);
    }
    return found->second;
  }

 private:
  const Content& content_;
  std::map<std::string, Content> views_;  // by features
};

// The weighted standard deviation of each row's logits, as they come (West 1979).
class Spreads {
 public:
  explicit Spreads(std::size_t rows) : means_(rows, 0), squares_(rows, 0) {}

  void add(const std::vector<double>& scores, double slope, double offset, double weight) {
    if (weight <= 0) return;
    ++models_;
    weight_ += weight;
    for (std::size_t k = 0; k < means_.size(); ++k) {
      const double logit = slope * scores[k] + offset;
      const double off = logit - means_[k];
      means_[k] += weight / weight_ * off;
      squares_[k] += weight * off * (logit - means_[k]);
    }
  }

  std::vector<double> on_scale_of_score() const {
    std::vector<double> spreads;
    if (models_ < 2) return spreads;
    for (const double sum : squares_) spreads.push_back(weight_ * std::sqrt(std::max(sum, 0.0) / weight_));
    return spreads;
  }

 private:
  std::vector<double> means_, squares_;
  double weight_ = 0;
  int models_ = 0;
};

}  // namespace

Scorers::Scorers(const record::RunPaths& paths, const record::ModelCard& card, Members members) {
  if (!is_there(paths.blend())) {
    if (card.model == record::kBlendModel) {
      fail(Fault::no_input, paths.blend(),
           ": expected the weights of the members, got no such file; the folder of the ", "run is not complete");
    }
    load(paths, card);
    return;
  }
  // While its models are trained on, weights and thresholds do not belong to them.
  if (!paths.finished()) {
    fail(Fault::no_input, paths.folder, ": the run is not finished; resume it with pauc train --resume --out ",
         paths.folder);
  }
  content_ = preprocessing_from_json(card.preprocessing, paths.card());
  file_columns_ = file_columns(content_);
  blend_ = record::read_blend(paths);
  const auto is_unused = [&](const record::BlendMember& member) {
    return members == Members::weighted && member.weight == 0;
  };
  blend_.members.erase(std::remove_if(blend_.members.begin(), blend_.members.end(), is_unused), blend_.members.end());
  for (const record::BlendMember& member : blend_.members) {
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
  take_content(loaded.preprocessing, paths);
  models_.push_back(std::move(loaded));
}

void Scorers::take_content(const Preprocessing& preprocessing, const record::RunPaths& paths) {
  if (models_.empty()) {
    content_ = preprocessing;
    file_columns_ = file_columns(preprocessing);
    return;
  }
  const auto features =
      features_of_both(features_named(content_.features_from), features_named(preprocessing.features_from));
  require(features && reads_the_same(models_.front().preprocessing, preprocessing), paths.card(),
          ": expected the columns that the other members were trained on, got others");
  if (content_.features_from.empty() && !features->empty()) content_ = preprocessing;
  content_.features_from = features_text(*features);
}

std::vector<WantedColumn> Scorers::wanted() const {
  const auto& columns = content_.table.columns;
  std::vector<WantedColumn> wanted;
  for (std::size_t c = 0; c < file_columns_; ++c) {
    wanted.push_back({columns[c].name, columns[c].kind, false, columns[c].reading});
  }
  for (const LoadedModel& loaded : models_) {
    for (std::size_t c = 0; c < wanted.size(); ++c) {
      if (loaded.preprocessing.table.columns[c].width() > 0) wanted[c].needed = true;
    }
  }
  return wanted;
}

std::vector<const TableEncoding*> Scorers::encodings() const {
  std::vector<const TableEncoding*> encodings;
  for (const LoadedModel& loaded : models_) encodings.push_back(&loaded.preprocessing.table);
  if (models_.empty()) encodings.push_back(&content_.table);
  return encodings;
}

std::vector<double> Scorers::scores_of_model(const LoadedModel& loaded, const Content& content,
                                             std::int64_t rows) const {
  return scores_of(loaded.model, gather_from(loaded.preprocessing, content), rows);
}

Scorers::Scores Scorers::of(const Block& block, const std::vector<std::vector<double>>& foreign) const {
  const auto rows = static_cast<std::int64_t>(block.numbers.size());
  if (blend_.members.empty()) return {scores_of_model(models_.front(), block.content, rows), {}, {}};
  BlockViews views(block.content);
  Scores result;
  Spreads spreads(block.numbers.size());
  BlendWeights weights;
  weights.intercept = blend_.intercept;
  std::size_t next = 0;
  std::size_t next_foreign = 0;
  for (const record::BlendMember& member : blend_.members) {
    std::vector<double> means(block.numbers.size(), 0);
    if (member.is_foreign()) {
      means = foreign.at(next_foreign++);
      spreads.add(means, member.slope, member.offset, member.weight);
    }
    for (std::int64_t fold = 0; fold < member.folds; ++fold) {
      const LoadedModel& loaded = models_[next++];
      const std::vector<double> scores = scores_of_model(loaded, views.of(loaded.preprocessing), rows);
      spreads.add(scores, member.slope, member.offset, member.weight / static_cast<double>(member.folds));
      for (std::size_t k = 0; k < means.size(); ++k) means[k] += scores[k] / static_cast<double>(member.folds);
    }
    for (double& mean : means) mean = member.slope * mean + member.offset;
    result.members.push_back(std::move(means));
    weights.weights.push_back(member.weight);
  }
  result.scores = blended(weights, result.members);
  result.spreads = spreads.on_scale_of_score();
  return result;
}

}  // namespace pauc
