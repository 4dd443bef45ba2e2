#include "pauc/trainer/run/hits.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/data/example_picture.h"
#include "pauc/data/molecule/drawing.h"
#include "pauc/data/molecule/structure_facts.h"
#include "pauc/data/molecule/structure_hash.h"
#include "pauc/data/molecule/without_atoms.h"
#include "pauc/data/molecule/without_bits.h"
#include "pauc/data/row_facts.h"
#include "pauc/data/tint.h"
#include "pauc/record/predictions.h"
#include "pauc/trainer/run/training_examples.h"

namespace pauc {

namespace {

constexpr std::size_t kMostNear = 3;
constexpr std::size_t kMostBits = 3;
constexpr std::size_t kMostPoints = 300;

// Fields of a line of CSV, as csv_field writes them.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    const bool escaped = quoted && c == '"' && at + 1 < line.size() && line[at + 1] == '"';
    if (escaped) {
      fields.back() += line[++at];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

// How far the score of the first row falls in each of the others.
std::vector<double> falls(const Scorers& scorers, Content variants) {
  Block block;
  block.content = std::move(variants);
  const std::int64_t rows = block.content.table.rows;
  if (rows == 0) return {};
  block.numbers.resize(static_cast<std::size_t>(rows));
  block.readable.assign(block.numbers.size(), 1);
  const std::vector<double> scores = scorers.of(block).scores;
  std::vector<double> values;
  for (std::size_t k = 1; k < scores.size(); ++k) values.push_back(scores[0] - scores[k]);
  return values;
}

}  // namespace

HitsDescription::HitsDescription(const record::RunPaths& paths, const record::ModelCard& card, const Scorers& scorers,
                                 int threads, std::function<void(const std::string&)> note)
    : paths_(paths), card_(card), scorers_(scorers), threads_(threads), note_(std::move(note)) {
  for (const record::BlendMember& member : scorers.members()) can_score_ = can_score_ && !member.is_foreign();
  if (!can_score_) note_("page: scores of a member come from elsewhere: atoms are drawn without colours");
  if (scorers.content().reads() != InputKind::molecule) return;
  try {
    read_training();
  } catch (const UserError& error) {
    note_(joined(error.what(), ": hits are shown without the nearest actives"));
  }
}

void HitsDescription::read_training() {
  const RunBeginning beginning = read_beginning(paths_);
  DataOptions options = beginning.asked.read("data", kDataFields);
  options.standardise = scorers_.content().standardise;
  options.threads = threads_;
  options.features_from.clear();
  training_ = training_examples(paths_, options, beginning.files, "page");
  const auto& members = scorers_.members();
  const bool folds = std::any_of(members.begin(), members.end(), [](const auto& member) { return member.folds > 1; });
  const std::vector<std::int8_t>& labels = training_.facts.labels;
  for (const std::int64_t row : training_rows(training_, options, folds)) {
    if (labels[static_cast<std::size_t>(row)] == 1) actives_.rows.push_back(row);
  }
  actives_.bits = morgan_bits(training_.content.molecules, actives_.rows, threads_);
  for (std::int64_t row = 0; row < training_.rows(); ++row) {
    if (labels[static_cast<std::size_t>(row)] == kUnlabelled || !training_.content.readable(row)) continue;
    labelled_.emplace(structure_hash(training_.content.molecules, row), row);
  }
}

std::string HitsDescription::name_of(std::int64_t row) const {
  const RowFacts& facts = training_.facts;
  return facts.ids.empty() ? joined("row ", facts.numbers[row]) : facts.ids[row];
}

std::optional<record::MeasuredBefore> HitsDescription::measured_before(const Molecules& hit,
                                                                       const std::string& smiles) const {
  if (smiles.empty()) return std::nullopt;
  std::optional<std::int64_t> first;
  record::MeasuredBefore measured;
  const auto [begin, end] = labelled_.equal_range(structure_hash(hit, 0));
  for (auto found = begin; found != end; ++found) {
    const std::int64_t row = found->second;
    if (smiles_of(training_.content.molecules, row) != smiles) continue;
    if (!first || row < *first) first = row;
    ++(training_.facts.labels[static_cast<std::size_t>(row)] == 1 ? measured.positives : measured.negatives);
  }
  if (!first) return std::nullopt;
  measured.name = name_of(*first);
  return measured;
}

void HitsDescription::add_near(const MorganBits& bits, record::Hit& hit) const {
  std::vector<double> similarity;
  for (const MorganBits& other : actives_.bits) similarity.push_back(tanimoto(bits, other));
  std::vector<std::size_t> order(similarity.size());
  std::iota(order.begin(), order.end(), 0);
  const auto shown = static_cast<std::ptrdiff_t>(std::min(kMostNear, order.size()));
  std::partial_sort(order.begin(), order.begin() + shown, order.end(), [&](std::size_t a, std::size_t b) {
    return similarity[a] != similarity[b] ? similarity[a] > similarity[b] : a < b;
  });
  for (std::ptrdiff_t k = 0; k < shown; ++k) {
    const std::size_t at = order[static_cast<std::size_t>(k)];
    std::string svg = molecule_svg(training_.content.molecules, actives_.rows[at]);
    hit.near.push_back({name_of(actives_.rows[at]), similarity[at], {"image/svg+xml", std::move(svg)}});
  }
}

std::vector<double> HitsDescription::contributions_of(const Content& row) const {
  if (!can_score_ || row.molecules.size() == 0) return {};
  std::vector<double> values = falls(scorers_, without_each_atom(row, 0));
  return largest_of(values) == 0 ? std::vector<double>() : values;
}

void HitsDescription::add_bits(const Content& row, record::Hit& hit) const {
  if (!can_score_ || row.molecules.size() == 0) return;
  const WithoutBits without = without_each_bit(row, 0);
  const std::vector<double> values = falls(scorers_, without.variants);
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return std::abs(values[a]) > std::abs(values[b]); });
  order.resize(std::min(order.size(), kMostBits));
  for (const std::size_t k : order) {
    if (values[k] == 0) return;
    std::vector<double> atoms(row.molecules.atoms.size(), 0);
    for (const std::int32_t atom : without.bits[k].atoms) atoms[static_cast<std::size_t>(atom)] = values[k];
    hit.bits.push_back({without.bits[k].column, values[k], {"image/svg+xml", molecule_svg(row.molecules, 0, atoms)}});
  }
}

std::vector<record::Hit> HitsDescription::hits_of(const std::vector<TopRow>& rows,
                                                  const std::vector<std::string>& kept) const {
  std::vector<record::Hit> hits;
  for (const TopRow& row : rows) {
    record::Hit hit;
    hit.row = row.number;
    hit.id = row.id;
    hit.score = row.score;
    hit.spread = row.spread;
    hit.probability = card_.probabilities.probability(row.score);
    if (row.label != kUnlabelled) hit.positive = row.label == 1;
    hit.scaffold = row.scaffold;
    const std::vector<double> contributions = contributions_of(row.content);
    hit.coloured = !contributions.empty();
    hit.picture = picture_of(row.content, 0, contributions, 0);
    if (row.content.molecules.size() > 0) {
      hit.smiles = smiles_of(row.content.molecules, 0);
      hit.measured = measured_before(row.content.molecules, hit.smiles);
      hit.alerts = pains_of(row.content.molecules, 0);
      add_bits(row.content, hit);
      add_near(morgan_bits(row.content.molecules, std::vector<std::int64_t>{0}, 1)[0], hit);
    }
    const std::vector<std::string> fields = row.kept.empty() ? std::vector<std::string>() : fields_of(row.kept);
    for (std::size_t k = 0; k < std::min(fields.size(), kept.size()); ++k)
      hit.properties.emplace_back(kept[k], fields[k]);
    hits.push_back(std::move(hit));
  }
  return hits;
}

void HitsDescription::add_enrichment(record::Hits& hits) const {
  const bool folds = is_there(paths_.blend());
  const std::string part = folds ? "valid" : "test";
  const record::ScoredPart scored = record::read_predictions(paths_, part);
  std::vector<std::size_t> order(scored.scores.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return scored.scores[a] > scored.scores[b]; });
  const auto rows = static_cast<double>(order.size());
  const auto actives = std::count(scored.labels.begin(), scored.labels.end(), 1);
  const std::size_t step = std::max<std::size_t>(1, order.size() / kMostPoints);
  hits.enrichment = {{0, 0}};
  double found = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    found += scored.labels[order[k]];
    const bool early = k < kMostPoints / 3;  // where it is steep
    if (early || k % step == 0 || k + 1 == order.size()) {
      hits.enrichment.push_back({static_cast<double>(k + 1) / rows, found / static_cast<double>(actives)});
    }
  }
  hits.enrichment_of = joined(folds ? "the out-of-fold rows" : "the test part", ": ", actives, " actives among ",
                              static_cast<std::int64_t>(order.size()), " rows");
}

void BudgetWatch::add(double score, std::int8_t label, double probability) {
  ++rows_;
  all_ += probability;
  if (best_.size() == tested_) {
    if (score <= best_.front().score) return;
    std::pop_heap(best_.begin(), best_.end(), is_above);
    best_.pop_back();
  }
  best_.push_back({score, rows_, probability, label});
  std::push_heap(best_.begin(), best_.end(), is_above);
}

record::Budget BudgetWatch::result() const {
  record::Budget budget;
  budget.tested = static_cast<std::int64_t>(best_.size());
  budget.rows = rows_;
  double variance = 0;
  std::int64_t found = 0;
  std::int64_t labelled = 0;
  for (const Tested& one : best_) {
    budget.expected += one.probability;
    variance += one.probability * (1 - one.probability);
    labelled += one.label == kUnlabelled ? 0 : 1;
    found += one.label == 1 ? 1 : 0;
  }
  budget.deviation = std::sqrt(variance);
  budget.by_chance = rows_ == 0 ? 0 : all_ * static_cast<double>(best_.size()) / static_cast<double>(rows_);
  if (labelled > 0) {
    budget.found = found;
    budget.labelled = labelled;
  }
  return budget;
}

}  // namespace pauc
