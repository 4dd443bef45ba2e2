"""The layer check must find what it is there for: a wrong edge, LibTorch below the line, an unknown folder."""
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import check_layers  # noqa: E402

CASES = [
    ("metric/a.h", '#include "pauc/core/error.h"', 0),
    ("metric/a.h", '#include "pauc/report/names.h"', 1),
    ("core/a.cpp", "#include <torch/torch.h>", 1),
    ("core/a.cpp", '#include "pauc/metric/roc.h"', 1),
    ("objective/a.cpp", '#include "pauc/kernel/cvar.h"', 0),
    ("objective/a.cpp", '#include "pauc/data/csv.h"', 1),
    ("objective/registry.cpp", "#include <ATen/core/Tensor.h>", 1),
    ("objective/makers.cpp", "#include <ATen/core/Tensor.h>", 0),
    ("trainer/fit.cpp", '#include "pauc/report/record.h"', 0),
    ("trainer/fit.cpp", '#include "pauc/report/hardest.h"', 0),
    ("trainer/fit.cpp", '#include "pauc/report/estimator.h"', 0),
    ("trainer/fit.cpp", '#include "pauc/report/names.h"', 1),
    ("compare/a.cpp", '#include "pauc/trainer/config.h"', 0),
    ("compare/a.cpp", '#include "pauc/model/gin.h"', 1),
    ("compare/a.cpp", "#include <ATen/core/Tensor.h>", 1),
    ("report/a.cpp", '#include "pauc/compare/study.h"', 1),
    ("utils/a.h", "", 1),
]

for path, line, expected in CASES:
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "src/pauc", path)
        file.parent.mkdir(parents=True)
        file.write_text(line + "\n")
        found = list(check_layers.complaints(pathlib.Path(folder)))
        assert len(found) == expected, f"{path} with {line!r}: expected {expected} complaints, got {found}"
