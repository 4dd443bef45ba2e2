#pragma once

#include <string>
#include <vector>

#include "pauc/data/dataset_kind.h"
#include "pauc/data/image/record_reader.h"

namespace pauc {

// Files of records: one label byte and an image of the size that --records gives. Labels and other facts may come from
// the --table instead.
DatasetKind records_kind();

// The images of several files of records, one file after the other, to be scored; label bytes are skipped.
NextBlock blocks_of_records(std::vector<std::string> files, const RecordLayout& layout, const BlockOptions& options,
                            const std::vector<WantedColumn>& wanted);

}  // namespace pauc
