#include "errors.h"

#include <cctype>
#include <exception>
#include <map>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/objective/registry.h"
#include "train_options.h"

namespace py = pybind11;

namespace pauc::python {

namespace {

// What the library calls a parameter, and its name in Python.
const std::map<std::string, std::string>& renamed() {
  static const std::map<std::string, std::string> kNames = {{"slots", "index"},
                                                            {"state", "state_dict"},
                                                            {"sampler", "labels"},
                                                            {"batch_positives", "positives"},
                                                            {"learning rate", "learning_rate"}};
  return kNames;
}

// "trainer.epochs" is "epochs", "optimiser.name" is "optimiser"; empty for other places.
std::string keyword_at(const std::string& place) {
  for (const ConfigKey& key : config_keys()) {
    if (key.is(place)) return keyword_of(key);
  }
  return "";
}

// "sopa-s.lambda" is "lambda_".
std::string parameter_name(std::string place) {
  const std::string keyword = keyword_at(place);
  if (!keyword.empty()) return python_name(keyword);
  const auto dot = place.find('.');
  const std::string owner = place.substr(0, dot);
  const bool is_option = owner == "objective" || find_objective(owner) != nullptr;
  if (is_option && dot != std::string::npos) place.erase(0, dot + 1);
  const auto found = renamed().find(place);
  return found == renamed().end() ? python_name(place) : found->second;
}

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-'; }

// " --batch-size" is " batch_size".
std::string without_flags(std::string text) {
  for (auto start = text.find(" --"); start != std::string::npos; start = text.find(" --", start + 1)) {
    text.erase(start + 1, 2);
    for (auto k = start + 1; k < text.size() && in_word(text[k]); ++k) {
      if (text[k] == '-') text[k] = '_';
    }
  }
  return text;
}

}  // namespace

std::string python_name(const std::string& option) {
  const bool reserved = py::module_::import("keyword").attr("iskeyword")(option).cast<bool>();
  return reserved ? option + "_" : option;
}

std::string in_python(const std::string& sentence) {
  const auto colon = sentence.find(": ");
  if (colon == std::string::npos) return without_flags(sentence);
  return parameter_name(sentence.substr(0, colon)) + without_flags(sentence.substr(colon));
}

void translate_errors() {
  py::register_local_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(std::move(thrown));
    } catch (const UserError& error) {
      const py::object type = py::module_::import("pauc._errors").attr("Error");
      PyErr_SetString(type.ptr(), in_python(error.what()).c_str());
    }
  });
}

}  // namespace pauc::python
