#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>

#include "data/table/tables.h"
#include "pauc/core/error.h"
#include "pauc/data/table/encoding.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using nlohmann::ordered_json;
using testing::HasSubstr;

Table random_table(Random& random) {
  const std::int64_t rows = 40;
  std::vector<float> thirds;
  for (std::int64_t k = 0; k < rows; ++k) thirds.push_back(static_cast<float>(random.normal()) / 3);
  Table table = test::table_of_numbers({thirds});
  for (int c = 0; c < 8; ++c)
    test::add_numbers(table, "x\xFF\n\"" + std::to_string(c), test::random_numbers(random, rows));
  std::vector<std::string> texts;
  for (std::int64_t k = 0; k < rows; ++k) {
    const std::vector<std::string> choices = {"?", "\xE9", "\xC3\xA9", "\\\"", "plain"};
    texts.push_back(choices[random.below(5)]);
  }
  test::add_categories(table, "texts", texts);
  test::add_categories(table, "same", std::vector<std::string>(rows, "a"));
  return table;
}

std::vector<float> encoded(const TableEncoding& encoding, const Table& table) {
  const TableEncoder encoder(encoding, table);
  std::vector<float> out(table.rows * encoder.width());
  encoder.encode(test::rows_up_to(table.rows), out.data());
  return out;
}

TEST(EncodingJson, ReadsBackToTheSameBits) {
  Random random(2);
  for (int trial = 0; trial < 50; ++trial) {
    const Table table = random_table(random);
    std::vector<std::string> notes;
    const auto encoding = fit_encoding(table, test::rows_up_to(table.rows), {}, notes);
    const std::string text = encoding_json(encoding);
    const auto read = encoding_from_json(text, "card");
    EXPECT_EQ(encoding_json(read), text);
    const auto before = encoded(encoding, table);
    const auto after = encoded(read, table);
    ASSERT_EQ(before.size(), after.size());
    EXPECT_EQ(std::memcmp(before.data(), after.data(), before.size() * sizeof(float)), 0) << "trial " << trial;
  }
}

// Written down once: cards of earlier versions must stay readable.
constexpr const char* kCard = R"({"columns":[)"
                              R"({"name":"age","kind":"number","median":4.0,"mean":4.5,"deviation":2.0,)"
                              R"("edges":[-1.0,0.0,0.10000000149011612],"keeps_value":true,"marks_missing":true},)"
                              R"({"name":"city","kind":"category","categories":["","Ulm"]},)"
                              R"({"name":"id","kind":"category","dropped":"different in every row"}]})"
                              "\n";

TEST(EncodingJson, IsWhatItWas) {
  const auto encoding = encoding_from_json(kCard, "card");
  EXPECT_EQ(encoding.width(), 4 + 3);
  EXPECT_EQ(encoding.columns[0].median, 4);
  EXPECT_EQ(encoding.columns[0].edges, (std::vector<float>{-1, 0, 0.1F}));
  EXPECT_TRUE(encoding.columns[2].dropped());
  EXPECT_EQ(encoding_json(encoding), kCard);
}

// What training rows were like: smallest, largest, missing and rare values.
TEST(EncodingJson, KeepsWhatWasSeenInTraining) {
  Table table = test::table_of_numbers({{3, -1, 7, 2}});
  test::add_categories(table, "city", {"Ulm", "Ulm", "Bonn", "?"});
  std::vector<std::string> notes;
  const auto encoding = fit_encoding(table, test::rows_up_to(4), {}, notes);
  ASSERT_TRUE(encoding.columns[0].seen && encoding.columns[1].seen);
  EXPECT_EQ(encoding.columns[0].seen->low, -1);
  EXPECT_EQ(encoding.columns[0].seen->high, 7);
  EXPECT_EQ(encoding.columns[1].seen->others, 0.25);  // Bonn, once
  const auto again = encoding_from_json(encoding_json(encoding), "card");
  EXPECT_EQ(encoding_json(again), encoding_json(encoding));
  auto card = ordered_json::parse(encoding_json(encoding));
  card["columns"][0]["seen"]["low"] = 8;
  EXPECT_THROW(encoding_from_json(card.dump(), "card"), UserError);
}

std::string refused(const std::string& text) {
  try {
    encoding_from_json(text, "card.json: encoding");
  } catch (const UserError& error) {
    EXPECT_EQ(error.fault(), Fault::data);
    return error.what();
  }
  return "";
}

// The card with one change.
std::string refused_after(const std::function<void(ordered_json&)>& change) {
  auto card = ordered_json::parse(kCard);
  change(card);
  return refused(card.dump());
}

std::string refused_number(const char* key, const ordered_json& value) {
  return refused_after([&](ordered_json& card) { card["columns"][0][key] = value; });
}

TEST(EncodingJson, RefusesWhatIsNoJson) {
  for (const char* text : {"", "{", "{\"columns\":[}", "\xFF", "{\"columns\":[{\"mean\":1e999}]}"}) {
    EXPECT_THAT(refused(text), HasSubstr("card.json: encoding: expected JSON: ")) << text;
  }
  EXPECT_EQ(refused("[]"), "card.json: encoding: expected an object, got array");
  EXPECT_EQ(refused("{}"), "card.json: encoding: expected a key \"columns\", got none");
  EXPECT_EQ(refused("{\"columns\":{}}"), "card.json: encoding.columns: expected array, got object");
  EXPECT_EQ(refused("{\"columns\":[7]}"), "card.json: encoding.columns[0]: expected an object, got number");
}

TEST(EncodingJson, RefusesMissingAndUnknownKeys) {
  const auto card = ordered_json::parse(kCard);
  for (std::size_t c = 0; c < 2; ++c) {
    for (const auto& item : card["columns"][c].items()) {
      const std::string found = refused_after([&](ordered_json& changed) { changed["columns"][c].erase(item.key()); });
      EXPECT_EQ(found, joined("card.json: encoding.columns[", c, "]: expected a key \"", item.key(), "\", got none"));
    }
  }
  EXPECT_EQ(refused_number("colour", 1), "card.json: encoding.columns[0]: expected no key \"colour\"");
  EXPECT_EQ(refused_after([](ordered_json& changed) { changed["extra"] = 1; }),
            "card.json: encoding: expected no key \"extra\"");
}

TEST(EncodingJson, RefusesNumbersThatDoNotFit) {
  const std::string at = "card.json: encoding.columns[0].";
  for (const char* key : {"median", "mean", "deviation"}) {
    EXPECT_EQ(refused_number(key, "4"), at + key + ": expected a number, got string");
    EXPECT_EQ(refused_number(key, nullptr), at + key + ": expected a number, got null");  // how NaN is written
  }
  EXPECT_EQ(refused_number("deviation", 0), at + "deviation: expected a number above 0, got 0");
  EXPECT_EQ(refused_number("deviation", -1.5), at + "deviation: expected a number above 0, got -1.5");
  EXPECT_EQ(refused_number("edges", {0, 1, 1}), at + "edges: expected ascending numbers, got 1 before 1");
  EXPECT_EQ(refused_number("edges", {1, 0.5}), at + "edges: expected ascending numbers, got 1 before 0.5");
  EXPECT_EQ(refused_number("edges", {1.0, 1.0 + 1e-12}), at + "edges: expected ascending numbers, got 1 before 1");
  EXPECT_EQ(refused_number("edges", {1, nullptr}), at + "edges: expected numbers of single precision, got null");
  EXPECT_EQ(refused_number("edges", {1, 1e300}), at + "edges: expected numbers of single precision, got 1e+300");
  EXPECT_EQ(refused_number("edges", ordered_json::array({1})), at + "edges: expected none or at least two, got one");
  EXPECT_EQ(refused_number("edges", 1), at + "edges: expected array, got number");
  EXPECT_EQ(refused_number("marks_missing", 1), at + "marks_missing: expected boolean, got number");
  EXPECT_EQ(refused_number("keeps_value", false),
            "card.json: encoding.columns[0]: expected marks_missing and no edges where keeps_value is false");
}

TEST(EncodingJson, RefusesNamesAndCategoriesThatDoNotFit) {
  EXPECT_EQ(refused_number("kind", "date"),
            "card.json: encoding.columns[0].kind: expected number or category, got \"date\"");
  EXPECT_EQ(refused_number("name", 3), "card.json: encoding.columns[0].name: expected string, got number");
  const std::string at = "card.json: encoding.columns[1].categories: expected ";
  const auto with = [](const ordered_json& categories) {
    return refused_after([&](ordered_json& card) { card["columns"][1]["categories"] = categories; });
  };
  EXPECT_EQ(with({"a", 3}), at + "texts, got 3");
  EXPECT_EQ(with({"a", "b", "a"}), at + "every text once, got \"a\" twice");
  EXPECT_EQ(with(ordered_json::array()), at + "at least one text, got none");
}

TEST(EncodingJson, RefusesAnEncodingThatGivesNothing) {
  EXPECT_EQ(refused("{\"columns\":[]}"), "card.json: encoding: expected a column that is not dropped, got none");
  EXPECT_EQ(refused_after([](ordered_json& card) { card["columns"][2]["dropped"] = ""; }),
            "card.json: encoding.columns[2].dropped: expected a reason, got \"\"");
}

TEST(EncodingJson, KeepsHowTextsAreReadAndRefusesOtherWords) {
  const std::string column = R"({"name": "a", "kind": "number", "plain": true, "reads": )";
  const auto card = [&](const std::string& reads) { return "{\"columns\": [" + column + reads + "}]}"; };
  const TableEncoding read = encoding_from_json(
      card(R"({"comma": "decimal", "percent": 0.01, "censored": true, "odd_is_missing": true})"), "card");
  EXPECT_EQ(read.columns[0].reading.comma, CommaMeaning::decimal);
  EXPECT_EQ(read.columns[0].reading.percent, 0.01);
  EXPECT_TRUE(read.columns[0].reading.censored && read.columns[0].reading.odd_is_missing);
  EXPECT_EQ(encoding_json(encoding_from_json(encoding_json(read), "card")), encoding_json(read));
  const auto refused = [&](const std::string& reads) {
    return test::refusal_of([&] { encoding_from_json(card(reads), "card"); });
  };
  EXPECT_THAT(refused(R"({"comma": "point"})"), testing::HasSubstr("card.columns[0].reads.comma: no \"point\""));
  EXPECT_THAT(refused(R"({"percent": 2})"), testing::HasSubstr("expected 1 or 0.01, got 2"));
  EXPECT_THAT(refused(R"({"roman": true})"), testing::HasSubstr("expected no key \"roman\""));
}

}  // namespace
}  // namespace pauc
