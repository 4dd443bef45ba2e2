// What atoms and patches add to a score.
#include "pauc/trainer/run/contributions.h"

#include <ATen/Functions.h>

#include "pauc/batch/flat_numbers.h"
#include "pauc/data/inputs.h"
#include "pauc/data/molecule/graph_batch.h"
#include "pauc/data/molecule/without_atoms.h"
#include "pauc/model/make_model.h"

namespace pauc {
namespace {

AtomFeatures atom(int number) { return {static_cast<std::uint8_t>(number - 1), 0, 2, 5, 1, 0, 2, 0, 0}; }

void add_bond(std::int32_t first, std::int32_t second, Molecules& molecules) {
  molecules.bond_ends.push_back({first, second});
  molecules.bond_codes.push_back(bond_code({0, 0, 0}));
}

// O-C-N and, as row 1, C-C-O with a branch N at the middle.
std::shared_ptr<Examples> two_molecules() {
  const auto examples = std::make_shared<Examples>();
  Molecules& molecules = examples->content.molecules;
  molecules.atoms = {atom(8), atom(6), atom(7)};
  add_bond(0, 1, molecules);
  add_bond(1, 2, molecules);
  molecules.end_molecule();
  for (const int number : {6, 6, 8, 7}) molecules.atoms.push_back(atom(number));
  add_bond(0, 1, molecules);
  add_bond(1, 2, molecules);
  add_bond(1, 3, molecules);
  molecules.end_molecule();
  examples->content.kind = InputKind::molecule;
  examples->facts.labels = {1, 0};
  examples->facts.numbers = {1, 2};
  return examples;
}

ScoringModels scored_by_two(const std::shared_ptr<Examples>& examples, const Preprocessing& preprocessing,
                            const Model& first, const Model& second) {
  ScoringModels scoring;
  scoring.rows = {0, 1};
  scoring.folds = {0, 0};
  scoring.fixed = {0, 0};
  const auto kept = std::make_shared<const Preprocessing>(preprocessing);
  scoring.models = {{first, kept, examples, 0.5, {0, 1}}, {second, kept, examples, 2, {1}}};
  return scoring;
}

double score(const Model& model, const Molecules& molecules) {
  Batch batch;
  batch.graphs = graph_batch(molecules, std::vector<std::int64_t>{0});
  return model.forward(batch, nullptr).item<double>();
}

// The second molecule without one atom, written down.
Molecules second_without(int left_out) {
  Molecules molecules;
  const int numbers[] = {6, 6, 8, 7};
  for (int k = 0; k < 4; ++k) {
    if (k != left_out) molecules.atoms.push_back(atom(numbers[k]));
  }
  if (left_out == 0) {
    add_bond(0, 1, molecules);
    add_bond(0, 2, molecules);
  } else if (left_out == 2 || left_out == 3) {
    add_bond(0, 1, molecules);
    add_bond(1, 2, molecules);
  } else if (left_out < 0) {
    add_bond(0, 1, molecules);
    add_bond(1, 2, molecules);
    add_bond(1, 3, molecules);
  }
  molecules.end_molecule();
  return molecules;
}

TEST(Contributions, OfAtomsAreTheScoreMinusTheScoreWithoutTheAtom) {
  GinOptions options;
  options.layers = 2;
  options.hidden = 8;
  Random random(4);
  const InputShape shape{InputKind::molecule, {0}, {}};
  const Model first = make_model(options, shape, random);
  const Model second = make_model(options, shape, random);
  Preprocessing preprocessing;
  preprocessing.kind = InputKind::molecule;
  const ScoringModels scoring = scored_by_two(two_molecules(), preprocessing, first, second);
  const record::Contributions found = contributions_of(scoring, 1);
  ASSERT_EQ(found.values.size(), 4U);
  EXPECT_EQ(found.across, 0);
  for (int left_out = 0; left_out < 4; ++left_out) {
    const auto difference = [&](const Model& model) {
      return score(model, second_without(-1)) - score(model, second_without(left_out));
    };
    EXPECT_NEAR(found.values[left_out], 0.5 * difference(first) + 2 * difference(second), 1e-5) << left_out;
  }
  EXPECT_EQ(contributions_of(scoring, 0).values.size(), 3U);
}

TEST(Contributions, OfASingleAtomAreNone) {
  const auto examples = two_molecules();
  Molecules lone;
  lone.atoms = {atom(6)};
  lone.end_molecule();
  examples->content.molecules = lone;
  EXPECT_EQ(without_each_atom(examples->content, 0).table.rows, 0);
}

// The score of an image is the sum of its first channel times a weight for each pixel.
TEST(Contributions, OfPatchesAreWhatCoveringThemWithTheMeanTakesAway) {
  const auto examples = std::make_shared<Examples>();
  const ImageSize size{1, 12, 16};
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(2 * size.bytes()));
  for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<std::uint8_t>(37 * k % 251);
  examples->content.images = images_in_memory(size, bytes);
  examples->content.kind = InputKind::image;
  examples->facts.labels = {1, 0};
  examples->facts.numbers = {1, 2};
  Preprocessing preprocessing;
  preprocessing.kind = InputKind::image;
  preprocessing.image = {size, {0.4}, {0.2}};
  Model model;
  model.forward = [](const Batch& batch, Random* /*noise*/) {
    const at::Tensor weights = at::arange(batch.images.size(2) * batch.images.size(3), at::kFloat);
    return at::matmul(batch.images.reshape({batch.images.size(0), -1}), weights);
  };
  const record::Contributions found =
      contributions_of(scored_by_two(examples, preprocessing, model, model), 1);  // scales 0.5 and 2
  EXPECT_EQ(found.across, 8);
  ASSERT_EQ(found.values.size(), 64U);
  std::vector<double> expected(64, 0.0);
  for (std::int64_t y = 0; y < 12; ++y) {
    for (std::int64_t x = 0; x < 16; ++x) {
      const std::int64_t pixel = y * 16 + x;
      const double value = (bytes[static_cast<std::size_t>(size.bytes() + pixel)] / 255.0 - 0.4) / 0.2;
      expected[static_cast<std::size_t>((y * 8 / 12) * 8 + x * 8 / 16)] += 2.5 * value * static_cast<double>(pixel);
    }
  }
  for (std::size_t k = 0; k < 64; ++k) EXPECT_NEAR(found.values[k], expected[k], 0.05) << k;
}

}  // namespace
}  // namespace pauc
