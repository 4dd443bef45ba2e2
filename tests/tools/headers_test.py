"""Every header compiles by itself, and all of them together: headers_test.py path/to/build

A header that is the first include of its own source file was compiled by itself when that file was. The others are
compiled here, then all headers in one piece: a name that two of them define fails there.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import check_layers  # noqa: E402

BUILD = pathlib.Path(sys.argv[1])


def library_commands():
    """Compile commands of the libraries' own sources, by path below src/pauc."""
    commands = {}
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        if (ROOT / "src/pauc") in path.parents:
            commands[path.relative_to(ROOT / "src/pauc").as_posix()] = shlex.split(entry["command"])
    return commands


def compiler_and_flags(commands):
    """The compiler, and the places and definitions of all libraries together."""
    words, flags = next(iter(commands.values())), []
    compiler = next(word for word in words if not word.endswith("ccache"))
    for words in commands.values():
        for word, behind in zip(words, words[1:] + [""]):
            flag = [word, behind] if word == "-isystem" else [word]
            if word.startswith(("-I", "-D", "-std")) or word == "-isystem":
                flags += [] if flag[-1] in flags else flag
    return [compiler, *flags, "-fsyntax-only", "-x", "c++", "-"]


def is_first_include(header, source):
    first = re.search(r'^#include\s+[<"]([^">]+)[">]', source.read_text(), re.M)
    return first is not None and first[1] == f"pauc/{header}"


def compiled(command, headers):
    text = "".join(f'#include "pauc/{header}"\n' for header in headers)
    result = subprocess.run(command, input=text, cwd=BUILD, capture_output=True, text=True)
    return "" if result.returncode == 0 else f"{headers[0]} ({len(headers)} headers):\n{result.stderr}"


def main():
    commands = library_commands()
    assert commands, "no source of the library in compile_commands.json"
    command = compiler_and_flags(commands)
    tree = check_layers.Tree(ROOT)
    with_torch = any(tree.route_to_torch(name) for name in commands)
    # The headers of python/ need Python's own and are no part of the library.
    library = [name for name in tree.lines if name.endswith(".h") and not name.startswith("python/")]
    headers = [name for name in library if with_torch or not tree.route_to_torch(name)]
    alone = []
    for header in headers:
        source = header[:-2] + ".cpp"
        if source not in commands or not is_first_include(header, ROOT / "src/pauc" / source):
            alone.append([header, header])
    jobs = [*alone, headers, headers[::-1]]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = [failure for failure in pool.map(lambda job: compiled(command, job), jobs) if failure]
    assert not failures, "\n".join(failures)
    print(f"{len(headers)} headers, {len(alone)} of them without a source file that includes them first")


if __name__ == "__main__":
    main()
