#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "bold.h"
#include "data.h"
#include "pauc/core/error.h"
#include "pauc/core/parallel.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/examples.h"
#include "pauc/data/molecule/part_similarity.h"
#include "pauc/data/part_difference.h"
#include "pauc/data/split_examples.h"
#include "pauc/data/task_rows.h"
#include "pauc/report/table/text_table.h"

namespace pauc::cli {

namespace {

using Json = nlohmann::ordered_json;

struct DataArgs {
  DataOptions options;
  std::vector<std::string> files;
  bool no_header = false;
  bool check_parts = false;
};

struct PartFacts {
  std::int64_t rows = 0;
  std::int64_t positives = 0;
};

PartFacts facts_of(const Examples& examples, const SplitRows& split, Part part) {
  const auto& rows = split.of(part);
  return {static_cast<std::int64_t>(rows.size()),
          std::count_if(rows.begin(), rows.end(), [&](std::int64_t row) { return examples.facts.labels[row] == 1; })};
}

// Missing values of each column.
std::vector<std::int64_t> missing_in(const Table& table) {
  std::vector<std::int64_t> missing(table.columns.size());
  if (const auto* sparse = std::get_if<SparseValues>(&table.values)) {
    for (std::size_t e = 0; e < sparse->values.size(); ++e) {
      missing[sparse->columns[e]] += std::isnan(sparse->values[e]) ? 1 : 0;
    }
    return missing;
  }
  const auto& columns = std::get<DenseValues>(table.values).columns;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    missing[c] = std::count_if(columns[c].begin(), columns[c].end(), [](float value) { return std::isnan(value); });
  }
  return missing;
}

// Facts about the readable molecules.
struct MoleculeFacts {
  std::int64_t count = 0;
  std::int64_t atoms = 0;
  std::int64_t bonds = 0;
  std::int64_t largest = 0;  // atoms
};

MoleculeFacts facts_of(const Molecules& molecules) {
  MoleculeFacts facts;
  facts.atoms = static_cast<std::int64_t>(molecules.atoms.size());
  facts.bonds = static_cast<std::int64_t>(molecules.bond_ends.size());
  for (std::int64_t row = 0; row < molecules.size(); ++row) {
    facts.count += molecules.readable(row) ? 1 : 0;
    facts.largest = std::max(facts.largest, molecules.atom_begins[row + 1] - molecules.atom_begins[row]);
  }
  return facts;
}

// Counts of what was found in a column, and the first texts of each form.
Json found_json(const ColumnFindings& found) {
  Json json = Json::object();
  const auto add = [&](const char* name, const FoundTexts& texts) {
    if (texts.count == 0) return;
    Json first = Json::array();
    for (const std::string& text : texts.first) first.push_back(printable(text));
    json[name] = {{"count", texts.count}, {"first", first}};
  };
  add("commas", found.commas);
  add("percents", found.percents);
  add("censored", found.censored);
  add("signs", found.signs);
  add("dates", found.dates);
  add("words_for_missing", found.words);
  add("odd", found.odd);
  return json;
}

std::string json_of(const Examples& examples, const SplitRows& split, const std::vector<std::string>& warnings,
                    const std::optional<PartDifference>& difference, const std::optional<PartSimilarity>& similarity) {
  const auto& table = examples.content.table;
  Json splits = Json::object();
  for (const Part part : {Part::train, Part::valid, Part::test}) {
    const PartFacts facts = facts_of(examples, split, part);
    splits[part_name(part)] = {{"n", facts.rows}, {"positive", facts.positives}};
  }
  Json columns = Json::array();
  const auto missing = missing_in(table);
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Column& column = table.columns[c];
    const bool is_number = column.kind == Column::Kind::number;
    columns.push_back(
        {{"name", printable(column.name)}, {"kind", is_number ? "number" : "category"}, {"missing", missing[c]}});
    if (!is_number) columns.back()["categories"] = column.categories.size();
    if (!column.found.empty()) columns.back()["found"] = found_json(column.found);
    if (!column.left_out.empty()) columns.back()["left_out"] = column.left_out;
  }
  Json json = {{"kind", examples.kind},
               {"rows", examples.rows()},
               {"features", table.columns.size()},
               {"splits", splits},
               {"dropped",
                {{"unlabelled", split.unlabelled}, {"unparsable", split.unparsable}, {"duplicate", split.duplicates}}},
               {"positive", printable(examples.facts.positive)},
               {"columns", columns},
               {"warnings", Json::array()}};
  for (const TaskFacts& task : examples.facts.tasks) {
    Json label = {{"name", printable(task.name)}, {"positive", printable(task.positive)}};
    for (const Part part : {Part::train, Part::valid, Part::test}) {
      const TaskCounts counts = counts_of(task, examples.facts, split.of(part));
      label[part_name(part)] = {{"n", counts.positives + counts.negatives}, {"positive", counts.positives}};
    }
    json["labels"].push_back(label);
  }
  for (const std::string& warning : warnings) json["warnings"].push_back(printable(warning));
  if (difference) {
    json["part_difference"] = {{"auc", difference->auc},
                               {"chance", difference->chance},
                               {"column", difference->column},
                               {"column_auc", difference->column_auc}};
  }
  if (similarity) {
    json["test_similarity"] = {{"test", similarity->test},
                               {"train", similarity->train},
                               {"median", similarity->median},
                               {"share_above_0.9", similarity->nearly_same}};
  }
  if (examples.content.molecules.size() > 0) {
    const MoleculeFacts facts = facts_of(examples.content.molecules);
    json["molecules"] = {{"atoms", facts.atoms}, {"bonds", facts.bonds}, {"largest", facts.largest}};
  }
  if (examples.content.kind == InputKind::image) {
    const ImageSize& size = examples.content.images.size;
    json["image"] = {size.channels, size.height, size.width};
  }
  return json.dump(2) + "\n";
}

std::string percent(double part, double whole) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f %%", whole > 0 ? 100 * part / whole : 0.0);
  return text;
}

std::string text_of(const Molecules& molecules) {
  const MoleculeFacts facts = facts_of(molecules);
  char text[128];
  std::snprintf(text, sizeof text, "molecules of %.1f atoms and %.1f bonds on average, the largest of %lld atoms",
                static_cast<double>(facts.atoms) / static_cast<double>(facts.count),
                static_cast<double>(facts.bonds) / static_cast<double>(facts.count),
                static_cast<long long>(facts.largest));
  return text;
}

// "5 rows, 3 features", "5 rows, molecules of ...", "5 images of 3x32x32"; the latter two may have further columns.
std::string content_text(const Examples& examples) {
  const Content& content = examples.content;
  const std::string features = joined(content.table.columns.size(), " features");
  const std::string beside = content.table.columns.empty() ? "" : joined(", ", features, " beside them");
  switch (content.kind) {
    case InputKind::table:
      if (content.features_from.empty()) return joined(examples.rows(), " rows, ", features);
      return joined(examples.rows(), " rows, ", text_of(content.molecules), ", ", features, " with those from ",
                    content.features_from);
    case InputKind::molecule:
      return joined(examples.rows(), " rows, ", text_of(content.molecules), beside);
    case InputKind::image:
      return joined(examples.rows(), " images of ", image_size_text(content.images.size), beside);
  }
  return "";
}

// Whether all rows have the same value; missing values count as one.
bool is_constant(const Table& table, std::size_t c) {
  const auto* dense = std::get_if<DenseValues>(&table.values);
  if (dense == nullptr || table.rows == 0) return false;
  const float first = dense->columns[c].front();
  return std::all_of(dense->columns[c].begin(), dense->columns[c].end(),
                     [&](float value) { return value == first || (std::isnan(value) && std::isnan(first)); });
}

std::string found_text(const Table& table, std::size_t c) {
  const Column& column = table.columns[c];
  const std::string found = findings_text(column.found, column.reading);
  const std::string why_not = !column.left_out.empty() ? column.left_out
                              : is_constant(table, c)  ? "the same in every row, nothing to learn from"
                                                       : "";
  return why_not.empty() ? found : joined(why_not, found.empty() ? "" : ": ", found);
}

// `present` rows have one.
std::string texts_words(const Column& column, std::int64_t present) {
  constexpr double kMostDifferent = 0.95;
  const auto different = static_cast<std::int64_t>(column.categories.size());
  const double share = present == 0 ? 0 : static_cast<double>(different) / static_cast<double>(present);
  if (different > 1 && different == present) return "text, different in every row: an --id?";
  if (different > 20 && share > kMostDifferent) {
    return joined("text, different in ", std::floor(100 * share), " % of its rows");
  }
  return joined(different, different == 1 ? " category" : " categories");
}

// "and 212 more: the same in every row, nothing to learn from (x31, x32, x33, ...)"
std::string folded_text(const std::string& found, const std::vector<std::string>& names) {
  constexpr std::size_t kMostNamed = 3;
  std::string shown;
  for (std::size_t k = 0; k < std::min(kMostNamed, names.size()); ++k) shown += joined(printable(names[k]), ", ");
  return joined("and ", names.size(), " more: ", found, " (", shown, "...)\n");
}

std::string columns_text(const Examples& examples) {
  constexpr std::size_t kMostColumns = 30;
  constexpr std::size_t kMostAlike = 5;
  const Table& table = examples.content.table;
  const auto missing = missing_in(table);
  report::TextTable columns;
  std::vector<std::string> found;
  for (std::size_t c = 0; c < table.columns.size(); ++c) found.push_back(found_text(table, c));
  const bool any_found = std::any_of(found.begin(), found.end(), [](const std::string& text) { return !text.empty(); });
  const auto add_row = [&](std::vector<std::string> cells, const std::string& last) {
    if (any_found) cells.push_back(last);
    columns.add_row(std::move(cells));
  };
  add_row({"feature", "kind", "missing"}, "found");
  std::map<std::string, std::vector<std::string>> alike;  // names of further columns by what was found
  for (std::size_t c = kMostColumns; c < table.columns.size(); ++c) alike[found[c]].push_back(table.columns[c].name);
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Column& column = table.columns[c];
    if (c >= kMostColumns && (found[c].empty() || alike[found[c]].size() > kMostAlike)) continue;
    const bool is_number = column.kind == Column::Kind::number;
    add_row({column.name,
             !column.left_out.empty() ? "left out"
             : is_number              ? "number"
                                      : texts_words(column, examples.rows() - missing[c]),
             std::to_string(missing[c])},
            found[c]);
  }
  std::string text = columns.text(output_width());
  for (const auto& [what, names] : alike) {
    if (what.empty()) text += joined("and ", names.size(), " more\n");
    if (!what.empty() && names.size() > kMostAlike) text += folded_text(what, names);
  }
  return text;
}

std::string left_out_text(const SplitRows& split) {
  std::string text;
  const auto add = [&](std::int64_t count, const char* what) {
    if (count > 0) text += joined("left out: ", count, what, "\n");
  };
  add(split.unparsable, " that cannot be read");
  add(split.duplicates, " with the molecule of an earlier row");
  add(split.unlabelled, " without a label");
  add(split.positives_left_out, " positives by --keep-positive");
  return text.empty() ? text : "\n" + text;
}

// Several labels: rows with each of them, and how many are positive.
std::string labels_text(const Examples& examples, const SplitRows& split) {
  const RowFacts& facts = examples.facts;
  if (facts.tasks.empty()) return "";
  report::TextTable table;
  table.add_row({"label", "train", "positive", "valid", "positive", "test", "positive"});
  for (const TaskFacts& task : facts.tasks) {
    std::vector<std::string> cells = {printable(task.name)};
    for (const Part part : {Part::train, Part::valid, Part::test}) {
      const TaskCounts counts = counts_of(task, facts, split.of(part));
      cells.push_back(std::to_string(counts.positives + counts.negatives));
      cells.push_back(std::to_string(counts.positives));
    }
    table.add_row(cells);
  }
  return "\n" + table.text(output_width()) + "\nAbove, a row is positive if any of its labels is.\n";
}

std::string text_of(const Examples& examples, const SplitRows& split, const std::string& positive) {
  const auto& table = examples.content.table;
  std::string text = joined(examples.kind, ": ", content_text(examples), "\n", positive, "\n\n");
  report::TextTable parts;
  parts.add_row({"part", "rows", "positive", "share"});
  for (const Part part : {Part::train, Part::valid, Part::test}) {
    const PartFacts facts = facts_of(examples, split, part);
    parts.add_row({part_name(part), std::to_string(facts.rows), std::to_string(facts.positives),
                   percent(static_cast<double>(facts.positives), static_cast<double>(facts.rows))});
  }
  text += parts.text(output_width()) + labels_text(examples, split);
  if (!table.columns.empty()) text += "\n" + columns_text(examples);
  text += left_out_text(split);
  return text;
}

// Data as they were read, with what there is to say about them.
struct FoundData {
  Examples examples;
  SplitRows split;
  std::vector<std::string> warnings;
  std::optional<PartSimilarity> similarity;  // of molecules
};

// Prints notes and warnings. What was found in columns is in the table.
FoundData found_in(const DataOptions& options, const Global& global) {
  FoundData found{load_examples(options), {}, {}, {}};
  for (const std::string& note : found.examples.notes) print_note(global, note);
  found.split = split_examples(found.examples, options);
  const std::string groups = note_on_groups(found.examples, found.split);
  if (!groups.empty()) print_note(global, groups);
  found.warnings = warnings_about(found.examples, found.split, options);
  found.similarity = part_similarity(found.examples, found.split, options.threads);
  const std::string similar = found.similarity ? warning_about(*found.similarity, options) : "";
  if (!similar.empty()) found.warnings.push_back(similar);
  for (const std::string& warning : found.warnings) print_note(global, "warning: " + warning);
  return found;
}

int reading_threads(const Global& global) { return global.threads > 0 ? global.threads : hardware_threads(); }

void run(const DataArgs& args, const Global& global) {
  DataOptions options = args.options;
  options.path = args.files.front();
  if (args.files.size() > 1) options.more = further_files(args.files);
  if (args.no_header) options.header = CsvOptions::Header::none;
  options.threads = reading_threads(global);
  const auto [examples, split, warnings, similarity] = found_in(options, global);
  try {
    require_both_classes(examples, split, options);
  } catch (const UserError& error) {
    print_note(global, joined("train would refuse this: ", error.what()));
  }
  std::optional<PartDifference> difference;
  if (args.check_parts) difference = part_difference(examples, split);
  if (global.json) return print_result(json_of(examples, split, warnings, difference, similarity));
  print_result(text_of(examples, split, in_bold(printable(positive_line(examples)), STDOUT_FILENO)) +
               (similarity ? "\n" + similarity_text(*similarity) + "\n" : "") +
               (difference ? "\n" + difference_text(*difference) + "\n" : ""));
}

}  // namespace

std::string look_at(DataOptions options, const Global& global) {
  options.threads = reading_threads(global);
  const FoundData found = found_in(options, global);
  require_both_classes(found.examples, found.split, options);
  return text_of(found.examples, found.split, positive_line(found.examples));
}

void add_data(CLI::App& program, const Global& global) {
  auto* command = program.add_subcommand("data", "show rows, features, classes, missing values and splits of data");
  const auto args = std::make_shared<DataArgs>();
  add_data_files(*command, args->files, "file or folder with the data, or several files, as for train")->required();
  command->add_flag("--no-header", args->no_header, "the file has no header line; columns are called 1, 2, ...");
  command->add_flag("--check-parts", args->check_parts,
                    "also check whether a small model can tell training rows from test rows");
  Fields<DataOptions> fields = kDataFields;
  add_cache(*command, args->options.cache);
  add_image_memory(*command, args->options.image_memory);
  const auto said_otherwise = [](const Field<DataOptions>& field) {
    return std::string_view(field.name) == "path" || std::string_view(field.name) == "header";
  };
  fields.erase(std::remove_if(fields.begin(), fields.end(), said_otherwise), fields.end());
  add_fields(*command, args->options, fields);
  command->footer(
      "Also: --json, --json-progress, --quiet (see pauc --help).\n\nExample:\n  pauc data examples/patients.csv "
      "--label "
      "outcome");
  command->callback([args, &global] { run(*args, global); });
}

}  // namespace pauc::cli
