#pragma once

#include "pauc/data/dataset_kind.h"

namespace pauc {

// Folders of molecules in OGB's layout: graphs from raw/, labels by name from mapping/, parts from split/.
DatasetKind ogb_kind();

}  // namespace pauc
