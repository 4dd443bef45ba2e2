#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/error.h"

namespace pauc {

// Kind of examples, which is also the kind of input that a model reads.
enum class InputKind { table, molecule, image };

inline const char* input_kind_name(InputKind kind) {
  switch (kind) {
    case InputKind::table:
      return "table";
    case InputKind::molecule:
      return "molecule";
    case InputKind::image:
      return "image";
  }
  return "";
}

inline InputKind input_kind_named(const std::string& name, const std::string& where) {
  for (const InputKind kind : {InputKind::table, InputKind::molecule, InputKind::image}) {
    if (name == input_kind_name(kind)) return kind;
  }
  fail(Fault::data, where, ": expected table, molecule or image, got ", shown(name));
}

// Shape of one example. Models are made for one shape.
struct InputShape {
  InputKind kind = InputKind::table;
  std::vector<std::int64_t> sizes;  // {features}; image: {features, channels, height, width}
  // [features] number of categories that a feature counts from 0 on, 0 for a number; empty: all are numbers
  std::vector<std::int64_t> categories = {};
  std::int64_t outputs = 1;  // scores that a network gives each example: one for each of several labels
};

}  // namespace pauc
