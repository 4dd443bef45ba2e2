#include "pauc/data/table/encoding.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "data/table/tables.h"
#include "pauc/core/error.h"
#include "pauc/data/examples.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::kMissing;
using testing::ElementsAre;
using testing::FloatNear;
using testing::Pointwise;

constexpr float kInfinite = std::numeric_limits<float>::infinity();

std::string refusal(Fault fault, const std::function<void()>& call) {
  try {
    call();
  } catch (const UserError& error) {
    EXPECT_EQ(error.fault(), fault);
    return error.what();
  }
  return "";
}

EncodingOptions options_of(NumericEncoding numeric, std::int64_t bins = 4, std::int64_t most_categories = 3) {
  return {numeric, bins, most_categories};
}

TableEncoding fitted(const Table& table, const EncodingOptions& options) {
  std::vector<std::string> notes;
  return fit_encoding(table, test::rows_up_to(table.rows), options, notes);
}

std::vector<float> encoded(const TableEncoding& encoding, const Table& table, const std::vector<std::int64_t>& rows) {
  const TableEncoder encoder(encoding, table);
  std::vector<float> out(rows.size() * encoder.width(), -99);
  encoder.encode(rows, out.data());
  return out;
}

std::vector<float> encoded(const TableEncoding& encoding, const Table& table) {
  return encoded(encoding, table, test::rows_up_to(table.rows));
}

// The definition of encoding.h, value by value, for a column of numbers.
std::vector<float> numbers_by_definition(const std::vector<float>& column, const std::vector<std::int64_t>& train,
                                         const EncodingOptions& options, float value) {
  std::vector<double> present;
  for (const std::int64_t row : train) {
    if (!std::isnan(column[row])) present.push_back(column[row]);
  }
  std::sort(present.begin(), present.end());
  const std::set<double> distinct(present.begin(), present.end());
  const auto n = static_cast<double>(present.size());
  std::vector<float> out;
  if (distinct.size() > 1) {
    const double median = (present[(present.size() - 1) / 2] + present[present.size() / 2]) / 2;
    const double mean = std::accumulate(present.begin(), present.end(), 0.0) / n;
    double variance = 0;
    for (const double x : present) variance += (x - mean) * (x - mean) / n;
    const auto z_of = [&](double x) {
      return static_cast<float>(std::max(-10.0, std::min(10.0, (x - mean) / std::sqrt(variance))));
    };
    const float z = z_of(std::isnan(value) ? median : value);
    out.push_back(z);
    std::set<float> edges;
    for (const double x : distinct) edges.insert(z_of(x));
    if (edges.size() > static_cast<std::size_t>(*options.bins) + 1) {
      edges.clear();
      for (std::int64_t k = 0; k <= *options.bins; ++k) {
        edges.insert(z_of(present[k * (static_cast<std::int64_t>(present.size()) - 1) / *options.bins]));
      }
    }
    if (options.numeric == NumericEncoding::piecewise && edges.size() > 2) {
      for (auto low = edges.begin(), high = std::next(low); high != edges.end(); ++low, ++high) {
        out.push_back(std::max(0.0F, std::min(1.0F, (z - *low) / (*high - *low))));
      }
    }
  }
  if (!present.empty() && present.size() < train.size()) out.push_back(std::isnan(value) ? 1.0F : 0.0F);
  return out;
}

// What the columns were like in training is kept for dense tables only.
TableEncoding as_of_sparse(TableEncoding encoding) {
  for (ColumnEncoding& column : encoding.columns) column.seen.reset();
  return encoding;
}

TEST(Encoding, OfNumbersIsItsDefinition) {
  Random random(1);
  for (int trial = 0; trial < 300; ++trial) {
    EncodingOptions options;
    options.numeric = random.below(3) == 0 ? NumericEncoding::standard : NumericEncoding::piecewise;
    options.bins = static_cast<std::int64_t>(2 + random.below(20));
    std::vector<std::vector<float>> columns = {{}};
    const std::int64_t rows = 3 + random.below(200);
    for (std::int64_t k = 0; k < rows; ++k) columns[0].push_back(static_cast<float>(k));
    for (int c = 0; c < 4; ++c) columns.push_back(test::random_numbers(random, rows));
    const auto train = test::rows_up_to(2 + random.below(static_cast<std::uint32_t>(rows) - 1));
    const Table table = test::table_of_numbers(columns);
    std::vector<std::string> notes;
    const TableEncoding encoding = fit_encoding(table, train, options, notes);
    std::vector<float> expected;
    for (std::int64_t row = 0; row < rows; ++row) {
      for (const auto& column : columns) {
        const auto part = numbers_by_definition(column, train, options, column[row]);
        expected.insert(expected.end(), part.begin(), part.end());
      }
    }
    ASSERT_THAT(encoded(encoding, table), Pointwise(FloatNear(1e-4F), expected)) << "trial " << trial;
    // Sparse or dense, in whatever order: the same to the bit.
    const Table sparse = test::as_sparse(table);
    ASSERT_EQ(encoding_json(fit_encoding(sparse, train, options, notes)), encoding_json(as_of_sparse(encoding)));
    ASSERT_EQ(encoded(encoding, sparse), encoded(encoding, table));
    const std::vector<std::int64_t> backwards(train.rbegin(), train.rend());
    ASSERT_EQ(encoding_json(fit_encoding(table, backwards, options, notes)), encoding_json(encoding));
  }
}

// Mean 4, deviation 2; median 4.
TEST(Encoding, StandardisesNumbersAndImputesTheMedian) {
  const Table table = test::table_of_numbers({{2, kMissing, 6, 2, 6}});
  const TableEncoding encoding = fitted(table, options_of(NumericEncoding::standard));
  EXPECT_EQ(encoding.columns[0].median, 4);
  EXPECT_EQ(encoding.columns[0].mean, 4);
  EXPECT_EQ(encoding.columns[0].deviation, 2);
  EXPECT_EQ(encoding.width(), 2);
  EXPECT_THAT(encoded(encoding, table, {0, 1, 2}), ElementsAre(-1, 0, 0, 1, 1, 0));
}

TEST(Encoding, MarksMissingValuesOnlyWhereTrainingHadSome) {
  const Table table = test::table_of_numbers({{0, 2, kMissing}});
  std::vector<std::string> notes;
  const TableEncoding encoding =
      fit_encoding(table, std::vector<std::int64_t>{0, 1}, options_of(NumericEncoding::standard), notes);
  EXPECT_THAT(encoded(encoding, table), ElementsAre(-1, 1, 0));
}

// Whole numbers -2 .. 2 and four bins: the edges are the values, the ramps count those passed.
TEST(Encoding, RampsCountTheEdgesPassed) {
  const Table table = test::table_of_numbers({{-2, -1, 0, 1, 2, 1.5F, 1e9F, -1e9F}});
  std::vector<std::string> notes;
  const TableEncoding encoding =
      fit_encoding(table, test::rows_up_to(5), options_of(NumericEncoding::piecewise), notes);
  EXPECT_EQ(encoding.width(), 5);
  const auto out = encoded(encoding, table, {0, 2, 5, 6, 7});
  const float deviation = std::sqrt(2.0F);
  EXPECT_THAT(out, Pointwise(FloatNear(1e-6F), {-2 / deviation,
                                                0.0F,
                                                0.0F,
                                                0.0F,
                                                0.0F,  //
                                                0.0F,
                                                1.0F,
                                                1.0F,
                                                0.0F,
                                                0.0F,  //
                                                1.5F / deviation,
                                                1.0F,
                                                1.0F,
                                                1.0F,
                                                0.5F,  //
                                                10.0F,
                                                1.0F,
                                                1.0F,
                                                1.0F,
                                                1.0F,  //
                                                -10.0F,
                                                0.0F,
                                                0.0F,
                                                0.0F,
                                                0.0F}));
}

TEST(Encoding, HasFewerEdgesWhereQuantilesAreEqual) {
  std::vector<float> values(100, 0.0F);
  for (int k = 0; k < 20; ++k) values[k] = static_cast<float>(k) / 19;
  const auto edges =
      fitted(test::table_of_numbers({values}), options_of(NumericEncoding::piecewise, 8)).columns[0].edges;
  EXPECT_EQ(edges.size(), 3U);  // of 0, 0, .., 0 at 7/8 a few and 1
}

TEST(Encoding, GivesTwoValuesNoRamp) {
  const Table table = test::table_of_numbers({{0, 1, 1, 0}});
  EXPECT_EQ(fitted(table, options_of(NumericEncoding::piecewise)).width(), 1);
  // Nor more values whose quantiles are two.
  EXPECT_EQ(
      fitted(test::table_of_numbers({{0, 0, 0, 0, 0, 0, 1, 2}}), options_of(NumericEncoding::piecewise, 2)).width(), 3);
  EXPECT_EQ(
      fitted(test::table_of_numbers({{0, 0, 0, 0, 0, 1, 2, 3}}), options_of(NumericEncoding::piecewise, 2)).width(), 1);
}

TEST(Encoding, CutsOutliersAndInfiniteValues) {
  std::vector<float> values(1000, 1.0F);
  for (int k = 0; k < 500; ++k) values[k] = -1.0F;
  values[0] = 3e38F;
  values[1] = kInfinite;
  values[2] = -kInfinite;
  const Table table = test::table_of_numbers({values});
  for (const NumericEncoding numeric : {NumericEncoding::standard, NumericEncoding::piecewise}) {
    const TableEncoding encoding = fitted(table, options_of(numeric));
    const auto out = encoded(encoding, table);
    for (const float value : out) EXPECT_LE(std::abs(value), 10);
    EXPECT_EQ(out[0], 10);
    EXPECT_EQ(out[encoding.width()], 10);
    EXPECT_EQ(out[2 * encoding.width()], -10);
    EXPECT_FALSE(encoding.columns[0].marks_missing);
  }
}

TEST(Encoding, DropsColumnsThatSayNothingAndNotesWhy) {
  Table table = test::table_of_numbers({{0.1F, 0.1F, 0.1F}, {kMissing, kMissing, kMissing}, {1, 2, 3}});
  test::add_categories(table, "id", {"a", "b", "c"});
  test::add_categories(table, "same", {"a", "a", "a"});
  test::add_categories(table, "none", {"?", "?", "?"});
  std::vector<std::string> notes;
  const auto encoding = fit_encoding(table, test::rows_up_to(3), options_of(NumericEncoding::standard), notes);
  EXPECT_THAT(notes, ElementsAre("column x0 is dropped: in training it is constant",
                                 "column x1 is dropped: in training it is all missing",
                                 "column id is dropped: in training it is different in every row",
                                 "column same is dropped: in training it is constant",
                                 "column none is dropped: in training it is all missing"));
  EXPECT_EQ(encoding.columns.size(), 6U);
  EXPECT_EQ(encoding.width(), 1);
  EXPECT_THAT(encoded(encoding, table, {1}), ElementsAre(0));
}

TEST(Encoding, KeepsTheMarkOfAConstantThatIsSometimesMissing) {
  const Table table = test::table_of_numbers({{5, kMissing, 5}});
  for (const NumericEncoding numeric : {NumericEncoding::standard, NumericEncoding::piecewise}) {
    const auto encoding = fitted(table, options_of(numeric));
    EXPECT_THAT(encoded(encoding, table), ElementsAre(0, 1, 0));
  }
}

TEST(Encoding, OfCategoriesIsOneColumnEachAndOneForTheRest) {
  Table table;
  test::add_categories(table, "c", {"b", "a", "b", "a", "c", "?", "?", "?", "once", "d", "d"});
  const TableEncoding encoding = fitted(table, options_of(NumericEncoding::standard));
  EXPECT_THAT(encoding.columns[0].categories, ElementsAre("", "a", "b"));  // d is as frequent, but comes later
  EXPECT_THAT(encoded(encoding, table, {5, 1, 0, 4, 8, 9}), ElementsAre(1, 0, 0, 0,  //
                                                                        0, 1, 0, 0,  //
                                                                        0, 0, 1, 0,  //
                                                                        0, 0, 0, 1,  //
                                                                        0, 0, 0, 1,  //
                                                                        0, 0, 0, 1));
}

// The definition of encoding.h, text by text.
std::vector<float> category_by_definition(const std::vector<std::string>& training, std::size_t most,
                                          const std::string& text) {
  std::map<std::string, int> counts;
  for (const std::string& other : training) ++counts[other == "?" ? "" : other];
  std::vector<std::string> kept;
  for (int count = static_cast<int>(training.size()); count >= 2; --count) {
    for (const auto& entry : counts) {
      if (entry.second == count && kept.size() < most) kept.push_back(entry.first);
    }
  }
  if (kept.empty() || counts.size() == 1) return {};
  std::vector<float> out;
  for (const std::string& category : kept) out.push_back(category == (text == "?" ? "" : text) ? 1.0F : 0.0F);
  out.push_back(std::count(out.begin(), out.end(), 1.0F) == 0 ? 1.0F : 0.0F);
  return out;
}

TEST(Encoding, OfCategoriesIsItsDefinition) {
  Random random(4);
  for (int trial = 0; trial < 500; ++trial) {
    const std::int64_t rows = 2 + random.below(40);
    const auto train = test::rows_up_to(2 + random.below(static_cast<std::uint32_t>(rows) - 1));
    const std::uint32_t texts = 1 + random.below(12);
    const std::int64_t most = 1 + random.below(6);
    std::vector<std::string> column;
    std::vector<float> first;
    for (std::int64_t k = 0; k < rows; ++k) {
      column.push_back(std::string(1, "?zyxwvutsrqp"[random.below(texts)]));
      first.push_back(static_cast<float>(k % 2));
    }
    Table table;
    test::add_categories(table, "c", column);
    test::add_numbers(table, "x", first);
    std::vector<std::string> notes;
    const TableEncoding encoding = fit_encoding(table, train, options_of(NumericEncoding::standard, 2, most), notes);
    const Table sparse = test::as_sparse(table);
    ASSERT_EQ(encoding_json(fit_encoding(sparse, train, options_of(NumericEncoding::standard, 2, most), notes)),
              encoding_json(as_of_sparse(encoding)));
    ASSERT_EQ(encoded(encoding, sparse), encoded(encoding, table));
    for (std::int64_t row = 0; row < rows; ++row) {
      std::vector<float> out = encoded(encoding, table, {row});
      out.pop_back();
      const std::vector<std::string> training(column.begin(), column.begin() + static_cast<std::int64_t>(train.size()));
      ASSERT_EQ(out, category_by_definition(training, most, column[row])) << "trial " << trial << " row " << row;
    }
  }
}

TEST(Encoding, MatchesCategoriesByTextInATableThatNumbersThemOtherwise) {
  Table training;
  test::add_categories(training, "c", {"a", "a", "a", "a", "b", "b", "b", "\xE9t\xE9", "\xE9t\xE9"});
  const TableEncoding encoding = fitted(training, options_of(NumericEncoding::standard));
  Table other;
  test::add_categories(other, "c", {"new", "\xE9t\xE9", "b", "?", "a"});
  EXPECT_THAT(encoded(encoding, other), ElementsAre(0, 0, 0, 1,  //
                                                    0, 0, 1, 0,  //
                                                    0, 1, 0, 0,  //
                                                    0, 0, 0, 1,  //
                                                    1, 0, 0, 0));
}

TEST(Encoding, TakesAMissingCategoryAndAnEmptyTextAsOne) {
  Table table;
  test::add_categories(table, "c", {"", "?", "a", "a"});
  const TableEncoding encoding = fitted(table, options_of(NumericEncoding::standard));
  EXPECT_THAT(encoding.columns[0].categories, ElementsAre("", "a"));
  EXPECT_THAT(encoded(encoding, table, {0, 1}), ElementsAre(1, 0, 0, 1, 0, 0));
}

TEST(Encoding, LooksAtTrainingRowsOnly) {
  Random random(9);
  std::vector<std::string> texts;
  for (int k = 0; k < 60; ++k) texts.push_back(std::string(1, static_cast<char>('a' + random.below(5))));
  auto numbers = test::random_numbers(random, 60);
  const auto fit = [&] {
    Table table;
    test::add_numbers(table, "k", numbers);
    test::add_categories(table, "c", texts);
    std::vector<std::string> notes;
    return encoding_json(fit_encoding(table, test::rows_up_to(30), options_of(NumericEncoding::piecewise), notes));
  };
  const std::string before = fit();
  for (std::size_t row = 30; row < 60; ++row) {
    numbers[row] = row % 2 == 0 ? kMissing : 1e6F;
    texts[row] = row % 2 == 0 ? "?" : "z";
  }
  EXPECT_EQ(fit(), before);
  numbers[0] += 1;
  EXPECT_NE(fit(), before);
}

TEST(Encoding, RefusesOptionsOutOfRange) {
  const Table table = test::table_of_numbers({{0, 1}});
  const auto refused = [&](const EncodingOptions& options) {
    return refusal(Fault::usage, [&] { fitted(table, options); });
  };
  EXPECT_EQ(refusal(Fault::usage,
                    [] {
                      read_settings({{"numeric", "picewise"}}, kEncodingFields, "data");
                    }),
            "data.numeric: no \"picewise\"; expected one of piecewise, standard, plain");
  EXPECT_EQ(refused(options_of(NumericEncoding::standard, 1)), "bins: expected 2 to 1024, got 1");
  EXPECT_EQ(refused(options_of(NumericEncoding::standard, 1025)), "bins: expected 2 to 1024, got 1025");
  EXPECT_EQ(refused(options_of(NumericEncoding::standard, 2, 0)), "most_categories: expected 1 to 4096, got 0");
  EXPECT_EQ(refused(options_of(NumericEncoding::standard, 2, 4097)), "most_categories: expected 1 to 4096, got 4097");
  EXPECT_EQ(refused(options_of(NumericEncoding::standard, 2, 1)) +
                refused(options_of(NumericEncoding::piecewise, 1024, 4096)),
            "");
}

TEST(Encoding, RefusesATableThatTellsNothing) {
  EXPECT_EQ(refusal(Fault::data,
                    [] {
                      fitted(test::table_of_numbers({{1, 1}, {2, 2}}), {});
                    }),
            "expected a column that tells training rows apart, got 2 that are constant, all missing, "
            "different in every row, ids or dates");
  EXPECT_EQ(refusal(Fault::data, [] { fitted(test::table_of_numbers({{}}), {}); }),
            "table: expected at least one training row, got none");
}

TEST(Encoding, RefusesATableWithOtherColumns) {
  Table training = test::table_of_numbers({{1, 2}, {3, 4}, {5, 5}});
  const TableEncoding encoding = fitted(training, options_of(NumericEncoding::standard));
  const auto refused = [&](const Table& table) {
    return refusal(Fault::data, [&] { const TableEncoder encoder(encoding, table); });
  };
  EXPECT_EQ(refused(test::table_of_numbers({{1, 2}})), "table: expected 3 columns as in training, got 1");
  Table renamed = training;
  renamed.columns[1].name = "y";
  EXPECT_EQ(refused(renamed), "table: column 2: expected \"x1\" as in training, got \"y\"");
  Table other_kind = training;
  other_kind.columns[1].kind = Column::Kind::category;
  EXPECT_EQ(refused(other_kind), "table: column 2 (x1): expected numbers as in training, got categories");
  Table dropped_kind = training;
  dropped_kind.columns[2].kind = Column::Kind::category;
  EXPECT_EQ(refused(dropped_kind), "");
}

// Names and remarks: here and there a text occurs twice.
TEST(Encoding, SaysWhichTextsHardlyEverOccurTwice) {
  std::string text = "name,ward,y\n";
  for (int k = 0; k < 200; ++k) {
    text += (k % 50 == 0 ? std::string("Smith") : "name" + std::to_string(k)) + (k % 3 == 0 ? ",A" : ",B") +
            (k % 4 == 0 ? ",1\n" : ",0\n");
  }
  const test::TemporaryFolder folder;
  DataOptions options;
  options.path = folder.file("t.csv", text);
  const Examples examples = load_examples(options);
  std::vector<std::int64_t> rows(200);
  std::iota(rows.begin(), rows.end(), 0);
  std::vector<std::string> notes;
  fit_encoding(examples.content.table, rows, {}, notes);
  EXPECT_THAT(notes, ElementsAre("column name has another text in 98 % of its rows: hardly anything can be learnt "
                                 "from it; --drop name, or --id if it names the rows"));
}

}  // namespace
}  // namespace pauc
