#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pauc/core/io/line_source.h"

namespace pauc {

// Formats of structures with coordinates: MDL's molfiles (V2000 and V3000), alone or one after the other in an SDF
// file, and Tripos' mol2.
enum class StructureFormat { none, mdl, mol2 };

// By the file's ending: .sdf, .sd, .mol or .mol2, possibly followed by .gz.
StructureFormat structure_format(const std::string& path);

// One record of such a file.
struct StructureRecord {
  std::int64_t number = 0;                                      // in the file, starting at 1
  std::string name;                                             // the title of the structure; may be empty
  std::string text;                                             // the structure itself; empty if there is a complaint
  std::string complaint;                                        // what is wrong with the frame of the record
  std::vector<std::pair<std::string, std::string>> properties;  // of an SDF file: name and value
};

// Cuts a file into records, in constant memory. What is inside a structure is not looked at, but a record that is far
// too long is refused.
class StructureReader {
 public:
  explicit StructureReader(const std::string& path);

  // False at the end.
  bool next(StructureRecord& record);

  const std::string& name() const { return lines_.name(); }

 private:
  bool next_mdl(StructureRecord& record);
  bool next_mol2(StructureRecord& record);
  bool next_line(std::size_t& bytes);
  void read_properties(StructureRecord& record, std::size_t& bytes);

  StructureFormat format_;
  LineSource lines_;
  std::int64_t number_ = 0;
  bool at_mol2_head_ = false;  // the line that begins the next record was read already
};

}  // namespace pauc
