"""Runs the examples of the documentation as printed: documentation_test.py path/to/pauc

Every line of a ```sh block of README.md and docs/ that calls pauc, and the example at the end of every command's --help, in a folder with a
copy of examples/. A ```text block right behind a ```sh block is what its last line must print.
"""
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
            lines = [line for line in block.replace("\\\n", " ").splitlines() if re.match(r"(build/release/)?pauc ", line)]
            yield from ((page.name, line, None) for line in lines[:-1])
            yield from ((page.name, line, shown or None) for line in lines[-1:])


def help_examples():
    commands = re.findall(r"^  (\w+) {2,}", subprocess.check_output([PAUC, "--help"], text=True).split("Subcommands:")[1], re.M)
    assert "evaluate" in commands, commands
    for command in [[], *([c] for c in commands)]:
        text = subprocess.check_output([PAUC, *command, "--help"], text=True)
        example = re.search(r"Example:\n\s+(pauc .*)\s*$", text)
        assert example, f"pauc {' '.join(command)} --help does not end with an example"
        yield f"{' '.join(command)} --help", example[1], None


def main():
    examples = list(help_examples()) + list(shell_blocks())
    for where, line, shown in examples:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "examples", pathlib.Path(folder, "examples"))
            pathlib.Path(folder, "build/release").mkdir(parents=True)
            pathlib.Path(folder, "build/release/pauc").symlink_to(PAUC)
            environment = {**os.environ, "PATH": f"{folder}/build/release:{os.environ['PATH']}"}
            result = subprocess.run(line, shell=True, cwd=folder, env=environment, capture_output=True, text=True)
            assert result.returncode == 0, f"{where}: {line}\n{result.stderr}"
            assert shown in (None, result.stdout), f"{where}: {line} prints\n{result.stdout}\nnot\n{shown}"
    assert any(shown for _, _, shown in examples), "no example shows its output"
    print(f"{len(examples)} examples ran")


if __name__ == "__main__":
    main()
