#!/usr/bin/env bash
# Runs ./demo.sh and ./test.sh of the last commit in a fresh clone on Debian 13: tools/debian13.sh [FOLDER]
# FOLDER (by default pauc-debian13 among the temporary files) holds the Debian 13 system; it is made with debootstrap
# when it is not there and takes 6 GB. PAUC_DATA and PAUC_WERROR are passed on. Needs root and the network.
set -euo pipefail
. "$(dirname "$0")/debian_tree.sh"
with_own_mounts "$0" "$@"
tree=${1:-${TMPDIR:-/tmp}/pauc-debian13}
tree=$(realpath -m "$tree")
data=${PAUC_DATA:+$(realpath "$PAUC_DATA")}
cd "$(dirname "$0")/.."

# Shows what is being installed and built while it runs, then how it ended.
run() {
  local log=$tree/srv/$1.log code=0
  SECONDS=0
  echo "== Debian 13: ./$1" >&2
  inside "$tree" ${data:+PAUC_DATA=/srv/data} "/srv/pauc/$1" 2>&1 | tee "$log" |
    grep --line-buffered -E '^(Installing|Building)' >&2 || code=${PIPESTATUS[0]}
  tail -n 12 "$log" >&2
  echo "== Debian 13: ./$1: exit code $code after $((SECONDS / 60)) min $((SECONDS % 60)) s; all of it in $log" >&2
  return "$code"
}

make_tree 13 "$tree"
mount_tree "$tree"
if [ -n "$data" ]; then
  mkdir -p "$tree/srv/data"
  mount --bind "$data" "$tree/srv/data"
  mount -o remount,bind,ro "$tree/srv/data"
fi
rm -rf "$tree/srv/pauc"
git clone -q . "$tree/srv/pauc"

failed=0
run demo.sh || failed=1
run test.sh || failed=1
exit "$failed"
