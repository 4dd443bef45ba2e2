// A guided start: five questions, a config file, a training.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>

#include "answers.h"
#include "column_sketches.h"
#include "data.h"
#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/number.h"
#include "pauc/core/text/shell_word.h"
#include "pauc/report/table/text_table.h"
#include "train.h"

namespace pauc::cli {

namespace {

namespace fs = std::filesystem;

struct StartArgs {
  std::string data;
  std::string config;
  std::string out;
  std::string effort;
  bool yes = false;
  bool no_train = false;
};

// `name`, or with -2, -3, ... before its extension, whichever is free.
std::string free_name(const std::string& stem, const std::string& extension) {
  std::string name = stem + extension;
  for (int k = 2; is_there(name); ++k) name = joined(stem, "-", k, extension);
  return name;
}

void require_free(const char* option, const std::string& path) {
  if (!path.empty() && is_there(path)) {
    fail(Fault::cannot_create, option, ": ", path, " is already there; choose another name");
  }
}

std::string sketch_text(const TableSketch& table, const std::string& path) {
  constexpr std::size_t kMostColumns = 60;
  report::TextTable columns;
  for (std::size_t c = 0; c < std::min(table.columns.size(), kMostColumns); ++c) {
    columns.add_row({joined(c + 1), table.columns[c].name, table.columns[c].words()});
  }
  const bool more = table.columns.size() > kMostColumns;
  return joined(path, ": ", table.rows, " rows, ", table.columns.size(), " columns\n",
                columns.text(terminal_width(STDERR_FILENO)),
                more ? joined("and ", table.columns.size() - kMostColumns, " more\n") : "");
}

// Notes have one line each.
void print_lines(const Global& global, const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) print_note(global, line);
}

bool is_no(const std::string& answer) { return answer == "no" || answer == "none" || answer == "n" || answer == "No"; }

// "5", "5%" and "5 %" are five percent. Less than 1 without a % sign may mean a rate or a percentage.
std::optional<double> percentage(const std::string& answer) {
  std::string text(trimmed(answer));
  const bool signed_percent = !text.empty() && text.back() == '%';
  if (signed_percent) text = std::string(trimmed(std::string_view(text).substr(0, text.size() - 1)));
  const auto number = parse_number(text);
  if (!number || !(*number > 0 && *number <= 100) || (*number < 1 && !signed_percent)) return std::nullopt;
  return *number;
}

std::string percentage_problem(const std::string& answer) {
  if (percentage(answer)) return "";
  const auto number = parse_number(answer);
  if (number && *number > 0 && *number < 1) {
    return joined("did you mean ", 100 * *number, "% or ", *number, "%? Write it with the sign");
  }
  return joined("expected a percentage above 0 and up to 100, such as 5%, got ", shown(answer));
}

// The five questions.
class Interview {
 public:
  Interview(const std::string& path, bool accept_all, const Global& global)
      : table_(sketch_of(path)), answers_(global, accept_all) {
    config_.set("data.path", path, "start");
    print_lines(global, sketch_text(table_, path) + "\n");
  }

  Config config() {
    ask_label();
    ask_positive();
    ask_false_alarms();
    ask_group();
    ask_test();
    const std::string id = likely_id(table_, label_->name);
    if (!id.empty() && id != config_.get("data.group")) set("data.id", id);
    return config_;
  }

 private:
  void set(const char* key, const std::string& value) { config_.set(key, value, "start"); }

  std::string no_column(const std::string& answer) const {
    return joined("no column ", shown(answer), "; the columns are ", names_nearest_first(answer, table_.names()));
  }

  void ask_label() {
    const std::string answer = answers_.ask(
        "Which column says what is to be predicted (the label)?", likely_label(table_), [&](const std::string& name) {
          const ColumnSketch* column = table_.column(name);
          if (column == nullptr) return no_column(name);
          return column->may_be_label() ? ""
                                        : joined("expected a column with 2 to ", ColumnSketch::kFewValues,
                                                 " different values, got ", column->name, " with ", column->words());
        });
    label_ = table_.column(answer);
    set("data.label", label_->name);
  }

  void ask_positive() {
    const std::string question =
        joined("Which value of ", label_->name, " marks the cases to be found? It has ", label_->words(), ".");
    set("data.positive", answers_.ask(question, likely_positive(*label_), [&](const std::string& value) {
      return label_->values.count(value) > 0 ? "" : joined("no value ", shown(value), "; it has ", label_->words());
    }));
  }

  void ask_false_alarms() {
    const std::string answer =
        answers_.ask("How many of the other cases may raise a false alarm, in percent?", "10%", percentage_problem);
    set("target.fpr_max", joined(*percentage(answer) / 100));
  }

  void ask_group() {
    const std::string likely = likely_group(table_, label_->name);
    const std::string answer = answers_.ask(
        "Do several rows belong together, such as the visits of a patient? The column that says which, or no.",
        likely.empty() ? "no" : likely, [&](const std::string& name) {
          if (is_no(name)) return std::string();
          const ColumnSketch* column = table_.column(name);
          if (column == nullptr) return no_column(name);
          return column == label_ ? joined("expected a column other than the label, got ", name) : "";
        });
    if (!is_no(answer)) set("data.group", table_.column(answer)->name);
  }

  void ask_test() {
    const std::string likely = likely_split(table_);
    const std::string answer = answers_.ask(
        "Is there a test set? A file, a column with the values train and test, or no: then a tenth is held out.",
        likely.empty() ? "no" : likely, [&](const std::string& name) {
          std::error_code ignored;
          const bool known = is_no(name) || table_.column(name) != nullptr || fs::is_regular_file(name, ignored);
          return known ? "" : joined("expected a file, a column or no, got ", shown(name), ", which is neither");
        });
    if (is_no(answer)) return;
    const ColumnSketch* column = table_.column(answer);
    if (column != nullptr) set("data.split", column->name);
    if (column == nullptr) set("data.test", answer);
  }

  TableSketch table_;
  Answers answers_;
  Config config_;
  const ColumnSketch* label_ = nullptr;
};

std::string config_text(const Config& config, const std::string& command) {
  return joined("# Written by pauc start. To train: ", command, "\n", config_yaml(config));
}

// The command line of the training, for the program that takes over.
class TrainLine {
 public:
  TrainLine(const std::vector<std::string>& words, const Global& global) : words_(words), global_(global) {
    if (global.json) words_.emplace_back("--json");
    if (global.json_progress) words_.emplace_back("--json-progress");
    if (global.quiet) words_.emplace_back("--quiet");
    if (global.verbose) words_.emplace_back("--verbose");
    if (global.threads > 0) words_.push_back(joined("--threads=", global.threads));
    if (global.seed_given) words_.push_back(joined("--seed=", global.seed));
    for (std::string& word : words_) arguments_.push_back(word.data());
    arguments_.push_back(nullptr);
    global_.arguments = arguments_.data();
  }

  const Global& global() const { return global_; }

 private:
  std::vector<std::string> words_;
  std::vector<char*> arguments_;
  Global global_;
};

int run(const StartArgs& args, const Global& global) {
  require_free("config", args.config);
  require_free("out", args.out);
  Config config = Interview(args.data, args.yes, global).config();
  if (!args.effort.empty()) config.set("trainer.effort", args.effort, "effort");
  print_lines(global, "\n" + look_at(config.read("data", kDataFields), global) + "\n");
  const std::string stem = fs::path(args.data).stem().string();
  const std::string file = args.config.empty() ? free_name(stem, ".yaml") : args.config;
  const std::string out = args.out.empty() ? free_name(stem + "-run", "") : args.out;
  const std::string command = joined("pauc train --config ", shell_word(file), " --out ", shell_word(out));
  write_file_atomically(file, config_text(config, command));
  print_lines(global, joined("config: ", file));
  print_note(global,
             args.no_train ? joined("to train: ", command) : joined("the same again: ", command, " --overwrite"));
  if (args.no_train) return 0;
  TrainArgs training;
  training.config = config;
  if (global.seed_given) training.config.set("trainer.seed", joined(global.seed), "seed");
  if (global.threads > 0) training.config.set("trainer.threads", joined(global.threads), "threads");
  training.out = out;
  const TrainLine line({global.arguments[0], "train", "--config", file, "--out", out}, global);
  return run_train(training, line.global());
}

}  // namespace

void add_start(CLI::App& program, const Global& global) {
  auto* command = program.add_subcommand("start", "ask five questions about a table, write a config and train");
  const auto args = std::make_shared<StartArgs>();
  add_text(*command, "data", args->data, "CSV or TSV file with a header line", "FILE")->required();
  add_text(*command, "--config", args->config, "config file to write [the name of the data with .yaml]", "FILE");
  add_text(*command, "--out", args->out, "folder for the run [the name of the data with -run]", "FOLDER");
  add_text(*command, "--effort", args->effort, "how much to try, as for train [standard]", "quick|standard|best");
  command->add_flag("--yes", args->yes, "take all proposed answers");
  command->add_flag("--no-train", args->no_train, "only write the config");
  command->footer(
      "Every question has a proposed answer in brackets; Enter takes it. Nothing is overwritten.\n"
      "Also: --json, --json-progress, --quiet, --threads, --seed (see pauc --help).\n\nExample:\n"
      "  pauc start examples/patients.csv --yes --effort quick");
  command->callback([args, &global] { global.exit_code = run(*args, global); });
}

}  // namespace pauc::cli
