#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "pauc/core/choices.h"
#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"

namespace pauc {

/// Options as text, by name, as a command line or a config file gives them.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// How one type of option is written as text, read back and described in `--help`.
///
/// `read_setting` refuses other text as wrong usage; `where` names the option.
std::string setting_text(const std::string& value);
std::string setting_text(double value);
std::string setting_text(std::int64_t value);
std::string setting_text(bool value);                              // on, off
std::string setting_text(const std::vector<std::int64_t>& value);  // 128,128

void read_setting(std::string& value, const std::string& text, const std::string& where);
void read_setting(double& value, const std::string& text, const std::string& where);
void read_setting(std::int64_t& value, const std::string& text, const std::string& where);
void read_setting(bool& value, const std::string& text, const std::string& where);
void read_setting(std::vector<std::int64_t>& value, const std::string& text, const std::string& where);

/// A choice is an enumeration with a Choices table.
template <class Choice, std::enable_if_t<std::is_enum_v<Choice>, int> = 0>
std::string setting_text(Choice value) {
  return choice_name(value);
}

template <class Choice, std::enable_if_t<std::is_enum_v<Choice>, int> = 0>
void read_setting(Choice& value, const std::string& text, const std::string& where) {
  value = choice_named<Choice>(text, where);
}

/// An option without a value is chosen for the data; config files write "auto".
template <class Value>
std::string setting_text(const std::optional<Value>& value) {
  return value ? setting_text(*value) : "";
}

template <class Value>
void read_setting(std::optional<Value>& value, const std::string& text, const std::string& where) {
  value.reset();
  if (text != "auto") read_setting(value.emplace(), text, where);
}

/// The placeholder for a value in `--help`: NUMBER, INTEGER, TEXT, INTEGER,..., on|off, or the choices: sigmoid|raw.
template <class Value>
std::string setting_type() {
  if constexpr (std::is_same_v<Value, double>) return "NUMBER";
  if constexpr (std::is_same_v<Value, std::int64_t>) return "INTEGER";
  if constexpr (std::is_same_v<Value, bool>) return "on|off";
  if constexpr (std::is_same_v<Value, std::vector<std::int64_t>>) return "INTEGER,...";
  if constexpr (std::is_enum_v<Value>) return choices_text<Value>();
  return "TEXT";
}

template <class Value>
struct ValueOf {
  using type = Value;
};
template <class Value>
struct ValueOf<std::optional<Value>> {
  using type = Value;
};

/// One member of an options struct, with everything that flags, config files and documentation need:
///
///   const Fields<Region> kRegionFields = {{"fpr_max", &Region::fpr_max, "largest false-positive rate"}, ...};
template <class Options>
struct Field {
  template <class Member, class Owner>
  Field(const char* field_name, Member Owner::*member, const char* field_help)
      : name(field_name),
        help(field_help),
        type(setting_type<typename ValueOf<Member>::type>()),
        text([member](const Options& options) { return setting_text(options.*member); }),
        read([member](Options& options, const std::string& value, const std::string& where) {
          read_setting(options.*member, value, where);
        }) {}

  const char* name;  // snake_case; as a flag it is --kebab-case
  const char* help;
  std::string type;
  std::function<std::string(const Options&)> text;
  std::function<void(Options&, const std::string& value, const std::string& where)> read;
};

template <class Options>
using Fields = std::vector<Field<Options>>;

/// --weight-decay for weight_decay.
std::string flag_name(std::string name);

/// A field as a list of options shows it.
struct FieldInfo {
  std::string name;
  std::string type;
  std::string default_value;  // empty: not set
  std::string help;
};

template <class Options>
std::vector<FieldInfo> describe(const Fields<Options>& fields, const Options& defaults = {}) {
  std::vector<FieldInfo> infos;
  for (const auto& field : fields) infos.push_back({field.name, field.type, field.text(defaults), field.help});
  return infos;
}

/// Options from text. The last of equal names counts, as on a command line; unknown names are refused.
template <class Options>
Options read_settings(const Settings& settings, const Fields<Options>& fields, const std::string& where) {
  Options options;
  for (const auto& [name, text] : settings) {
    const Field<Options>* known = nullptr;
    std::vector<std::string> names;
    for (const auto& field : fields) {
      names.emplace_back(field.name);
      if (name == field.name) known = &field;
    }
    if (known == nullptr) {
      fail(Fault::usage, where, ": no option \"", name, names.empty() ? "\"; it has none" : "\"; expected one of ",
           names.empty() ? "" : names_nearest_first(name, names));
    }
    known->read(options, text, joined(where, ".", known->name));
  }
  return options;
}

/// The reverse: every field as text.
template <class Options>
Settings write_settings(const Options& options, const Fields<Options>& fields) {
  Settings settings;
  for (const auto& field : fields) settings.emplace_back(field.name, field.text(options));
  return settings;
}

}  // namespace pauc
