#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pauc/data/blocks.h"
#include "pauc/data/examples.h"
#include "pauc/data/image/record_reader.h"

namespace pauc {

// Files of records: one byte label and an image of the size that --records says. Labels and other facts may stand in
// the --table instead.
bool is_records(const std::string& path, std::string_view head);
Examples load_records(const DataOptions& options);
NextBlock open_records_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                              std::vector<std::string>& notes);

// The images of several files of records, one file behind the other, to be scored; labels are passed over.
NextBlock blocks_of_records(std::vector<std::string> files, const RecordLayout& layout, const BlockOptions& options,
                            const std::vector<WantedColumn>& wanted);

}  // namespace pauc
