#include "pauc/data/molecule/structure_reader.h"

#include "pauc/core/error.h"
#include "pauc/core/text/number.h"
#include "pauc/data/path_checks.h"

namespace pauc {

namespace {

constexpr std::string_view kRecordEnd = "$$$$";
constexpr std::string_view kStructureEnd = "M  END";
constexpr std::string_view kMol2Head = "@<TRIPOS>MOLECULE";
constexpr std::size_t kMostBytes = std::size_t{64} << 20;  // of a record

bool begins_with(std::string_view text, std::string_view begin) { return text.substr(0, begin.size()) == begin; }

// "  6  6  0  0  0  0  0  0  0  0999 V2000", the fourth line of a structure. Old files end it otherwise.
bool is_counts_line(std::string_view line) {
  const std::string_view text = trimmed(line);
  const std::string_view end = text.size() < 5 ? std::string_view() : text.substr(text.size() - 5);
  return !begins_with(line, "M  ") && (end == "V2000" || end == "V3000");
}

void add_line(std::string_view line, std::string& text) {
  text += line;
  text += '\n';
}

// "> 25 <Melting point> (MFCD001)" -> "Melting point"; a header may name a field by its number only: "> DT12".
std::string property_name(std::string_view header) {
  const std::size_t open = header.find('<');
  const std::size_t close = header.rfind('>');
  const bool bracketed = open != std::string_view::npos && close > open;
  return std::string(trimmed(bracketed ? header.substr(open + 1, close - open - 1) : header.substr(1)));
}

}  // namespace

StructureFormat structure_format(const std::string& path) {
  if (has_extension(path, {".sdf", ".sd", ".mol", ".SDF", ".MOL"})) return StructureFormat::mdl;
  return has_extension(path, {".mol2", ".MOL2"}) ? StructureFormat::mol2 : StructureFormat::none;
}

StructureReader::StructureReader(const std::string& path) : format_(structure_format(path)), lines_(path) {}

bool StructureReader::next(StructureRecord& record) {
  record = {};
  return format_ == StructureFormat::mol2 ? next_mol2(record) : next_mdl(record);
}

bool StructureReader::next_line(std::size_t& bytes) {
  if (!lines_.next()) return false;
  bytes += lines_.text().size() + 1;
  require(bytes <= kMostBytes, lines_.place(), ": record ", number_ + 1, " has more than ", kMostBytes >> 20,
          " MB; expected ", format_ == StructureFormat::mdl ? "$$$$ behind each structure" : "structures as mol2");
  return true;
}

bool StructureReader::next_mdl(StructureRecord& record) {
  std::size_t bytes = 0;
  int begins = 0;
  int ends = 0;
  bool any_text = false;
  bool ended = false;
  for (std::int64_t line = 0; !ended && next_line(bytes); ++line) {
    const std::string_view text = lines_.text();
    if (begins_with(text, kRecordEnd)) {
      ended = true;
    } else if (ends > 0 && begins_with(text, ">")) {
      read_properties(record, bytes);
      ended = true;
    } else {
      if (line == 0) record.name = trimmed(text);
      any_text = any_text || !trimmed(text).empty();
      begins += line > 2 && is_counts_line(text) ? 1 : 0;
      ends += begins_with(text, kStructureEnd) ? 1 : 0;
      add_line(text, record.text);
    }
  }
  if (!any_text && !ended) return false;  // blank lines behind the last record
  record.number = ++number_;
  // A structure that was cut off before its end has the properties of the next one.
  if (ends != 1 || begins > 1) {
    record.complaint = ends == 0 ? "no line \"M  END\"" : "several structures without a line \"$$$$\" between them";
  }
  if (!record.complaint.empty()) {
    record.text.clear();
    record.properties.clear();
  }
  return true;
}

// From the header of the first property to the end of the record.
void StructureReader::read_properties(StructureRecord& record, std::size_t& bytes) {
  bool in_value = false;
  do {
    const std::string_view text = lines_.text();
    if (begins_with(text, kRecordEnd)) return;
    if (!in_value && begins_with(text, kStructureEnd)) {
      record.complaint = "a second structure without a line \"$$$$\" before it";
    } else if (!in_value && begins_with(text, ">")) {
      record.properties.emplace_back(property_name(text), "");
      in_value = true;
    } else if (trimmed(text).empty()) {
      in_value = false;
    } else if (in_value) {
      std::string& value = record.properties.back().second;
      value += value.empty() ? "" : "\n";
      value += text;
    }
  } while (next_line(bytes));
}

bool StructureReader::next_mol2(StructureRecord& record) {
  std::size_t bytes = 0;
  bool inside = at_mol2_head_;
  at_mol2_head_ = false;
  if (inside) add_line(kMol2Head, record.text);
  for (std::int64_t line = 0; next_line(bytes);) {
    const std::string_view text = lines_.text();
    if (begins_with(text, kMol2Head)) {
      if (inside) {
        at_mol2_head_ = true;
        break;
      }
      inside = true;
    } else if (inside && line++ == 0) {
      record.name = trimmed(text);
    }
    if (inside) add_line(text, record.text);
  }
  if (!inside) return false;
  record.number = ++number_;
  return true;
}

}  // namespace pauc
