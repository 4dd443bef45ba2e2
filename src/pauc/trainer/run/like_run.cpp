#include "pauc/trainer/run/like_run.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/data/options.h"
#include "pauc/data/preprocessing.h"
#include "pauc/record/card.h"
#include "pauc/record/predictions.h"
#include "pauc/trainer/run/predict.h"
#include "pauc/trainer/run/run_folder.h"
#include "pauc/trainer/run/seen_rows.h"

namespace pauc {

namespace {

constexpr const char* kKey = "trainer.like";
// What belongs to the rows of that run rather than to the way it was trained.
constexpr const char* kOfItsRows[] = {"data.path", "data.more", "data.test", "data.table", "trainer.member", kKey};

void require_finished(const std::string& run) {
  const record::RunPaths paths(run);
  if (!is_there(paths.start())) fail(Fault::no_input, "like: expected the folder of a trained run, got ", run);
  require(paths.finished(), "like: expected a finished run, got ", run);
}

// The columns that the model reads, and which of them are categories.
void take_columns(const record::ModelCard& card, const std::string& where, const Config& asked, Config& config) {
  const Preprocessing preprocessing = preprocessing_from_json(card.preprocessing, where);
  if (card.kind != "csv" || preprocessing.reads() != InputKind::table) return;
  std::vector<std::string> used, categories;
  for (const ColumnEncoding& column : preprocessing.table.columns) {
    if (column.dropped()) continue;
    used.push_back(column.name);
    if (column.kind == Column::Kind::category) categories.push_back(column.name);
  }
  if (asked.has("data.features") || asked.has("data.drop")) return;
  config.erase("data.drop");
  config.set("data.features", text_list(used), kKey);
  if (!categories.empty()) config.set("data.categories", text_list(categories), kKey);
}

// Its molecules as they were read then: runs of earlier versions read them as written.
void take_form(const record::ModelCard& card, const std::string& where, const Config& asked, Config& config) {
  const Preprocessing preprocessing = preprocessing_from_json(card.preprocessing, where);
  if (preprocessing.reads() != InputKind::molecule || asked.has("data.standardise")) return;
  config.set("data.standardise", choice_name(preprocessing.standardise), kKey);
}

void take_label(const record::ModelCard& card, const Config& asked, Config& config) {
  if (!config.has("data.label") && !card.label.empty()) config.set("data.label", card.label, kKey);
  if (asked.has("data.label")) config.erase("data.task");  // it was one of the labels of that run
  const bool other_label = asked.has("data.label") && asked.get("data.label") != config.get("data.label");
  if (other_label || asked.has("data.positive") || asked.has("data.positive_classes")) {
    config.erase("data.positive");
    config.erase("data.positive_classes");
  } else if (!config.has("data.positive") && !config.has("data.positive_classes")) {
    config.set("data.positive", card.positive, kKey);
  }
}

// The files that the test rows come from, in the order of their numbers.
std::vector<std::string> files_of_test(const Config& asked) {
  const DataOptions data = asked.read("data", kDataFields);
  if (!data.test.empty()) return {data.test};
  std::vector<std::string> files = {data.path};
  for (const std::string& more : listed_texts(data.more)) files.push_back(more);
  return files;
}

// Where no keys tell rows apart: an earlier model that was trained on rows of the file is judged fairly only by the
// rows that were its own test part.
void require_fair(const record::RunPaths& like, const record::ScoredPart& part, const std::vector<std::string>& files) {
  const std::vector<DataFile> before = read_beginning(like).files;
  for (const std::string& file : files) {
    const Fingerprint now = fingerprint_of(file);
    const bool known =
        std::any_of(before.begin(), before.end(), [&](const DataFile& one) { return one.fingerprint == now; });
    require(!known || record::read_predictions(like, "test").numbers == part.numbers, "it was trained on rows of ",
            file, " that are test rows now");
  }
}

struct LikeScores {
  std::vector<double> scores;      // of the test rows
  std::vector<std::uint8_t> seen;  // 1: the earlier model was trained on such a row
  bool by_structure = false;       // "such a row" has the same molecule, stereochemistry aside
};

// "it was trained on 12 of the 90 test rows"
std::string trained_on_text(const std::string& who, std::size_t seen, std::size_t rows, bool by_structure) {
  return joined(who, " was trained on ", by_structure ? "the structures of " : "", seen, " of the ", rows, " test rows",
                by_structure ? ", stereochemistry aside" : "");
}

LikeScores scores_by(const std::string& like, const record::ScoredPart& part, const Config& asked,
                     const std::vector<std::string>& files) {
  const record::RunPaths paths(like);
  const Preprocessing preprocessing = preprocessing_from_json(record::read_card(paths).preprocessing, paths.card());
  const SeenRows seen_rows(paths, preprocessing);
  std::unordered_map<std::int64_t, std::size_t> place;
  for (std::size_t k = 0; k < part.numbers.size(); ++k) place.emplace(part.numbers[k], k);
  LikeScores found{std::vector<double>(part.numbers.size(), std::nan("")),
                   std::vector<std::uint8_t>(part.numbers.size(), 0), are_known_by_structure(preprocessing)};
  std::int64_t rows_before = 0;
  for (const std::string& file : files) {
    PredictOptions options;
    options.run = like;
    options.data = file;
    options.kind = asked.has("data.kind") ? asked.get("data.kind") : "auto";
    options.header = asked.get("data.header");
    options.image_root = asked.get("data.image_root");
    std::int64_t rows = 0;
    score_rows(
        options,
        [&](const ScoredBlock& block) {
          rows += static_cast<std::int64_t>(block.scores.size());
          const std::vector<std::uint8_t> seen = seen_rows.of(block.rows.content);
          for (std::size_t k = 0; k < block.scores.size(); ++k) {
            const auto at = place.find(rows_before + block.rows.numbers[k]);
            if (at == place.end()) continue;
            found.scores[at->second] = block.scores[k];
            if (seen_rows.known()) found.seen[at->second] = seen[k];
          }
        },
        [](const std::string&) {});
    rows_before += rows;
  }
  const auto missing =
      std::count_if(found.scores.begin(), found.scores.end(), [](double score) { return !std::isfinite(score); });
  require(missing == 0, "it cannot score ", missing, " of the ", found.scores.size(), " test rows");
  return found;
}

// The rows that the earlier model has not seen, with its scores.
record::ScoredPart fair_rows(const record::ScoredPart& part, const LikeScores& found) {
  std::vector<std::size_t> rows;
  for (std::size_t k = 0; k < found.seen.size(); ++k) {
    if (found.seen[k] == 0) rows.push_back(k);
  }
  record::ScoredPart fair = record::rows_at(part, rows);
  fair.scores.clear();
  for (const std::size_t row : rows) fair.scores.push_back(found.scores[row]);
  const auto positives = std::count(fair.labels.begin(), fair.labels.end(), 1);
  require(positives > 0 && positives < static_cast<std::ptrdiff_t>(rows.size()),
          trained_on_text("it", part.numbers.size() - rows.size(), part.numbers.size(), found.by_structure),
          ", and the others do not have both classes");
  return fair;
}

}  // namespace

Config with_options_of_like(const Config& asked) {
  const std::string like = asked.get(kKey);
  if (like.empty()) return asked;
  require_finished(like);
  const record::RunPaths paths(like);
  const record::ModelCard card = record::read_card(paths);
  Config config = read_beginning(paths).asked;
  for (const char* key : kOfItsRows) config.erase(key);
  take_columns(card, paths.card(), asked, config);
  take_form(card, paths.card(), asked, config);
  take_label(card, asked, config);
  for (const auto& [key, value] : asked.values()) config.set(key, value, "train");
  return config;
}

void score_like(const record::RunPaths& paths, const Config& asked,
                const std::function<void(const std::string&)>& note) {
  const std::string like = asked.get(kKey);
  if (like.empty() || is_there(paths.predictions("test-like"))) return;
  try {
    const record::ScoredPart part = record::read_predictions(paths, "test");
    const std::vector<std::string> files = files_of_test(asked);
    const record::ModelCard card = record::read_card(paths);
    require(card.kind != "cifar" && card.kind != "ogb", "rows of ", card.kind, " are not found again by their numbers");
    const record::RunPaths like_paths(like);
    if (!is_there(like_paths.seen_rows())) require_fair(like_paths, part, files);
    const LikeScores found = scores_by(like, part, asked, files);
    const record::ScoredPart fair = fair_rows(part, found);
    const std::size_t seen = part.numbers.size() - fair.numbers.size();
    if (seen > 0 && note) {
      note(joined("warning: ", trained_on_text(like, seen, part.numbers.size(), found.by_structure),
                  ": they are left out of the comparison with it"));
    }
    write_file_atomically(paths.predictions("test-like"), record::predictions_csv(fair));
  } catch (const UserError& error) {
    if (note) note(joined(like, " is not compared on the test rows: ", error.what()));
  }
}

}  // namespace pauc
