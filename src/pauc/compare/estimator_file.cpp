#include "pauc/compare/estimator_file.h"

#include "pauc/compare/study_yaml.h"
#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/core/text/nearest_name.h"

namespace pauc::compare {

namespace {

std::vector<double> numbers_of(const YAML::Node& node, const std::string& where) {
  std::vector<double> numbers;
  for (const std::string& text : yaml_texts(node, where)) numbers.push_back(yaml_number(YAML::Node(text), where));
  return numbers;
}

void take(const YamlEntry& entry, const std::string& where, EstimatorFile& file) {
  const std::string place = joined(where, ": ", entry.name);
  if (entry.key == "data") return take_section(entry.value, "data", "path", place, file.asked);
  if (entry.key == "model") return take_section(entry.value, "model", "name", place, file.asked);
  if (entry.key == "objective") return take_section(entry.value, "objective", "name", place, file.asked);
  if (entry.key == "fpr_max") {
    file.fpr_max = numbers_of(entry.value, place);
  } else if (entry.key == "lambdas") {
    file.lambdas = numbers_of(entry.value, place);
  } else if (entry.key == "draws") {
    file.draws = yaml_whole(entry.value, 1, place);
  } else if (entry.key == "seed") {
    file.seed = yaml_whole(entry.value, 0, place);
  } else if (entry.key == "last_layer_scale") {
    file.last_layer_scale = yaml_number(entry.value, place);
  } else {
    fail(Fault::usage, where, ": no key \"", entry.name, "\"; expected one of ",
         names_nearest_first(
             entry.key, {"data", "model", "objective", "fpr_max", "lambdas", "draws", "seed", "last_layer_scale"}));
  }
}

}  // namespace

EstimatorFile read_estimator_file(const std::string& path) {
  EstimatorFile file;
  file.text = content_of_file(path, kMostYamlBytes);
  try {
    for (const YamlEntry& entry : yaml_entries(YAML::Load(file.text), path)) take(entry, path, file);
  } catch (const YAML::Exception& error) {
    fail(Fault::usage, path, ": line ", error.mark.line + 1, ": ", error.msg);
  }
  require_usage(file.asked.has("data.path"), path, ": data: expected path:, got none");
  return file;
}

}  // namespace pauc::compare
