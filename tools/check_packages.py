#!/usr/bin/env python3
"""Fails if the build reads a file of a package that tools/packages.txt does not install.

  tools/check_packages.py build/release

Headers come from `ninja -t deps`, libraries from the link lines, CMake packages from the list of files that cmake
itself depends on.
"""
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).parent.parent


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def files_read(build):
    found = set(re.findall(r"^\s+(/\S+)$", output("ninja", "-C", build, "-t", "deps"), re.M))
    found |= set(re.findall(r"(?<=\s)(/\S+\.(?:so[.\d]*|a))(?=\s)", output("ninja", "-C", build, "-t", "commands")))
    rules = pathlib.Path(build, "build.ninja").read_text()
    inputs = re.search(r"^build build\.ninja: RERUN_CMAKE(.*?)\n\n", rules, re.M | re.S)
    found |= set(re.findall(r"(?<=\s)(/\S+)", inputs[1]))
    found |= {shutil.which(tool, path="/usr/bin") for tool in ("cmake", "ninja", "g++")}
    return {str(pathlib.Path(file).resolve()) for file in found}


def owners(files):
    """Package of each file; files of the project itself are left out."""
    outside = [file for file in sorted(files) if not file.startswith(str(ROOT.resolve()) + "/")]
    result = {}
    for start in range(0, len(outside), 500):
        listing = subprocess.run(["dpkg", "-S", *outside[start:start + 500]], capture_output=True, text=True).stdout
        for line in listing.splitlines():
            packages, _, file = line.rpartition(": ")
            result[file] = packages.split(",")[0].split(":")[0]
    return result, [file for file in outside if file not in result]


def brought_in(packages):
    listing = output("apt-cache", "depends", "--recurse", "--no-recommends", "--no-suggests", "--no-conflicts",
                     "--no-breaks", "--no-replaces", "--no-enhances", "--installed", *packages)
    return set(re.findall(r"^(\w[\w.+-]*)", listing, re.M)) | set(packages)


def main():
    lines = (ROOT / "tools/packages.txt").read_text().splitlines()
    listed = [line.split()[1] for line in lines if line.startswith("build ")]
    owned, unowned = owners(files_read(sys.argv[1]))
    # A path that a package knows under another name (/lib for /usr/lib) is looked for by it.
    renamed, unowned = owners({file.replace("/usr/lib/", "/lib/", 1) for file in unowned})
    owned.update(renamed)
    missing = sorted(set(owned.values()) - brought_in(listed))
    for package in missing:
        example = next(file for file, owner in owned.items() if owner == package)
        print(f"packages.txt: the build reads {example} of {package}, which no listed package brings in")
    for file in unowned:
        print(f"packages.txt: the build reads {file}, which no package owns")
    if not missing and not unowned:
        print(f"packages: {len(owned)} files of {len(set(owned.values()))} packages, all brought in")
    return 1 if missing or unowned else 0


if __name__ == "__main__":
    sys.exit(main())
