#include "pauc/trainer/config/members.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>

#include "pauc/core/error.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/data/options.h"
#include "pauc/model/registry.h"
#include "pauc/record/name_in_folder.h"
#include "pauc/trainer/config/registry_row.h"
#include "pauc/trainer/config/target.h"

namespace pauc {

namespace {

// What a model of tables reads of molecules.
constexpr const char* kUsualFeatures = "morgan:2:2048";

// A setting of recipes that stands for another seed than that of the run.
constexpr const char* kAnotherSeed = "trainer.seed";

// A member of auto's blends: its name, model and settings, and the effort from which on it takes part.
struct Recipe {
  std::string name;
  std::string model;
  Effort from;
  Settings settings;
  bool takes_weights = true;
};

using Recipes = std::vector<Recipe>;

// The rows that choose the epoch of a fold are few: their log loss says more than the corner of their curve.
Settings network_settings() { return {{"trainer.best_by", "loss"}}; }

Settings with(Settings settings, const char* key, const char* value) {
  settings.emplace_back(key, value);
  return settings;
}

// A random forest rather than extra trees.
Settings best_splits() { return {{"model.split_rule", "best"}}; }

Recipe trees_recipe() { return {"trees", "trees", Effort::quick, {}}; }

Recipe deep_trees_recipe() {
  return {"trees-deep",
          "trees",
          Effort::best,
          {{"model.depth", "8"}, {"model.eta", "0.05"}, {"model.min_child_weight", "5"}, {"model.colsample", "0.5"}}};
}

Recipe hard_trees_recipe() {
  return {"trees-hard", "trees", Effort::best, {{"objective.name", "hard"}}, /*takes_weights=*/false};
}

// A network with its fine-tunings for partial AUC.
Recipe tuned_recipe(const std::string& model) {
  return {model + "-sopa", model, Effort::best, {{"objective.name", "auto"}}, /*takes_weights=*/false};
}

Recipes table_recipes() {
  const Settings network = network_settings();
  return {trees_recipe(),
          {"mlp", "mlp", Effort::quick, network},
          {"forest", "forest", Effort::standard, {}},
          {"random-forest", "forest", Effort::standard, best_splits()},
          deep_trees_recipe(),
          tuned_recipe("mlp"),
          hard_trees_recipe(),
          {"mlp-another-seed", "mlp", Effort::best, with(network, kAnotherSeed, "")},
          {"trees-slow",
           "trees",
           Effort::best,
           {{"model.depth", "6"}, {"model.eta", "0.03"}, {"model.subsample", "0.6"}, {"model.colsample", "0.6"}}},
          {"trees-shallow", "trees", Effort::best, {{"model.depth", "2"}}},
          {"trees-another-seed", "trees", Effort::best, {{kAnotherSeed, ""}}},
          {"forest-wide", "forest", Effort::best, {{"model.split_features", "0.5"}, {"model.min_leaf", "3"}}}};
}

Recipes molecule_recipes() {
  // A graph network is at its best early.
  const Settings network = with(network_settings(), "trainer.patience", "15");
  const Settings descriptors = {{"data.features_from", "descriptors,maccs"}};
  return {trees_recipe(),
          {"forest", "forest", Effort::quick, best_splits()},
          {"gin", "gin", Effort::quick, network},
          {"forest-descriptors", "forest", Effort::best, descriptors},
          {"trees-descriptors", "trees", Effort::best, descriptors},
          deep_trees_recipe(),
          {"dmpnn", "dmpnn", Effort::best, network},
          {"gin-virtual-node", "gin", Effort::best, with(network, "model.virtual_node", "on")},
          {"gin-another-seed", "gin", Effort::best, with(network, kAnotherSeed, "")},
          hard_trees_recipe(),
          tuned_recipe("gin")};
}

Recipes image_recipes(const std::string& model) {
  const Settings network = network_settings();
  return {{model, model, Effort::best, network},
          {model + "-another-seed", model, Effort::best, with(network, kAnotherSeed, "")},
          tuned_recipe(model)};
}

// In the order of what they gain for their time; --minutes leaves out the last ones.
Recipes recipes_for(InputKind input, const std::string& image_model) {
  if (input == InputKind::image) return image_recipes(image_model);
  return input == InputKind::molecule ? molecule_recipes() : table_recipes();
}

const ModelInfo& model_named(const std::string& name, const char* where) {
  return row_named(model_registry(), name, where);
}

bool has_option(const ModelInfo& model, const std::string& name) {
  return std::any_of(model.options.begin(), model.options.end(),
                     [&](const FieldInfo& option) { return option.name == name; });
}

// Options that only a model trained by gradients has.
bool is_for_networks(const std::string& key) {
  const auto begins = [&](const char* section) { return key.rfind(section, 0) == 0; };
  const char* const keys[] = {
      "trainer.epochs", "trainer.lr_decay",        "trainer.patience", "trainer.pretrain_epochs",
      "trainer.init",   "trainer.init_last_layer", "data.numeric",     "data.bins"};
  return begins("optimiser.") || begins("sampler.") ||
         std::find(std::begin(keys), std::end(keys), key) != std::end(keys);
}

// Whether an option only makes sense for one network, which then is what `auto` trains.
bool asks_for_one_network(const Config& asked) {
  const auto asks = [](const auto& entry) {
    const auto& [key, value] = entry;
    const bool of_model = key.rfind("model.", 0) == 0 || key.rfind("objective.", 0) == 0;
    const bool named = key == "model.name" || key == "objective.name";
    const bool linear = key == "trainer.intervals" || key == "trainer.scorecard" || key == "target.also";
    return value != "auto" && ((of_model && !named) || linear || is_for_networks(key));
  };
  return std::any_of(asked.values().begin(), asked.values().end(), asks);
}

// Leaves a member the options that it has. Where there are networks, options of their training are theirs alone.
void keep_own_options(const ModelInfo& model, bool networks, Config& config) {
  const Config all = config;
  for (const auto& [key, value] : all.values()) {
    const bool of_model = key.rfind("model.", 0) == 0 && key != "model.name";
    if ((of_model && !has_option(model, key.substr(6))) || (networks && model.grows && is_for_networks(key))) {
      config.erase(key);
    }
  }
}

Member member_of(const Config& asked, const std::string& name, const ModelInfo& model, bool networks,
                 const DataFacts& facts) {
  Member member{name, asked};
  Config& config = member.asked;
  for (const char* key : {"trainer.members", "trainer.member", "trainer.effort", "trainer.minutes", "trainer.blend"}) {
    config.erase(key);
  }
  config.set("model.name", model.name, "members");
  keep_own_options(model, networks, config);
  if (facts.input == InputKind::molecule && model.input == InputKind::table) {
    config.set("data.features_from", kUsualFeatures, "members");
  }
  return member;
}

bool has_networks(const std::vector<std::string>& models) {
  return std::any_of(models.begin(), models.end(),
                     [](const std::string& name) { return !model_named(name, "members").grows; });
}

// Every option of a model must be one that some member has.
void check_all_used(const Config& asked, const std::vector<Member>& members) {
  for (const auto& [option, value] : asked.section("model")) {
    const std::string key = "model." + option;
    const bool used =
        std::any_of(members.begin(), members.end(), [&](const Member& member) { return member.asked.has(key); });
    require_usage(used, key, ": expected an option of a member, got ", value, ", which none of them has");
  }
}

std::vector<Member> listed_members(const Config& asked, const std::vector<std::string>& names, const DataFacts& facts) {
  std::vector<Member> members;
  for (const std::string& name : names) {
    require_usage(name != "auto", "members: expected models, got auto, which is what --effort chooses from");
    members.push_back(member_of(asked, name, model_named(name, "members"), has_networks(names), facts));
  }
  check_all_used(asked, members);
  return members;
}

void apply(const Recipe& recipe, Config& config) {
  for (const auto& [key, value] : recipe.settings) {
    if (key == kAnotherSeed) {
      config.set(key, joined(config.read("trainer", kTrainerFields).seed + 1000), "effort");
    } else if (!config.has(key) || key == "objective.name" || key == "data.features_from") {  // set for any member
      config.set(key, value, "effort");
    }
  }
}

std::vector<Member> members_of_effort(const Config& asked, Effort effort, const DataFacts& facts) {
  const std::string usual = resolved_for_auto(asked, facts).get("model.name");
  std::vector<Member> members;
  for (const Recipe& recipe : recipes_for(facts.input, usual)) {
    if (recipe.from > effort || (facts.weighted && !recipe.takes_weights)) continue;
    Member member = member_of(asked, recipe.name, model_named(recipe.model, "effort"), /*networks=*/true, facts);
    member.asked.set("objective.name", "ce", "effort");
    apply(recipe, member.asked);
    members.push_back(std::move(member));
  }
  check_all_used(asked, members);
  return members;
}

void require_different_names(const EnsemblePlan& plan) {
  std::set<std::string> names;
  const auto take = [&](const std::string& name) {
    require_usage(names.insert(name).second, "members: expected each once, got ", name, " twice");
  };
  for (const Member& member : plan.members) take(member.name);
  for (const ForeignMember& member : plan.foreign) take(member.name);
}

std::int64_t usual_folds(Effort effort) { return effort == Effort::quick ? 1 : effort == Effort::standard ? 4 : 5; }

std::vector<std::string> names_of(const std::string& list) {
  std::vector<std::string> names;
  for (const std::string_view name : comma_parts(list)) names.emplace_back(name);
  return names;
}

void check_effort(const Config& asked, const TrainerOptions& trainer, bool auto_both) {
  require_usage(!trainer.minutes || *trainer.minutes > 0, "minutes: expected more than 0, got ",
                trainer.minutes.value_or(0));
  if (!trainer.effort) return;
  require_usage(trainer.members.empty(), "effort: expected no members, which say what to train, got ", trainer.members);
  require_usage(auto_both, "effort: expected model auto and objective auto, got ", asked.get("model.name"),
                asked.has("model.name") && asked.has("objective.name") ? " and " : "", asked.get("objective.name"));
}

}  // namespace

std::vector<ForeignMember> foreign_members(const std::string& text) {
  // Columns of the files that have one per member, and the name of the whole.
  static const std::set<std::string> taken = {"blend",  "row",  "id",    "label",    "group",
                                              "weight", "fold", "score", "decision", "probability"};
  std::vector<ForeignMember> members;
  if (text.empty()) return members;
  for (const std::string& part : names_of(text)) {
    const std::size_t equals = part.find('=');
    ForeignMember member;
    member.file = equals == std::string::npos ? part : part.substr(equals + 1);
    member.name = equals == std::string::npos ? std::filesystem::path(part).stem().string() : part.substr(0, equals);
    require_usage(!member.file.empty() && !member.name.empty(), "member: expected NAME=FILE.csv, got \"", part, '"');
    require_usage(record::stays_in_folder(member.name) && taken.count(member.name) == 0,
                  "member: expected a name that is free and stays in its folder, such as mine=FILE.csv, got \"",
                  member.name, '"');
    const bool is_new = std::none_of(members.begin(), members.end(),
                                     [&](const ForeignMember& other) { return other.file == member.file; });
    require_usage(is_new, "member: expected each file once, got ", member.file, " twice");
    members.push_back(member);
  }
  return members;
}

std::vector<std::string> explained(const Config& asked, const EnsemblePlan& plan, const DataFacts& facts) {
  std::string names;
  for (const Member& member : plan.members) names += (names.empty() ? "" : ", ") + member.name;
  for (const ForeignMember& member : plan.foreign) names += joined(", ", member.name, " from ", member.file);
  const std::string on = plan.folds == 1 ? "one split" : joined(plan.folds, " folds");
  const std::string effort = plan.effort ? joined(" (effort ", choice_name(*plan.effort), ")") : "";
  const std::string region = region_text(target_of(asked));
  const bool alone = plan.members.size() + plan.foreign.size() == 1;
  return {joined("models: ", names, " on ", on, effort, "; ", facts.rows, " training rows, ", facts.positives,
                 " of them positive", plan.folds == 1 ? "" : "; each model leaves out the rows of its fold"),
          joined(alone ? "averaged for " : "blended for ", region,
                 alone ? "" : joined(", weights by ", choice_name(plan.blend)))};
}

Config resolved_for_ensemble(const Config& asked, const EnsemblePlan& plan, const DataFacts& facts) {
  Config config = resolved_for_auto(asked, facts);
  for (const char* key : {"model.name", "data.numeric", "data.bins"}) {  // each member has its own
    config.erase(key);
    if (asked.has(key)) config.set(key, asked.get(key), "ensemble");
  }
  config.set("data.folds", joined(plan.folds), "ensemble");
  config.set("trainer.blend", choice_name(plan.blend), "ensemble");
  if (plan.effort) config.set("trainer.effort", choice_name(*plan.effort), "ensemble");
  return config;
}

namespace {

bool is_auto_both(const Config& asked) { return is_open(asked, "model.name") && is_open(asked, "objective.name"); }

}  // namespace

bool blends_by_default(const Config& asked, const DataFacts& facts) {
  return is_auto_both(asked) && facts.input != InputKind::image && !asks_for_one_network(asked);
}

std::optional<EnsemblePlan> ensemble_plan(const Config& asked, const DataFacts& facts) {
  const TrainerOptions trainer = asked.read("trainer", kTrainerFields);
  const DataOptions data = asked.read("data", kDataFields);
  if (data.fold) return std::nullopt;
  const bool auto_both = is_auto_both(asked);
  check_effort(asked, trainer, auto_both);
  const bool wanted = data.folds > 0 || !trainer.members.empty() || trainer.effort || trainer.minutes ||
                      !trainer.member.empty() || trainer.blend;
  if (!wanted && !blends_by_default(asked, facts)) return std::nullopt;
  EnsemblePlan plan;
  // With a limit of time, as many members as there is time for.
  const Effort effort = trainer.effort.value_or(trainer.minutes ? Effort::best : Effort::standard);
  if (!trainer.members.empty()) {
    plan.members = listed_members(asked, names_of(trainer.members), facts);
  } else if (auto_both && (facts.input != InputKind::image || effort == Effort::best)) {
    plan.members = members_of_effort(asked, effort, facts);
    plan.effort = effort;
  } else if (trainer.effort && trainer.member.empty() && data.folds == 0) {
    return std::nullopt;  // images, for which less than best means one network
  } else {
    plan.members = listed_members(asked, {resolved_for_auto(asked, facts).get("model.name")}, facts);
  }
  plan.foreign = foreign_members(trainer.member);
  require_different_names(plan);
  plan.folds_given = data.folds > 0;
  plan.folds = plan.folds_given ? data.folds : usual_folds(effort);
  plan.blend = trainer.blend.value_or(facts.input == InputKind::table ? BlendMethod::stack : BlendMethod::equal);
  return plan;
}

}  // namespace pauc
