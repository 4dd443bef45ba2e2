"""The check of pointers must find what it is there for, and let through the one place that may take them."""
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import check_pointers  # noqa: E402

CASES = [
    ("src/pauc/model/a.cpp", "f(x.data_ptr<float>());", 1),
    ("src/pauc/model/a.h", "f(x->template data_ptr<Number>());", 1),
    ("src/pauc/model/a.cpp", "f(x.mutable_data_ptr());", 1),
    ("src/pauc/model/a.cpp", "const auto rows = x.accessor<float, 2>();", 1),
    ("python/src/a.cpp", "f(x.data_ptr());", 1),
    ("src/pauc/model/a.cpp", "f(cpu_data<float>(x));", 0),
    ("src/pauc/model/a.cpp", "f();  // unlike data_ptr", 0),
    ("src/pauc/batch/cpu_data.h", "return x.data_ptr<Number>();", 0),
]

for path, line, expected in CASES:
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, path)
        file.parent.mkdir(parents=True)
        file.write_text(line + "\n")
        found = list(check_pointers.complaints(pathlib.Path(folder)))
    assert len(found) == expected, f"{path} with {line!r}: expected {expected} complaints, got {found}"
