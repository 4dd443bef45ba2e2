#include "pauc/trainer/config/key_help.h"

#include <algorithm>
#include <map>
#include <vector>

#include "pauc/core/error.h"

namespace pauc {

namespace {

void append_once(std::vector<std::string>& texts, const std::string& text) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
}

std::string list_text(const std::vector<std::string>& texts, const char* between) {
  std::string list;
  for (const std::string& text : texts) list += joined(list.empty() ? "" : between, text);
  return list;
}

// " [mlp: 0.1; gin: 0.5]": the defaults of the owners to whom the key means this.
std::string defaults_text(const ConfigKey& key, const std::string& help) {
  std::vector<std::string> defaults;
  std::map<std::string, std::vector<std::string>> owners;  // by default
  for (const KeyMeaning& meaning : key.meanings) {
    if (meaning.help != help) continue;
    append_once(defaults, meaning.default_value);
    if (!meaning.owner.empty()) owners[meaning.default_value].push_back(meaning.owner);
  }
  std::vector<std::string> texts;
  for (const std::string& value : defaults) {
    const std::string names = list_text(owners[value], ", ");
    if (!value.empty()) texts.push_back(names.empty() ? value : joined(names, ": ", value));
  }
  return texts.empty() ? "" : joined(" [", list_text(texts, "; "), "]");
}

}  // namespace

std::string type_text(const ConfigKey& key) {
  std::vector<std::string> types;
  for (const KeyMeaning& meaning : key.meanings) append_once(types, meaning.type);
  return list_text(types, " or ");
}

std::string help_text(const ConfigKey& key) {
  std::vector<std::string> helps;
  for (const KeyMeaning& meaning : key.meanings) append_once(helps, meaning.help);
  std::vector<std::string> lines;
  for (const std::string& help : helps) lines.push_back(help + defaults_text(key, help));
  return list_text(lines, "\n");
}

}  // namespace pauc
