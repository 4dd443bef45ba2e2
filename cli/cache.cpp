#include <cstdlib>

#include "command.h"
#include "pauc/data/options.h"

namespace pauc::cli {

namespace {

std::string usual_cache() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && cache[0] == '/') return joined(cache, "/pauc");
  const char* const home = std::getenv("HOME");
  return home != nullptr && home[0] == '/' ? joined(home, "/.cache/pauc") : "";
}

}  // namespace

void add_cache(CLI::App& command, std::string& folder) {
  folder = usual_cache();
  command
      .add_option_function<std::string>(
          "--cache", [&folder](const std::string& given) { folder = given == "none" ? "" : given; },
          "folder that caches parsed molecules, or none [~/.cache/pauc]")
      ->type_name("FOLDER")
      ->check(some_text())
      ->group("Data");
}

void add_image_memory(CLI::App& command, std::int64_t& bytes) {
  constexpr std::int64_t kMegabyte = 1'000'000;
  constexpr std::int64_t kMost = 1'000'000'000;
  bytes = DataOptions().image_memory;
  command
      .add_option_function<std::int64_t>(
          "--image-memory", [&bytes](std::int64_t given) { bytes = given * kMegabyte; },
          joined("memory for decoded images in MB; images that do not fit are decoded each time they are used [",
                 bytes / kMegabyte, "]"))
      ->type_name("INTEGER")
      ->check(whole_number(kMost))
      ->group("Data");
}

}  // namespace pauc::cli
