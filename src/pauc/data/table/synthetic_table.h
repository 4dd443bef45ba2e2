#pragma once

#include <string>

#include "pauc/data/dataset_kind.h"

namespace pauc {

// Generated data: synthetic:binormal, synthetic:nonlinear,rows=5000 (see data/synthetic.h).
DatasetKind synthetic_kind();

bool is_synthetic(const std::string& path);

}  // namespace pauc
