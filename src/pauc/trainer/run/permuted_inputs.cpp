#include "pauc/trainer/run/permuted_inputs.h"

#include <set>
#include <utility>

#include "pauc/core/text/utf8.h"
#include "pauc/data/molecule/features.h"
#include "pauc/trainer/config/column_groups.h"

namespace pauc {

namespace {

using record::Permuted;

class Listing {
 public:
  explicit Listing(const std::string& groups) : groups_(groups) {}

  void add(const Preprocessing& preprocessing) {
    const auto features = features_named(preprocessing.features_from);
    const auto& encoded = preprocessing.table.columns;
    std::size_t next = encoded.size() - feature_columns(features).size();
    for (std::size_t c = 0; c < next; ++c) {
      if (known_.insert(encoded[c].name).second) {
        names_.push_back(encoded[c].name);
        columns_.push_back({encoded[c].name, Permuted::column, {encoded[c].name}, false});
      }
    }
    for (const MoleculeFeatures& one : features) {
      PermutedInputs inputs{one.text(), Permuted::features, {}, false};
      for (std::int32_t k = 0; k < one.width(); ++k) inputs.columns.push_back(encoded[next++].name);
      if (known_.insert(inputs.name).second) features_.push_back(std::move(inputs));
    }
    if (preprocessing.kind != InputKind::table) content_ = preprocessing.kind;
    if (!preprocessing.column.empty()) content_name_ = preprocessing.column;
  }

  std::vector<PermutedInputs> inputs() const {
    std::vector<PermutedInputs> all = columns_;
    for (const ColumnGroup& group : column_groups(groups_, names_)) {
      all.push_back({group.name, Permuted::group, group.columns, false});
    }
    all.insert(all.end(), features_.begin(), features_.end());
    const bool reads_content = content_ != InputKind::table;
    const std::size_t views = features_.size() + (reads_content ? 1 : 0);  // of the molecule or image
    if (views > 0 && views + columns_.size() > 1) all.push_back(whole_content());
    return all;
  }

 private:
  PermutedInputs whole_content() const {
    const bool is_image = content_ == InputKind::image;
    const std::string kind = is_image ? "image" : "molecule";
    PermutedInputs whole{
        content_name_.empty() ? kind : content_name_, is_image ? Permuted::image : Permuted::molecule, {}, true};
    for (const PermutedInputs& one : features_) {
      whole.columns.insert(whole.columns.end(), one.columns.begin(), one.columns.end());
    }
    return whole;
  }

  const std::string& groups_;
  std::set<std::string> known_;
  std::vector<std::string> names_;
  std::vector<PermutedInputs> columns_, features_;
  InputKind content_ = InputKind::table;
  std::string content_name_;
};

}  // namespace

std::vector<PermutedInputs> permuted_inputs(const std::vector<ScoringModel>& models, const std::string& groups) {
  Listing listing(groups);
  for (const ScoringModel& model : models) listing.add(*model.preprocessing);
  return listing.inputs();
}

void check_column_groups(const std::string& groups, const Examples& examples) {
  const auto& columns = examples.content.table.columns;
  const auto computed = feature_columns(features_named(examples.content.features_from)).size();
  std::vector<std::string> names;
  for (std::size_t c = 0; c + computed < columns.size(); ++c) names.push_back(printable(columns[c].name));
  column_groups(groups, names);
}

}  // namespace pauc
