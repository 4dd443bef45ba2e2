#include "pauc/report/page/policy.h"

#include "pauc/core/io/base64.h"

namespace pauc::report {

namespace {

std::string bytes_of_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t k = 0; k + 1 < hex.size(); k += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(k, 2), nullptr, 16));
  }
  return bytes;
}

}  // namespace

std::string policy_source(const std::string& sha256) { return "'sha256-" + base64_of(bytes_of_hex(sha256)) + "'"; }

}  // namespace pauc::report
