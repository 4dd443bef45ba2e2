#include "pauc/core/io/foreign_format.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/text/lower_case.h"

namespace pauc {

namespace {

using namespace std::string_view_literals;

// What must follow. Text files may begin with PAR1 as well, as the name of a column.
enum class Content { any, binary, utf32 };

struct ForeignFormat {
  std::string_view first_bytes;
  std::string_view ending;  // of the file's name; empty: any
  const char* what;
  const char* remedy;
  Content content = Content::any;
};

constexpr const char* kFromSpreadsheet = "save it as CSV (File, Save As, CSV UTF-8)";
constexpr const char* kAsUtf8 = "save it as UTF-8 (in a shell: iconv -f UTF-32 -t UTF-8 FILE > data.csv)";
constexpr const char* kFromPandas = "save it as CSV, in Python: pandas.read_";

// The first row that fits counts.
const ForeignFormat kFormats[] = {
    {"\xFF\xFE\0\0"sv, "", "UTF-32 text", kAsUtf8, Content::utf32},
    {"\0\0\xFE\xFF"sv, "", "UTF-32 text", kAsUtf8, Content::utf32},
    {"PK\x03\x04", ".xlsx", "an Excel workbook", kFromSpreadsheet},
    {"PK\x03\x04", ".xlsm", "an Excel workbook", kFromSpreadsheet},
    {"PK\x03\x04", ".ods", "a LibreOffice spreadsheet", kFromSpreadsheet},
    {"PK\x03\x04", ".npz", "a NumPy archive of several arrays", "save one array as .npy (numpy.save)"},
    {"PK\x03\x04", "", "a zip archive or an Excel workbook", "unpack it, or save the sheet as CSV"},
    {"\xD0\xCF\x11\xE0", "", "an old Excel workbook (.xls)", kFromSpreadsheet},
    {"PAR1", "", "a Parquet file", "parquet(FILE).to_csv(\"data.csv\", index=False)", Content::binary},
    {"ARROW1", "", "an Arrow or Feather file", "feather(FILE).to_csv(\"data.csv\", index=False)", Content::binary},
    {"\x89HDF", "", "an HDF5 file", "hdf(FILE).to_csv(\"data.csv\", index=False)"},
    {"$FL2@(#)", "", "an SPSS file", "spss(FILE).to_csv(\"data.csv\", index=False)"},
    {"SQLite format 3", "", "an SQLite database", "save a query's result as CSV (sqlite3 -csv -header)",
     Content::binary},
    {"{", ".json", "JSON", "json(FILE).to_csv(\"data.csv\", index=False)"},
    {"[", ".json", "JSON", "json(FILE).to_csv(\"data.csv\", index=False)"},
    {"{", ".jsonl", "JSON lines", "json(FILE, lines=True).to_csv(\"data.csv\", index=False)"},
    {"\x80\x04\x95", "", "a Python pickle", "pickle(FILE).to_csv(\"data.csv\", index=False)"},
    {"\x80\x05\x95", "", "a Python pickle", "pickle(FILE).to_csv(\"data.csv\", index=False)"},
    {"%PDF", "", "a PDF document", "save the table in it as CSV"},
};

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// Bytes that no text in UTF-8 or Windows-1252 has.
bool is_binary(std::string_view head) {
  const std::string_view first = head.substr(0, 16);
  return std::any_of(first.begin(), first.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f';
  });
}

// Whether the second character has two bytes of 0, as all in common use have.
bool is_utf32(std::string_view head) {
  const std::size_t zeros = head[0] == 0 ? 4 : 6;
  return head.size() >= 8 && head[zeros] == 0 && head[zeros + 1] == 0;
}

bool goes_on_as(Content content, std::string_view head) {
  switch (content) {
    case Content::any:
      return true;
    case Content::binary:
      return is_binary(head);
    case Content::utf32:
      return is_utf32(head);
  }
  return false;
}

}  // namespace

void refuse_foreign_format(const std::string& path, std::string_view head) {
  const std::string name = lower_case(path);
  for (const ForeignFormat& format : kFormats) {
    if (head.substr(0, format.first_bytes.size()) != format.first_bytes || !ends_with(name, format.ending)) continue;
    if (!goes_on_as(format.content, head)) continue;
    const std::string_view remedy = format.remedy;
    fail(Fault::data, path, ": expected CSV or another kind that pauc reads, got ", format.what, "; ",
         remedy.find("(FILE") == std::string_view::npos ? "" : kFromPandas, remedy);
  }
}

}  // namespace pauc
