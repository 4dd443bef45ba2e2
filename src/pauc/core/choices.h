#pragma once

#include <string>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"

namespace pauc {

/// The words that users type for the values of an enumeration. Specialise it next to the enumeration:
///
///   enum class Link { sigmoid, raw };
///   template <>
///   struct Choices<Link> {
///     static constexpr NamedChoice<Link> kNames[] = {{Link::sigmoid, "sigmoid"}, {Link::raw, "raw"}};
///   };
template <class Choice>
struct Choices;

template <class Choice>
struct NamedChoice {
  Choice value;
  const char* name;
};

template <class Choice>
const char* choice_name(Choice value) {
  for (const auto& choice : Choices<Choice>::kNames) {
    if (choice.value == value) return choice.name;
  }
  return "";
}

/// Refuses other words as wrong usage and lists the known ones, nearest first.
template <class Choice>
Choice choice_named(const std::string& name, const std::string& where) {
  std::vector<std::string> names;
  for (const auto& choice : Choices<Choice>::kNames) {
    if (name == choice.name) return choice.value;
    names.emplace_back(choice.name);
  }
  fail(Fault::usage, where, ": no \"", name, "\"; expected one of ", names_nearest_first(name, names));
}

/// "sigmoid|raw"
template <class Choice>
std::string choices_text() {
  std::string text;
  for (const auto& choice : Choices<Choice>::kNames) text += joined(text.empty() ? "" : "|", choice.name);
  return text;
}

}  // namespace pauc
