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

void take_label(const record::ModelCard& card, const Config& asked, Config& config) {
  if (!config.has("data.label") && !card.label.empty()) config.set("data.label", card.label, kKey);
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

// An earlier model that was trained on rows of the file is judged fairly only by the rows that were its own test part.
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

std::vector<double> scores_by(const std::string& like, const record::ScoredPart& part, const Config& asked,
                              const std::vector<std::string>& files) {
  std::unordered_map<std::int64_t, std::size_t> place;
  for (std::size_t k = 0; k < part.numbers.size(); ++k) place.emplace(part.numbers[k], k);
  std::vector<double> scores(part.numbers.size(), std::nan(""));
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
          for (std::size_t k = 0; k < block.scores.size(); ++k) {
            const auto found = place.find(rows_before + block.rows.numbers[k]);
            if (found != place.end()) scores[found->second] = block.scores[k];
          }
        },
        [](const std::string&) {});
    rows_before += rows;
  }
  const auto missing = std::count_if(scores.begin(), scores.end(), [](double score) { return !std::isfinite(score); });
  require(missing == 0, "it cannot score ", missing, " of the ", scores.size(), " test rows");
  return scores;
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
  take_label(card, asked, config);
  for (const auto& [key, value] : asked.values()) config.set(key, value, "train");
  return config;
}

void score_like(const record::RunPaths& paths, const Config& asked,
                const std::function<void(const std::string&)>& note) {
  const std::string like = asked.get(kKey);
  if (like.empty() || is_there(paths.predictions("test-like"))) return;
  try {
    record::ScoredPart part = record::read_predictions(paths, "test");
    const std::vector<std::string> files = files_of_test(asked);
    const record::ModelCard card = record::read_card(paths);
    require(card.kind != "cifar" && card.kind != "ogb", "rows of ", card.kind, " are not found again by their numbers");
    require_fair(record::RunPaths(like), part, files);
    part.scores = scores_by(like, part, asked, files);
    write_file_atomically(paths.predictions("test-like"), record::predictions_csv(part));
  } catch (const UserError& error) {
    if (note) note(joined(like, " is not compared on the test rows: ", error.what()));
  }
}

}  // namespace pauc
