#include "pauc/data/molecule/structure_smiles.h"

#include "pauc/core/error.h"

namespace pauc {

namespace {

constexpr const char* kUnreadable = "!structure";  // SMILES have no exclamation mark

}  // namespace

std::string unreadable_structure(const StructureRecord& record, const std::string& reason) {
  return joined(kUnreadable, record.name.empty() ? "" : " ", record.name, ": ", reason);
}

std::string reason_for_no_smiles(const std::string& text) {
  return text.rfind(kUnreadable, 0) == 0 ? text.substr(1) : std::string();
}

}  // namespace pauc
