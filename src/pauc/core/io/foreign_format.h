#pragma once

#include <string>
#include <string_view>

namespace pauc {

// Refuses files of other programs, such as Excel or Parquet, by their first bytes, and says what to do instead.
void refuse_foreign_format(const std::string& path, std::string_view head);

}  // namespace pauc
