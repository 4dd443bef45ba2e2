"""Checks that pauc compare accepts every experiment and that recorded results match it: experiments_test.py PAUC"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).parent.parent.parent
PAUC = sys.argv[1]


def check_configs():
    files = sorted((ROOT / "experiments").glob("*.yaml"))
    assert len(files) >= 15, files
    for file in files:
        if file.stem.startswith("estimator"):
            continue
        result = subprocess.run([PAUC, "compare", str(file), "--plan"], capture_output=True, text=True)
        assert result.returncode == 0 and "epochs in all" in result.stdout, f"{file.name}: {result.stderr}"


def check_protocol():
    """The paper has one protocol for all its datasets."""
    protocols = set()
    for name in ["tox21", "muv", "pcba", "cifar10", "cifar100", "melanoma"]:
        text = (ROOT / "experiments" / f"{name}.yaml").read_text()
        protocols.add(text[text.index("\ntargets:"):].replace("  resplit: true\n", ""))
    assert len(protocols) == 1, protocols


def tables_in(folder):
    return [folder / "table.json"] if (folder / "table.json").exists() else sorted(folder.glob("*/table.json"))


def settings(config):
    """A config without its comments, which may be reworded after the results were recorded."""
    return [line for line in config.splitlines() if not line.startswith("#")]


def check_results():
    for folder in sorted((ROOT / "experiments" / "results").iterdir()):
        expected = settings((ROOT / "experiments" / f"{folder.name}.yaml").read_text())
        record = json.loads((folder / "record.json").read_text())
        assert f"{folder.name}.yaml" in record["command"] and record["sessions"], folder.name
        if folder.name.startswith("estimator"):
            assert settings(json.loads((folder / "estimator.json").read_text())["config"]) == expected, folder.name
            continue
        tables = tables_in(folder)
        assert tables, f"{folder.name}: no table"
        for path in tables:
            table = json.loads(path.read_text())
            assert settings(table["config"]) == expected, f"{path}: was recorded by another config"
            assert (path.parent / "table.md").exists() and list(path.parent.glob("*.svg")), path


def check_pages():
    for tool in ["side_by_side.py", "when_it_pays.py"]:
        result = subprocess.run([sys.executable, ROOT / "tools" / tool, "--check"], capture_output=True, text=True)
        assert result.returncode == 0, result.stdout


check_configs()
check_protocol()
check_results()
check_pages()
print("experiments: fine")
