#include "pauc/data/molecule/structure_facts.h"

#include "pauc/data/molecule/examples.h"
#include "pauc/data/molecule/without_bits.h"
#include "pauc/data/registry.h"
#include "pauc/data/single_row.h"
#include "support/molecules.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using testing::AnyOf;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class StructureFacts : public test::SmilesTest {
 protected:
  Content described(const std::string& features) {
    DataOptions options;
    options.path = folder_.file("m.csv", "smiles,y\nOCC,1\nc1ccccc1CCN,0\nbad(,1\nCC,0\n");
    options.features_from = features;
    return load_examples(options).content;
  }
  test::TemporaryFolder folder_;
};

TEST_F(StructureFacts, AreSmilesScaffoldsAndAlerts) {
  const Molecules molecules = read_smiles({"OCC", "NCCc1ccccc1", "bad(", "O=C1C=CC(=O)C=C1", "C[C@H](N)O"}, {});
  EXPECT_EQ(smiles_of(molecules, 0), "CCO");
  EXPECT_EQ(smiles_of(molecules, 1), "NCCc1ccccc1");
  EXPECT_EQ(smiles_of(molecules, 2), "");
  EXPECT_EQ(smiles_of(molecules, 4), "C[C@H](N)O");
  EXPECT_EQ(murcko_scaffold(molecules, 0), "");
  EXPECT_EQ(murcko_scaffold(molecules, 1), "c1ccccc1");
  EXPECT_THAT(pains_of(molecules, 1), IsEmpty());
  EXPECT_THAT(pains_of(molecules, 2), IsEmpty());
  EXPECT_THAT(pains_of(molecules, 3), ElementsAre("quinone_A(370)"));  // as by Python's FilterCatalog
}

TEST_F(StructureFacts, OfOneRowAreThoseOfTheWhole) {
  for (const char* features : {"", "morgan:2:64,maccs"}) {
    const Content all = described(features);
    for (const std::int64_t row : {0, 1, 3}) {
      const Content one = single_row(all, row);
      EXPECT_EQ(one.table.rows, 1);
      EXPECT_EQ(one.features_from, all.features_from);
      ASSERT_EQ(one.molecules.size(), 1);
      EXPECT_EQ(smiles_of(one.molecules, 0), smiles_of(all.molecules, row));
      std::vector<float> values, of_all;
      const std::vector<std::int64_t> first = {0}, own = {row};
      for_each_column(one.table, first, [&](std::int64_t, Span<const float> column) { values.push_back(column[0]); });
      for_each_column(all.table, own, [&](std::int64_t, Span<const float> column) { of_all.push_back(column[0]); });
      EXPECT_EQ(values, of_all);
    }
  }
}

TEST_F(StructureFacts, OfBitsAreTheirColumnsAndAtoms) {
  const Content all = described("maccs,morgan:1:1024");
  const WithoutBits without = without_each_bit(all, 0);  // ethanol: O, C and C, and each with its neighbours
  ASSERT_THAT(without.bits, SizeIs(6));
  EXPECT_EQ(without.variants.table.rows, 7);
  EXPECT_EQ(without.variants.molecules.size(), 7);
  const auto& sparse = std::get<SparseValues>(without.variants.table.values);
  const std::int64_t own = sparse.row_begins[1];
  for (std::size_t k = 0; k < without.bits.size(); ++k) {
    EXPECT_EQ(sparse.row_begins[k + 2] - sparse.row_begins[k + 1], own - 1);
    EXPECT_EQ(without.bits[k].column.rfind("morgan_", 0), 0U);
    EXPECT_THAT(without.bits[k].atoms, AnyOf(SizeIs(1), SizeIs(2), SizeIs(3)));
  }
  EXPECT_THAT(without_each_bit(described("maccs"), 0).bits, IsEmpty());
  EXPECT_THAT(without_each_bit(described(""), 0).bits, IsEmpty());
}

}  // namespace
}  // namespace pauc
