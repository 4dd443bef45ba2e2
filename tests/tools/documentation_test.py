"""Checks that the documentation is true: documentation_test.py path/to/pauc

Runs every line of a ```sh block of README.md and docs/ that calls pauc. The lines of a page run in one folder with a
copy of examples/, so that a line can use what earlier ones made. Also runs the example at the end of every command's
--help, each in a folder of its own.

A ```text block right after a ```sh block is what its last line must print. Every line of a ```cpp block must occur in
an example that is built and run. Links and pictures must lead to a file. docs/methods.md must have every objective with
its options and defaults. The newest version in HISTORY.md must be that of the command.
"""
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parent.parent.parent
PAUC = pathlib.Path(sys.argv[1]).resolve()


def shell_blocks():
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for block, shown in re.findall(r"^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", page.read_text(), re.M | re.S):
            lines = block.replace("\\\n", " ").splitlines()
            lines = [line for line in lines if re.match(r"(build/release/)?pauc ", line)]
            yield from ((page.name, line, None) for line in lines[:-1])
            yield from ((page.name, line, shown or None) for line in lines[-1:])


def help_examples():
    text = subprocess.check_output([PAUC, "--help"], text=True)
    commands = re.findall(r"^  (\w+) {2,}", text.split("Subcommands:")[1], re.M)
    assert "evaluate" in commands, commands
    for command in [[], *([c] for c in commands)]:
        text = subprocess.check_output([PAUC, *command, "--help"], text=True)
        example = re.search(r"Example:\n\s+(pauc .*)\s*$", text)
        assert example, f"pauc {' '.join(command)} --help does not end with an example"
        yield f"{' '.join(command)} --help", example[1], None


def check_code_blocks():
    sources = [path.read_text() for path in (ROOT / "examples").rglob("*.cpp")]
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for block in re.findall(r"^```cpp\n(.*?)^```", page.read_text(), re.M | re.S):
            assert any(block in source for source in sources), f"{page.name}: not in any example:\n{block}"


def check_links():
    for page in [*ROOT.glob("*.md"), *sorted((ROOT / "docs").glob("*.md"))]:
        prose = re.sub(r"`[^`\n]*`", "", page.read_text())  # a SMILES may look like a link
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", prose):
            assert "://" in target or (page.parent / target).exists(), f"{page.name}: there is no {target}"


def check_source_paths():
    """Sources that the documentation names must be there; NAME stands for any."""
    layers = "|".join(folder.name for folder in (ROOT / "src/pauc").iterdir() if folder.is_dir())
    for page in [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for path in re.findall(rf"`(?:src/pauc/)?((?:{layers})/[\w/]+\.(?:h|cpp|css|js))`", page.read_text()):
            assert "NAME" in path or (ROOT / "src/pauc" / path).exists(), f"{page.name}: there is no src/pauc/{path}"


def check_methods():
    page = (ROOT / "docs/methods.md").read_text()
    shared = page.split("## Options of all methods")[1].split("\n## ")[0]
    for row in json.loads(subprocess.check_output([PAUC, "list", "objectives", "--json"])):
        section = page.split(f"\n## {row['name']}\n")
        assert len(section) == 2, f"methods.md has no section {row['name']}"
        own = section[1].split("\n## ")[0]
        assert row["summary"][1:] in own, f"methods.md: {row['name']}: expected its summary, {row['summary']}"
        for option in row["options"]:
            line = f"| `{option['name']}` | {option['default']} | {option['help']} |"
            assert line in own or line in shared, f"methods.md: {row['name']}: expected {line}"


def check_version():
    newest = re.search(r"^## (\d\S*)", (ROOT / "HISTORY.md").read_text(), re.M)[1]
    version = subprocess.check_output([PAUC, "--version"], text=True).strip()
    assert version == newest, f"HISTORY.md: expected a section on version {version}, got {newest} first"


def run_all(examples):
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "examples", pathlib.Path(folder, "examples"))
        pathlib.Path(folder, "build/release").mkdir(parents=True)
        pathlib.Path(folder, "build/release/pauc").symlink_to(PAUC)
        environment = {**os.environ, "XDG_CACHE_HOME": f"{folder}/cache",
                       "PATH": f"{folder}/build/release:{os.environ['PATH']}"}
        for where, line, shown in examples:
            result = subprocess.run(line, shell=True, cwd=folder, env=environment, capture_output=True, text=True)
            assert result.returncode == 0, f"{where}: {line}\n{result.stderr}"
            assert shown in (None, result.stdout), f"{where}: {line} prints\n{result.stdout}\nnot\n{shown}"


def main():
    check_code_blocks()
    check_links()
    check_source_paths()
    check_methods()
    check_version()
    examples = list(help_examples()) + list(shell_blocks())
    for _, group in itertools.groupby(examples, key=lambda example: example[0]):
        run_all(group)
    assert any(shown for _, _, shown in examples), "no example shows its output"
    print(f"{len(examples)} examples ran")


if __name__ == "__main__":
    main()
