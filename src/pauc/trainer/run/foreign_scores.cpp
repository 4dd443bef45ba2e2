#include "pauc/trainer/run/foreign_scores.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "pauc/core/error.h"

namespace pauc {

namespace {

std::optional<std::size_t> find_column(const CsvReader& csv, const std::string& name) {
  const auto& columns = csv.columns();
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (name.empty() || found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

std::size_t score_column(const CsvReader& csv, const std::string& file) {
  const auto column = find_column(csv, "score");
  require(column.has_value(), file, ": expected a column score, got none");
  return *column;
}

bool is_probability(double value) { return value >= 0 && value <= 1; }

// 0 and 1 count as `least` away from where they are.
double log_odds(double probability, double least) {
  const double inside = probability == 0 ? least : probability == 1 ? 1 - least : probability;
  return std::log(inside / (1 - inside));
}

// Half as near to 0 or 1 as the nearest probability that is neither. A forest of 300 trees says 0 where a boosted model
// says 0.001: taken at its word, such a row would outweigh all others in the scale of the member.
double least_probability(const std::vector<double>& probabilities) {
  constexpr double kSmallest = 1e-9;
  double nearest = 2;
  for (const double probability : probabilities) {
    const double distance = std::min(probability, 1 - probability);
    if (distance > 0) nearest = std::min(nearest, distance);
  }
  if (nearest == 2) nearest = 1 / (static_cast<double>(probabilities.size()) + 1);  // yes or no, nothing between
  return std::max(kSmallest, nearest / 2);
}

// The scores of a file by the text that names their rows.
class ScoresByKey {
 public:
  ScoresByKey(const ForeignMember& member, const PreparedData& data) : file_(member.file), facts_(data.row_facts()) {
    CsvReader csv(member.file, {});
    const std::size_t score = score_column(csv, member.file);
    auto key = find_column(csv, "row");
    by_id_ = !key || !data.options.test.empty();  // rows of a separate test file are numbered from 1 again
    if (by_id_) key = facts_.ids.empty() ? std::nullopt : find_column(csv, facts_.id_column);
    require(key.has_value(), member.file, ": expected a column ",
            data.options.test.empty() ? "row or the column of ids" : "of the ids that the run was given",
            " to find the rows by, got none");
    while (csv.next()) {
      const bool is_new = scores_.emplace(csv.field(*key), csv.number(score)).second;
      require(is_new, csv.place(*key), ": expected each row once, got ", csv.field(*key), " again");
    }
  }

  std::vector<double> of(const std::vector<std::int64_t>& rows) const {
    std::vector<double> scores;
    for (const std::int64_t row : rows) {
      const auto found = scores_.find(key_of(row));
      require(found != scores_.end(), file_, ": expected a score for every row of the data, got none for ",
              by_id_ ? "id " : "row ", key_of(row));
      scores.push_back(found->second);
    }
    return scores;
  }

 private:
  std::string key_of(std::int64_t row) const { return by_id_ ? facts_.ids[row] : std::to_string(facts_.numbers[row]); }

  std::string file_;
  const RowFacts& facts_;
  bool by_id_ = false;
  std::unordered_map<std::string, double> scores_;
};

}  // namespace

ForeignScores read_foreign_scores(const ForeignMember& member, const PreparedData& data,
                                  const std::vector<std::vector<std::int64_t>>& rows) {
  const ScoresByKey by_key(member, data);
  ForeignScores result;
  for (const auto& list : rows) result.scores.push_back(by_key.of(list));
  result.probabilities = std::all_of(result.scores.begin(), result.scores.end(), [](const auto& scores) {
    return std::all_of(scores.begin(), scores.end(), is_probability);
  });
  if (!result.probabilities) return result;
  result.least_probability = least_probability(result.scores.front());
  for (auto& scores : result.scores) {
    for (double& score : scores) score = log_odds(score, result.least_probability);
  }
  return result;
}

ForeignScoreReader::ForeignScoreReader(const ForeignMember& file, const record::BlendMember& member,
                                       const std::string& id_column)
    : file_(file.file),
      probabilities_(member.probabilities),
      least_probability_(member.least_probability),
      csv_(file.file, {}),
      score_(score_column(csv_, file.file)),
      row_(find_column(csv_, "row")),
      id_(find_column(csv_, id_column)) {}

std::vector<double> ForeignScoreReader::of(const Block& block) {
  std::vector<double> scores;
  for (std::size_t k = 0; k < block.numbers.size(); ++k) {
    const std::int64_t number = block.numbers[k];
    require(csv_.next(), file_, ": expected a score for row ", number, " of the data, got the end of the file");
    require(!row_ || csv_.field(*row_) == std::to_string(number), csv_.place(row_.value_or(0)),
            ": expected the rows of the data in their order, row ", number, ", got ", csv_.field(row_.value_or(0)));
    if (id_ && !block.ids.empty()) {
      require(csv_.field(*id_) == block.ids[k], csv_.place(*id_), ": expected the ids of the data in their order, ",
              block.ids[k], ", got ", csv_.field(*id_));
    }
    const double score = csv_.number(score_);
    require(!probabilities_ || is_probability(score), csv_.place(score_),
            ": expected a probability, as in training, got ", score);
    scores.push_back(probabilities_ ? log_odds(score, least_probability_) : score);
  }
  return scores;
}

void ForeignScoreReader::finish() {
  require(!csv_.next(), file_, ": expected as many rows as the data have, got more");
}

std::vector<ForeignScoreReader> open_foreign_scores(const std::string& given,
                                                    const std::vector<record::BlendMember>& members,
                                                    const std::string& id_column) {
  const std::vector<ForeignMember> files = foreign_members(given);
  for (const ForeignMember& file : files) {
    const auto is_it = [&](const record::BlendMember& member) {
      return member.is_foreign() && member.name == file.name;
    };
    require_usage(std::any_of(members.begin(), members.end(), is_it),
                  "member: expected a member of the blend whose scores come from elsewhere, got ", file.name);
  }
  std::vector<ForeignScoreReader> readers;
  for (const record::BlendMember& member : members) {
    if (!member.is_foreign()) continue;
    const auto file =
        std::find_if(files.begin(), files.end(), [&](const ForeignMember& one) { return one.name == member.name; });
    require_usage(file != files.end(), "member: the blend has scores from elsewhere: expected --member ", member.name,
                  "=FILE.csv, got none");
    readers.emplace_back(*file, member, id_column);
  }
  return readers;
}

}  // namespace pauc
