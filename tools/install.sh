#!/usr/bin/env bash
# Installs the packages of the named groups that are missing: tools/install.sh build test
set -euo pipefail
list="$(dirname "$0")/packages.txt"

missing=()
for group in "$@"; do
  while read -r package; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing+=("$package")
  done < <(awk -v group="$group" '$1 == group { print $2 }' "$list")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ]; then as_root=(env)
elif command -v sudo >/dev/null; then as_root=(sudo)
else
  echo "install: these packages are missing and there is neither root nor sudo to install them: ${missing[*]}" >&2
  exit 1
fi
if ! command -v apt-get >/dev/null; then
  echo "install: needs Debian's apt-get to install: ${missing[*]}" >&2
  exit 1
fi

echo "Installing: ${missing[*]}" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install=(env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}")
if ! { "${as_root[@]}" apt-get update -qq && "${as_root[@]}" "${install[@]}"; } >"$log" 2>&1; then
  cat "$log" >&2
  echo "install: apt-get failed, see above" >&2
  exit 1
fi
