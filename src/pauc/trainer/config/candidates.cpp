#include "pauc/trainer/config/candidates.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/model/registry.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/config/target.h"

namespace pauc {

namespace {

// The config of one of auto's candidates, without options that its objective does not have.
Candidate candidate(const Config& asked, const DataFacts& facts, const std::string& name, const std::string& objective,
                    const Settings& fine_tuning = {}, const std::string& ce_run = "") {
  Config config = asked;
  config.set("objective.name", objective, "auto");
  keep_own_options(config);
  config.erase("trainer.intervals");  // of the kept candidate only
  config.erase("trainer.scorecard");
  for (const auto& [key, text] : fine_tuning) set_default(config, key, text);
  if (!ce_run.empty()) {
    config.set("trainer.init", ce_run, "auto");
    config.erase("trainer.pretrain_epochs");  // ce was the pre-training
    config.erase("trainer.init_last_layer");
  }
  return {name, resolved(config, facts, Idle::left_out)};
}

// A candidate leaves out options that it has no use for; one of them must have a use for each.
void check_all_used(const Config& asked, const std::vector<Candidate>& candidates) {
  std::string names;
  for (const Candidate& candidate : candidates) names += (names.empty() ? "" : ", ") + candidate.name;
  for (const auto& [option, value] : asked.section("objective")) {
    const std::string key = "objective." + option;
    const bool used = std::any_of(candidates.begin(), candidates.end(),
                                  [&](const Candidate& candidate) { return candidate.config.has(key); });
    require_usage(used || value == "auto", key, ": expected an option that has an effect on a candidate of auto (",
                  names, "), got ", value);
  }
}

bool is_table_model_with_dropout(const std::string& name) {
  for (const ModelInfo& info : model_registry()) {
    if (info.name != name || info.input != InputKind::table) continue;
    return std::any_of(info.options.begin(), info.options.end(),
                       [](const FieldInfo& option) { return option.name == "dropout"; });
  }
  return false;
}

// Candidates with a wider region or a soft objective overfit more easily: they get a smaller learning rate and more
// dropout.
Settings gently(Settings fine_tuning, const Config& asked, const DataFacts& facts) {
  if (is_full_batch(asked)) return fine_tuning;
  fine_tuning.emplace_back("optimiser.lr", "1e-04");
  if (is_table_model_with_dropout(resolved_for_auto(asked, facts).get("model.name"))) {
    fine_tuning.emplace_back("model.dropout", "0.3");
  }
  return fine_tuning;
}

std::vector<Candidate> all_candidates(const Config& asked, const DataFacts& facts, const std::string& ce_run) {
  const Region target = target_of(resolved_for_auto(asked, facts));  // refuses what candidates do not have
  std::vector<Candidate> candidates = {candidate(asked, facts, "ce", "ce")};
  // Objectives on pairs gain nothing on boosted trees (docs/training.md).
  if (facts.weighted || is_growing_model(candidates.front().config.get("model.name"))) return candidates;
  candidates.push_back(candidate(asked, facts, "sopa", "sopa", {}, ce_run));
  if (target.fpr_min > 0) return candidates;
  const double wider = std::min(1.0, 4 * target.fpr_max);
  if (wider > target.fpr_max && !asked.has("objective.fpr_max")) {
    // Where cross-entropy is sure, its scores are large and their sigmoid is flat: this candidate sees raw scores, with
    // a loss that keeps falling.
    Settings settings = {{"objective.fpr_max", joined(wider)}};
    // A linear model collapses to equal scores under a convex loss of raw scores, and every pair costs an exponential.
    if (!is_full_batch(asked)) {
      settings.insert(settings.end(), {{"objective.link", "raw"}, {"objective.surrogate", "logistic"}});
    }
    candidates.push_back(candidate(asked, facts, "sopa-4x", "sopa", gently(settings, asked, facts), ce_run));
  }
  const char* soft = target.tpr_min > 0 ? "sota-s" : "sopa-s";
  candidates.push_back(candidate(asked, facts, soft, soft, gently({}, asked, facts), ce_run));
  return candidates;
}

std::string training_text(const Config& config) {
  const std::string model = config.get("model.name");
  if (is_growing_model(model)) {
    return grows_at_once(model) ? std::string("all trees in one round")
                                : joined("up to ", config.get("trainer.epochs"), " rounds of one tree");
  }
  if (is_full_batch(config)) {
    const std::string penalty = config.get("optimiser.weight_decay");
    return penalty == "auto" ? joined("lbfgs on all rows at once for each of ", config.get("trainer.epochs"),
                                      " penalties; validation chooses one")
                             : joined("lbfgs on all rows at once, penalty ", penalty);
  }
  const std::string positives = config.get("sampler.batch_positives");
  return joined(config.get("trainer.epochs"), " epochs of ", config.get("sampler.batch_size"), " rows per batch",
                positives == "0" ? std::string() : joined(" (", positives, " positive)"), ", learning rate ",
                config.get("optimiser.lr"));
}

std::string model_text(const Config& config, const DataFacts& facts) {
  if (facts.input != InputKind::table) {
    const std::string what = facts.input == InputKind::image ? joined("images of ", image_size_text(facts.image))
                                                             : "molecules as graphs of atoms and bonds";
    return joined("model: ", config.get("model.name"), " on ", what,
                  facts.features > 0 ? joined(" and ", facts.features, " other inputs") : "", "; ", facts.rows,
                  " of them for training, ", facts.positives, " positive");
  }
  return joined("model: ", config.get("model.name"), " on ", facts.features, " inputs", "; ", facts.rows,
                " training rows, ", facts.positives, " of them positive");
}

std::string further_targets_text(const Config& config) {
  std::string text;
  for (const Region& target : further_targets_of(config)) {
    text += joined(text.empty() ? "; best epochs also for " : " and for ", region_text(target));
  }
  return text;
}

}  // namespace

std::vector<Candidate> candidates_for(const Config& asked, const DataFacts& facts, const std::string& ce_run) {
  std::vector<Candidate> candidates = all_candidates(asked, facts, ce_run);
  check_all_used(asked, candidates);
  return candidates;
}

std::vector<std::string> explained(const Config& asked, const std::vector<Candidate>& candidates,
                                   const DataFacts& facts) {
  const Config& first = candidates.front().config;
  const std::string region = region_text(target_of(first));
  const TargetOptions target = asked.read("target", kTargetFields);
  const bool usual = !target.fpr_min && !target.fpr_max && !target.tpr_min;
  std::string training = joined("training: ", training_text(first));
  std::string objective = joined("objective: ", first.get("objective.name"), " for ", region);
  if (candidates.size() > 1) {
    if (!is_full_batch(first)) {
      training +=
          joined("; then ", training_text(candidates[1].config), ", so that each batch has negatives in the region");
    }
    objective = joined("objective: auto for ", region, ": ce, and from its best epoch");
    for (std::size_t k = 1; k < candidates.size(); ++k) objective += (k > 1 ? ", " : " ") + candidates[k].name;
    objective += "; validation decides";
  } else if (facts.weighted) {
    objective += "; the other objectives do not support case weights";
  }
  objective += further_targets_text(first);
  if (usual) objective += " (the default region; fpr_max sets another)";
  return {model_text(first, facts), training, objective};
}

}  // namespace pauc
