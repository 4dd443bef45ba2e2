// Any bytes as an SDF or mol2 file, cut into records: numbered from 1, each with a text or a complaint, and those of
// mol2 make up the file again; or a UserError. Then as a table of an SDF file, whose structures nobody can read in a
// build without RDKit: refused with a sentence.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "input_file.h"
#include "pauc/core/error.h"
#include "pauc/data/molecule/structure_reader.h"
#include "pauc/data/molecule/structure_rows.h"

namespace {

void require_that(bool condition) {
  if (!condition) std::abort();
}

void check(const pauc::StructureRecord& record, std::int64_t number, bool is_mdl) {
  require_that(record.number == number);
  require_that(record.text.empty() == !record.complaint.empty());
  require_that(record.text.empty() || record.text.back() == '\n');
  require_that(record.properties.empty() || (is_mdl && record.complaint.empty()));
  require_that(record.name.find('\n') == std::string::npos);
}

// Without the lines before the first structure. Nothing of a file that may be packed or in another encoding.
std::string from_first_head(std::string_view text) {
  constexpr std::string_view kHead = "@<TRIPOS>MOLECULE";
  const auto is_plain = [](char byte) { return byte == '\n' || byte == '\t' || (byte >= ' ' && byte <= '~'); };
  if (!std::all_of(text.begin(), text.end(), is_plain)) return "";
  std::size_t at = text.find(kHead);
  while (at != std::string_view::npos && at > 0 && text[at - 1] != '\n') at = text.find(kHead, at + 1);
  if (at == std::string_view::npos) return "";
  return std::string(text.substr(at)) + (text.back() == '\n' ? "" : "\n");
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const bool is_mdl = size == 0 || data[0] % 2 == 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + (size > 0), size - (size > 0));
  const std::string path = pauc::fuzz::own_path() + (is_mdl ? ".sdf" : ".mol2");
  pauc::fuzz::write_file(path, text);
  try {
    pauc::StructureReader reader(path);
    pauc::StructureRecord record;
    std::string all;
    for (std::int64_t number = 1; reader.next(record); ++number) {
      check(record, number, is_mdl);
      all += record.text;
    }
    const std::string expected = is_mdl ? "" : from_first_head(text);
    require_that(expected.empty() || all == expected);
    if (is_mdl) pauc::open_structure_rows(path, 1);
  } catch (const pauc::UserError&) {
  }
  return 0;
}
