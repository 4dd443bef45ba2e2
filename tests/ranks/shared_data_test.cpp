// Several ranks read the same data, and each holds the content of its own rows. What is learnt from the rows is what
// one process learns, to the bit.
#include <ATen/Functions.h>
#include <gmock/gmock.h>

#include <filesystem>

#include "data/image/record_files.h"
#include "data/table/npy_files.h"
#include "pauc/core/random.h"
#include "pauc/data/fetched_rows.h"
#include "pauc/data/molecule/smiles.h"
#include "pauc/trainer/run/prepared_data.h"
#include "pauc/trainer/run/seen_rows.h"
#include "support/image_files.h"
#include "support/rank_threads.h"

namespace pauc {
namespace {

using test::as_ranks;
using testing::Contains;
using testing::HasSubstr;

constexpr int kRows = 240;

PreparedData prepared(const std::vector<std::string>& assignments, std::shared_ptr<const Ranks> ranks) {
  Config config;
  for (const std::string& assignment : assignments) config.set_assignment(assignment);
  Preparation how;
  how.ranks = std::move(ranks);
  return prepare_data(config, {}, how);
}

// The ranks of a test live until its end.
std::shared_ptr<const Ranks> borrowed(const Ranks& ranks) { return {std::shared_ptr<const Ranks>(), &ranks}; }

void expect_equal(const at::Tensor& a, const at::Tensor& b) {
  ASSERT_EQ(a.defined(), b.defined());
  if (!a.defined()) return;
  const auto plain = [](const at::Tensor& tensor) { return at::nan_to_num(tensor.to(at::kDouble), /*nan=*/7e7); };
  EXPECT_TRUE(at::equal(plain(a), plain(b)));
}

void expect_equal(const Batch& a, const Batch& b) {
  expect_equal(a.features, b.features);
  expect_equal(a.images, b.images);
  expect_equal(a.graphs.atoms, b.graphs.atoms);
  expect_equal(a.graphs.molecule_begins, b.graphs.molecule_begins);
  expect_equal(a.graphs.edge_sources, b.graphs.edge_sources);
  expect_equal(a.graphs.edge_bonds, b.graphs.edge_bonds);
}

void expect_same_facts(const PreparedData& alone, const PreparedData& shared) {
  EXPECT_EQ(shared.inputs.preprocessing, alone.inputs.preprocessing);
  EXPECT_EQ(shared.notes, alone.notes);
  EXPECT_EQ(shared.rows_crc(), alone.rows_crc());
  EXPECT_EQ(shared.examples->facts.first_copies, alone.examples->facts.first_copies);
  EXPECT_EQ(keys_of_seen_rows(shared), keys_of_seen_rows(alone));
}

void expect_own_rows(const PreparedData& alone, const PreparedData& shared) {
  const HeldRows& held = shared.examples->content.held();
  std::int64_t own = 0;
  for (std::int64_t row = 0; row < shared.examples->rows(); ++row) own += held.has(row) ? 1 : 0;
  EXPECT_LE(own, shared.examples->rows() / shared.ranks->size() + 1);
  const Content& content = shared.examples->content;
  EXPECT_EQ(own, content.kind == InputKind::image ? content.images.count : content.table.rows);
  for (const Part part : {Part::train, Part::valid, Part::test}) {
    std::vector<std::int64_t> here;
    const Dataset& dataset = shared.part(part);
    for (std::int64_t k = 0; k < dataset.size(); ++k) {
      EXPECT_EQ(dataset.owners[k] == shared.ranks->rank(), held.has(shared.split.of(part)[k]));
      if (dataset.owners[k] == shared.ranks->rank()) here.push_back(k);
    }
    expect_equal(dataset.gather(here, nullptr), alone.part(part).gather(here, nullptr));
  }
}

// Any rows, wherever they are, on rank 0.
void expect_rows_can_be_fetched(const PreparedData& alone, const PreparedData& shared) {
  const std::vector<std::int64_t> rows = {2, 3, 5, 8, 13, 21, 34, 55, 89, 144};
  const Content fetched = fetched_rows(shared.examples->content, rows, shared.ranks->is_first());
  if (!shared.ranks->is_first()) return;
  const Preprocessing preprocessing = preprocessing_from_json(alone.inputs.preprocessing, "here");
  expect_equal(gather_from(preprocessing, fetched)(rows, nullptr),
               gather_from(preprocessing, alone.examples->content)(rows, nullptr));
}

class SharedData : public testing::Test {
 protected:
  void expect_shared(std::vector<std::string> assignments) const {
    const PreparedData alone = prepared(assignments, nullptr);
    for (const int count : {2, 3}) {
      as_ranks(count, [&](const Ranks& ranks) {
        const PreparedData shared = prepared(assignments, borrowed(ranks));
        expect_same_facts(alone, shared);
        expect_own_rows(alone, shared);
        expect_rows_can_be_fetched(alone, shared);
      });
    }
  }

  test::TemporaryFolder folder_;
};

// Numbers, missing ones, categories of which some are rare, a column of ids, a constant one, one that gives the label
// away, and rows that stand twice.
std::string table_of_many_kinds() {
  Random random(3);
  std::string text = "number,holes,colour,note,patient,same,leak,y\n";
  std::string before;
  for (int k = 0; k < kRows; ++k) {
    const int label = k % 3 == 0 ? 1 : 0;
    std::string row = joined(
        random.uniform() - (k % 7 == 0 ? 1e5 : 0), ",", k % 5 == 2 ? "" : joined(random.uniform()), ",",
        k % 4 == 0 ? "red"
        : k == 200 ? "rare"
                   : "blue",
        ",text ", k, ",", 1000 + k, ",7,", label == 1 ? 5 + random.uniform() : random.uniform(), ",", label, "\n");
    if (k % 40 == 39) row = before;
    text += row;
    before = row;
  }
  return text;
}

TEST_F(SharedData, OfATable) {
  folder_.file("t.csv", table_of_many_kinds());
  expect_shared({"data.path=" + folder_.path("t.csv")});
  expect_shared({"data.path=" + folder_.path("t.csv"), "data.numeric=plain"});
  const PreparedData alone = prepared({"data.path=" + folder_.path("t.csv")}, nullptr);
  EXPECT_THAT(alone.notes, Contains(HasSubstr("alone separates the classes")));
  EXPECT_THAT(alone.notes, Contains(HasSubstr("rows have the same values in all columns as an earlier row")));
}

TEST_F(SharedData, OfTwoFiles) {
  folder_.file("t.csv", table_of_many_kinds());
  folder_.file("test.csv", table_of_many_kinds());
  expect_shared({"data.path=" + folder_.path("t.csv"), "data.test=" + folder_.path("test.csv")});
}

TEST_F(SharedData, OfASparseTable) {
  Random random(4);
  std::string text;
  std::string before;
  for (int k = 0; k < kRows; ++k) {
    std::string row = k % 3 == 0 ? "1" : "-1";
    for (int c = 1; c <= 30; ++c) {
      if (random.uniform() < 0.2) row += joined(" ", c, ":", random.uniform());
    }
    if (k % 40 == 39) row = before;
    text += row + "\n";
    before = row;
  }
  folder_.file("t.svm", text);
  expect_shared({"data.path=" + folder_.path("t.svm")});
  EXPECT_FALSE(prepared({"data.path=" + folder_.path("t.svm")}, nullptr).examples->facts.first_copies.empty());
}

TEST_F(SharedData, OfAnArray) {
  Random random(5);
  std::vector<std::vector<double>> rows;
  for (int k = 0; k < kRows; ++k) rows.push_back({random.uniform(), -0.0, random.uniform(), k % 3 == 0 ? 1. : 0.});
  folder_.file("t.npy", test::npy_of(rows));
  expect_shared({"data.path=" + folder_.path("t.npy")});
}

TEST_F(SharedData, OfMadeRows) { expect_shared({"data.path=synthetic:nonlinear,rows=240"}); }

TEST_F(SharedData, OfRecords) {
  std::vector<int> labels;
  for (int k = 0; k < kRows; ++k) labels.push_back(k % 3 == 0 ? 1 : 0);
  const std::string records = test::records_of(labels, {3, 4, 5});
  folder_.file("t.bin", records + records.substr(0, 5 * (1 + 3 * 4 * 5)));
  const std::vector<std::string> assignments = {"data.path=" + folder_.path("t.bin"), "data.records=3x4x5",
                                                "data.augment=none"};
  expect_shared(assignments);
  EXPECT_FALSE(prepared(assignments, nullptr).examples->facts.first_copies.empty());
}

TEST_F(SharedData, OfImageFiles) {
  for (int k = 0; k < kRows; ++k) {
    const std::string name = joined(k % 3 == 0 ? "ill" : "well", "/", k, ".png");
    std::filesystem::create_directories(folder_.path(k % 3 == 0 ? "ill" : "well"));
    folder_.file(name, test::plain_png(8, 8, {static_cast<std::uint8_t>(k % 237)}));
  }
  expect_shared({"data.path=" + folder_.folder(), "data.augment=none"});
  EXPECT_FALSE(prepared({"data.path=" + folder_.folder()}, nullptr).examples->facts.first_copies.empty());
}

std::string table_of_molecules() {
  const char* const smiles[] = {"c1ccccc1", "CCO", "CC(=O)O", "not a molecule", "CCN", "C1CCCCC1O", "c1ccncc1"};
  std::string text = "smiles,y\n";
  for (int k = 0; k < kRows; ++k) {
    text += joined(smiles[k % 7], std::string(static_cast<std::size_t>(k / 7 % 9), 'C'), ",", k % 4 == 0 ? 1 : 0, "\n");
  }
  return text;
}

TEST_F(SharedData, OfMolecules) {
  if (smiles_reader().empty()) GTEST_SKIP() << "there is no RDKit";
  folder_.file("m.csv", table_of_molecules());
  const std::string path = "data.path=" + folder_.path("m.csv");
  const auto check = [&](const std::vector<std::string>& assignments) {
    const PreparedData alone = prepared(assignments, nullptr);
    as_ranks(3, [&](const Ranks& ranks) {
      const PreparedData shared = prepared(assignments, borrowed(ranks));
      expect_same_facts(alone, shared);
      EXPECT_LE(shared.examples->content.molecules.size(), kRows / 3 + 1);
      for (std::int64_t row = 0; row < kRows; ++row) {
        EXPECT_EQ(shared.examples->content.readable(row), alone.examples->content.readable(row));
      }
      EXPECT_EQ(shared.part(Part::train).noise_rows.empty(), shared.inputs.shape.kind != InputKind::molecule);
      expect_rows_can_be_fetched(alone, shared);
    });
  };
  check({path});
  check({path, "data.split=scaffold"});
  check({path, "data.features_from=morgan:2:64,descriptors"});
}

}  // namespace
}  // namespace pauc
