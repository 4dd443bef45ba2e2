// Real files, where PAUC_DATA names the folder that holds them: counts that their owners publish.
#include <map>

#include "pauc/core/io/csv.h"
#include "support/real_data.h"

namespace pauc {
namespace {

class RealData : public test::RealDataTest {};

struct Counts {
  int labelled = 0;
  int positive = 0;
};

std::map<std::string, Counts> counts_by_split(const std::string& path, const std::string& label) {
  CsvReader csv(path, {});
  const auto label_column = csv.column(label);
  const auto split_column = csv.column("split");
  std::map<std::string, Counts> counts;
  while (csv.next()) {
    if (csv.field(label_column).empty()) continue;
    auto& part = counts[std::string(csv.field(split_column))];
    ++part.labelled;
    part.positive += csv.number(label_column) == 1 ? 1 : 0;
  }
  return counts;
}

TEST_F(RealData, Tox21HasTheLabelsOfItsPaper) {
  auto counts = counts_by_split(folder_ + "/mol/tox21/mol.csv.gz", "NR-AR");
  EXPECT_EQ(counts["train"].labelled, 5834);
  EXPECT_EQ(counts["valid"].labelled, 722);
  EXPECT_EQ(counts["test"].labelled, 709);
  EXPECT_EQ(counts["train"].positive, 248);
  EXPECT_EQ(counts["valid"].positive, 29);
  EXPECT_EQ(counts["test"].positive, 32);
}

TEST_F(RealData, MuvHasTheLabelsOfItsPaper) {
  auto counts = counts_by_split(folder_ + "/mol/muv/mol.csv.gz", "MUV-548");
  EXPECT_EQ(counts["train"].labelled, 11466);
  EXPECT_EQ(counts["valid"].labelled, 1559);
  EXPECT_EQ(counts["test"].labelled, 1709);
}

TEST_F(RealData, TablesHaveTheirRowsAndEveryFeatureIsANumber) {
  const std::map<std::string, std::pair<int, std::size_t>> tables = {{"mammography.csv", {11183, 7}},
                                                                     {"adbench_cover.csv.gz", {286048, 11}},
                                                                     {"adbench_annthyroid.csv.gz", {7200, 7}},
                                                                     {"adbench_shuttle.csv.gz", {49097, 10}}};
  for (const auto& [name, shape] : tables) {
    CsvReader csv(folder_ + "/tab/" + name, {CsvOptions::Header::none});
    int rows = 0;
    while (csv.next()) {
      ++rows;
      for (std::size_t c = 0; c + 1 < csv.columns().size(); ++c) csv.number(c);
    }
    EXPECT_EQ(rows, shape.first) << name;
    EXPECT_EQ(csv.columns().size(), shape.second) << name;
  }
}

}  // namespace
}  // namespace pauc
