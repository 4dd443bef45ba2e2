#include "pauc/trainer/run/scorers.h"

#include <algorithm>
#include <cmath>

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

// Whether one file can serve both: the same columns, and of the molecules no features, or the same.
bool reads_the_same(const Preprocessing& a, const Preprocessing& b) {
  if (a.reads() != b.reads() || a.standardise != b.standardise || file_columns(a) != file_columns(b)) return false;
  for (std::size_t c = 0; c < file_columns(a); ++c) {
    if (a.table.columns[c].name != b.table.columns[c].name) return false;
  }
  return a.features_from.empty() || b.features_from.empty() || a.features_from == b.features_from;
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
  of_run_ = preprocessing_from_json(card.preprocessing, paths.card());
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
  const auto is_known = [&](const LoadedModel& other) {
    return reads_the_same(loaded.preprocessing, other.preprocessing);
  };
  require(std::all_of(models_.begin(), models_.end(), is_known), paths.card(),
          ": expected the columns that the other members were trained on, got others");
  models_.push_back(std::move(loaded));
}

const Preprocessing& Scorers::content() const {
  const auto computes = [](const LoadedModel& loaded) { return !loaded.preprocessing.features_from.empty(); };
  if (models_.empty()) return of_run_;
  const auto found = std::find_if(models_.begin(), models_.end(), computes);
  return (found == models_.end() ? models_.front() : *found).preprocessing;
}

std::vector<WantedColumn> Scorers::wanted() const {
  const auto& columns = content().table.columns;
  std::vector<WantedColumn> wanted;
  for (std::size_t c = 0; c < file_columns(content()); ++c) {
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
  if (models_.empty()) encodings.push_back(&of_run_.table);
  return encodings;
}

std::vector<double> Scorers::scores_of_model(const LoadedModel& loaded, const Content& content,
                                             std::int64_t rows) const {
  return scores_of(loaded.model, gather_from(loaded.preprocessing, content), rows);
}

Scorers::Scores Scorers::of(const Block& block, const std::vector<std::vector<double>>& foreign) const {
  const auto rows = static_cast<std::int64_t>(block.numbers.size());
  if (blend_.members.empty()) return {scores_of_model(models_.front(), block.content, rows), {}, {}};
  Content plain;  // of the models that read no features, where others do
  const auto content_of = [&](const LoadedModel& loaded) -> const Content& {
    if (loaded.preprocessing.features_from == block.content.features_from) return block.content;
    if (plain.molecules.size() == 0) plain = without_features(block.content, file_columns(loaded.preprocessing));
    return plain;
  };
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
      const std::vector<double> scores = scores_of_model(loaded, content_of(loaded), rows);
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
