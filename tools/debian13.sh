#!/usr/bin/env bash
# Runs ./demo.sh and ./test.sh of the last commit in a fresh clone on Debian 13: tools/debian13.sh [FOLDER]
# FOLDER (by default pauc-debian13 among the temporary files) holds the Debian 13 system; it is made with debootstrap
# when it is not there and takes 6 GB. PAUC_DATA is passed on. Needs root and the network.
set -euo pipefail
if [ "$(id -u)" -ne 0 ]; then exec sudo --preserve-env=PAUC_DATA,TMPDIR "$0" "$@"; fi
# In a mount namespace of its own: whatever is mounted below is gone when this script ends, even if it is killed.
if [ -z "${PAUC_MOUNTS:-}" ]; then PAUC_MOUNTS=own exec unshare --mount "$0" "$@"; fi
tree=${1:-${TMPDIR:-/tmp}/pauc-debian13}
tree=$(realpath -m "$tree")
data=${PAUC_DATA:+$(realpath "$PAUC_DATA")}
cd "$(dirname "$0")/.."

# The address that this machine's own apt sources have for an archive, "Debian" or "Debian-Security".
archive() {
  apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' "Label: $1" | awk '/^https?:/ && !n++'
}

make_tree() {
  command -v debootstrap >/dev/null || tools/install.sh check
  local debian security
  apt-get update -qq
  debian=$(archive Debian)
  security=$(archive Debian-Security)
  if [ -z "$debian" ]; then
    echo "debian13: expected an archive of Debian in the sources of apt, got none" >&2
    exit 1
  fi
  eval "$(apt-config shell http_proxy Acquire::http::Proxy https_proxy Acquire::https::Proxy)"
  export http_proxy https_proxy
  echo "Making Debian 13 in $tree" >&2
  rm -rf "$tree.part"
  if ! debootstrap --variant=minbase --include=ca-certificates trixie "$tree.part" "$debian" >"$tree.log" 2>&1; then
    cat "$tree.log" >&2
    exit 1
  fi
  {
    echo "deb $debian trixie main"
    echo "deb $debian trixie-updates main"
    if [ -n "$security" ]; then echo "deb $security trixie-security main"; fi
  } >"$tree.part/etc/apt/sources.list"
  # How this machine reaches its archive: proxies and the like.
  apt-config dump --no-empty Acquire::http Acquire::https Acquire::Check-Valid-Until Acquire::Retries \
    >"$tree.part/etc/apt/apt.conf.d/99host"
  mv "$tree.part" "$tree"
  rm "$tree.log"
}

inside() { chroot "$tree" env -i HOME=/srv PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "$@"; }

# Shows what is being installed and built while it runs, then how it ended.
run() {
  local log=$tree/srv/$1.log code=0
  SECONDS=0
  echo "== Debian 13: ./$1" >&2
  inside ${data:+PAUC_DATA=/srv/data} "/srv/pauc/$1" 2>&1 | tee "$log" |
    grep --line-buffered -E '^(Installing|Building)' >&2 || code=${PIPESTATUS[0]}
  tail -n 12 "$log" >&2
  echo "== Debian 13: ./$1: exit code $code after $((SECONDS / 60)) min $((SECONDS % 60)) s; all of it in $log" >&2
  return "$code"
}

[ -d "$tree" ] || make_tree
cp -L /etc/resolv.conf "$tree/etc/resolv.conf"
mount -t proc proc "$tree/proc"
mount --rbind /sys "$tree/sys"
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
