// What the readers of pauc read, for tools/prove_readers.py. Takes "csv PATH" and "npy PATH" line by line. Answers with
// a line per record, the fields in hexadecimal with commas between them, then "." or "!" and what the reader refused.
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>
#include <string_view>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/data/table/npy_reader.h"

namespace {

void print_hex(std::string_view bytes) {
  for (const char byte : bytes) std::printf("%02x", static_cast<unsigned char>(byte));
}

void print_csv(const std::string& path) {
  pauc::CsvReader csv(path, {pauc::CsvOptions::Header::none, ','});
  while (csv.next()) {
    for (std::size_t c = 0; c < csv.columns().size(); ++c) {
      if (c > 0) std::putchar(',');
      print_hex(csv.field(c));
    }
    std::putchar('\n');
  }
}

// The bytes of the floats.
void print_npy(const std::string& path) {
  pauc::NpyReader array(path);
  while (array.next()) {
    for (std::int64_t c = 0; c < array.columns(); ++c) {
      char bytes[sizeof(float)];
      std::memcpy(bytes, &array.row()[c], sizeof bytes);
      if (c > 0) std::putchar(',');
      print_hex({bytes, sizeof bytes});
    }
    std::putchar('\n');
  }
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    try {
      (line.substr(0, 4) == "csv " ? print_csv : print_npy)(line.substr(4));
      std::printf(".\n");
    } catch (const pauc::UserError& error) {
      std::printf("!%s\n", error.what());
    }
    std::fflush(stdout);
  }
}
