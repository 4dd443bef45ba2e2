#!/usr/bin/env bash
# Makes the Debian packages of the last commit and tries them in clean systems: tools/packages_install.sh [12] [13]
# Packages are built on the Debian that they are for: here if this machine has it, otherwise in the folder of
# tools/debian13.sh, pauc-debian13 among the temporary files. The clean systems are in pauc-clean12 and pauc-clean13
# there; the packages are left in build/packages. Needs root and the network.
set -euo pipefail
. "$(dirname "$0")/debian_tree.sh"
with_own_mounts "$0" "$@"
cd "$(dirname "$0")/.."
folder=$(realpath -m "${TMPDIR:-/tmp}")
here=$(. /etc/os-release && echo "${VERSION_ID:-}")

# The sources of the last commit and, from an earlier check of the same folder, what was built of them.
make_packages_in_tree() {
  local tree=$folder/pauc-debian$1 commit
  commit=$(git rev-parse HEAD)
  make_tree "$1" "$tree"
  mount_tree "$tree"
  if [ ! -d "$tree/srv/pauc" ]; then git clone -q --no-checkout . "$tree/srv/pauc"; fi
  git -C "$tree/srv/pauc" fetch -q "$PWD" "$commit"
  git -C "$tree/srv/pauc" checkout -q --force --detach "$commit"
  inside "$tree" /srv/pauc/tools/package.sh
  cp "$tree"/srv/pauc/build/packages/*"~deb$1"_*.deb build/packages/
  inside "$tree" /srv/pauc/tests/packages/wheel.sh
}

try_packages() {
  local clean=$folder/pauc-clean$1
  make_tree "$1" "$clean"
  rm -rf "$clean.used"
  cp -a "$clean" "$clean.used"
  mount_tree "$clean.used"
  mkdir "$clean.used/srv/pauc" "$clean.used/srv/packages"
  git archive HEAD examples tests/packages tests/tools | tar -x -C "$clean.used/srv/pauc"
  cp build/packages/*"~deb$1"_*.deb "$clean.used/srv/packages/"
  inside "$clean.used" /srv/pauc/tests/packages/installed.sh
  umount --recursive "$clean.used/proc" "$clean.used/sys" "$clean.used/dev/pts"
  rm -rf "$clean.used"
}

${SUDO_USER:+sudo -u "$SUDO_USER"} mkdir -p build/packages
[ $# -gt 0 ] || set -- 12 13
for version in "$@"; do
  echo "== Debian $version" >&2
  rm -f build/packages/*"~deb$version"_*.deb
  if [ "$version" = "$here" ]; then
    ${SUDO_USER:+sudo -u "$SUDO_USER"} tools/package.sh
  else
    make_packages_in_tree "$version"
  fi
  try_packages "$version"
  echo "== Debian $version: the packages install and work" >&2
done
