"""The layer check must find what it is there for: a wrong edge, LibTorch below the line, an unknown folder."""
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import check_layers  # noqa: E402

CASES = [
    ("metric/a.h", '#include "pauc/core/error.h"', "", 0),
    ("metric/a.h", '#include "pauc/report/report.h"', "", 1),
    ("core/io/a.cpp", '#include "pauc/metric/roc.h"', "", 1),
    ("core/a.cpp", "#include <torch/torch.h>", "target_sources(pauc_metric PRIVATE a.cpp)", 1),
    ("objective/method/a.cpp", '#include "pauc/kernel/kl.h"', "", 0),
    ("objective/a.cpp", '#include "pauc/data/dataset.h"', "", 1),
    ("objective/a.cpp", "#include <ATen/core/Tensor.h>", "target_sources(pauc_core PRIVATE\n  b.cpp\n  a.cpp)", 1),
    ("objective/a.cpp", "#include <ATen/core/Tensor.h>", "target_sources(pauc_torch PRIVATE a.cpp)", 0),
    ("trainer/loop/a.cpp", '#include "pauc/record/card.h"', "", 0),
    ("trainer/loop/a.cpp", '#include "pauc/report/report.h"', "", 1),
    ("record/a.cpp", '#include "pauc/trainer/run/run.h"', "", 1),
    ("compare/a.cpp", '#include "pauc/trainer/config/config.h"', "", 0),
    ("compare/a.cpp", '#include "pauc/model/graph/gin.h"', "", 1),
    ("report/a.cpp", '#include "pauc/compare/study.h"', "", 1),
    ("utils/a.h", "", "", 1),
]


def found_in(files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            file = pathlib.Path(folder, "src/pauc", name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text + "\n")
        return check_layers.complaints(check_layers.Tree(pathlib.Path(folder)))


for path, line, listing, expected in CASES:
    found = found_in({path: line, str(pathlib.PurePath(path).parent / "CMakeLists.txt"): listing})
    assert len(found) == expected, f"{path} with {line!r}: expected {expected} complaints, got {found}"

# LibTorch behind two headers is found too, and the complaint shows the way there.
found = found_in({
    "data/a.cpp": '#include "pauc/data/b.h"',
    "data/b.h": '#include "pauc/batch/c.h"',
    "batch/c.h": "#include <ATen/core/Tensor.h>",
    "data/CMakeLists.txt": "target_sources(pauc_core PRIVATE a.cpp)",
})
assert len(found) == 1 and "batch/c.h" in found[0], found

# python/ may not reach into comparisons, and its module without LibTorch stays so, also through a header beside it.
with tempfile.TemporaryDirectory() as folder:
    sources = pathlib.Path(folder, "python/src")
    sources.mkdir(parents=True)
    (sources / "metric.cpp").write_text('#include "pauc/compare/study.h"\n#include "objective.h"\n')
    (sources / "objective.h").write_text("#include <ATen/core/Tensor.h>\n")
    (sources.parent / "CMakeLists.txt").write_text("pauc_add_python_module(_core\n  src/metric.cpp)\n")
    found = check_layers.complaints(check_layers.Tree(pathlib.Path(folder)))
    assert len(found) == 2 and "python/src/metric.cpp:1" in found[0] and "objective.h:1" in found[1], found
